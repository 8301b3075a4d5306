"""The archive: every match a person looked at, move by move, matches from elsewhere, and answers to puzzles.

One SQLite file in the person's folder for data, or in the one that REFEREE_DATA names. Each event is a transaction of
its own, which outlives the process from then on: killed at any moment, it loses the move that was being typed and no
other. Several processes may write at once. A file that is taken away is begun anew, with all of the match that is being
played; of one that is damaged what can be read is salvaged first. Where the archive cannot be written the match goes
on, `trouble` says why it is not kept, and later events try to write all that is missing.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
from games.base.data_folder import data_folder
from games.base.notation import printable
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec
from referee.match.clocks import UNLIMITED, Control
from referee.match.events import Asked, Declined, Ended, Event, Redone
from referee.match.record import Heading, replay_texts
from referee.storage import archive_tables
from referee.storage.archive_tables import timestamp
from referee.storage.database import DISK_FULL, NO_MORE, Database
from referee.storage.process_lock import ProcessLock
from referee.storage.saved_match import is_variant
from referee.support.complaints import complain as complain_plainly

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from referee.match.record import Record
    from referee.match.series import Series
    from referee.statistics.personal_record import PuzzleAnswer
    from referee.storage.saved_match import SavedMatch, Selection

    Begun = tuple[Heading, Control, Sequence[str], Series | None]

NAME = "matches-1.sqlite"  # the number is that of the shape of its tables
WHAT = "archive of matches"
PAUSE = 1.0  # seconds at most between two tries to write what is missing
SHARE = 10  # times what the last try took, that it waits for the next one


class Archive:
    """The archive in that folder; what goes wrong with it is complained of in one line.

    One match at a time is written down by it, that of `begin` or `resume`.

    number  of that match as it began, None if there is none, or where it could not be written then.
    row     its number in the file, another once that is begun anew; 0 if it does not stand there.
    begun   what it began with;  events  what happened in it since;  over  whether no more will happen in it.
    """

    def __init__(self, folder: Path, complain: Callable[[str], None] = complain_plainly):
        self.complain = complain
        self.database = Database(folder / NAME, archive_tables.TABLES, WHAT, complain, archive_tables.remove_orphans)
        self.lock = ProcessLock(folder)
        self.number: int | None = None
        self.row = 0
        self.file = 0  # in which that is its number
        self.written = 0  # how many of its events stand in the file
        self.begun: Begun | None = None
        self.events: list[Event] = []
        self.over = False
        self.resumed: SavedMatch | None = None  # as it was read, until the file says that this process plays it
        self.next_try = 0.0  # not before then, on time.monotonic(), once one has failed

    def begin(
        self,
        heading: Heading,
        control: Control = UNLIMITED,
        opening: Sequence[str] = (),
        series: Series | None = None,
    ) -> int | None:
        """Return the number of a new match, from 1; None if it cannot be kept. Raises SpecError for an illegal opening.

        series  the one that it is the next game of.
        """
        begun = heading, control, single_moves(heading.game, opening), series

        def write(db: sqlite3.Connection) -> int:
            self.release(db)
            return archive_tables.insert_match(db, *begun, self.lock.name)

        self.keep(self.database.write(write), begun)
        return self.number

    def add_waiting(
        self, heading: Heading, control: Control, opening: Sequence[str], series: Series | None
    ) -> int | None:
        """Return the number of a match that nobody plays yet, the next game of a series; None if it cannot be kept."""
        begun = heading, control, single_moves(heading.game, opening), series
        self.catch_up()
        return None if self.trouble else self.database.write(lambda db: archive_tables.insert_match(db, *begun, None))

    def resume(self, number: int) -> None:
        """Write down how the match of that number goes on.

        Raises SpecError if there is none, where it is over, and while another process plays it.
        """

        def write(db: sqlite3.Connection) -> str | None:
            self.release(db)
            kept = archive_tables.read_match(db, number, self.lock.alive)
            if kept and kept.how is None and not kept.playing:
                db.execute("UPDATE matches SET process = ? WHERE id = ?", (self.lock.name, number))
                return None
            return f"match {number} is {'being played right now' if kept and kept.playing else 'over'}"

        kept, why = self.load(number), self.database.write(write)
        if why:
            raise SpecError(why)
        failed = bool(self.database.failure)
        self.keep(None if failed else number, (kept.heading, kept.control, kept.opening, kept.series))
        if failed:
            self.row, self.resumed = number, kept

    def keep(self, number: int | None, begun: Begun) -> None:
        """Make this the match that is written down."""
        self.number, self.row, self.begun, self.events, self.written = number, number or 0, begun, [], 0
        self.file, self.over, self.resumed, self.next_try = self.database.inode, False, None, 0.0

    @property
    def trouble(self) -> str:
        """Why the match is not kept as it is now, as a clause that may follow a colon; empty if it is."""
        missing = self.begun and (self.written < len(self.events) or not self.row or self.resumed)
        failure = self.database.failure if missing else ""
        if failure in ("", DISK_FULL, NO_MORE):
            return failure
        return f"{printable(str(self.database.path.parent))}: {failure}"

    def note(self, number: int | None, event: Event) -> None:
        """Write down what happened in the match of that number; nothing if it is None, or not that one."""
        if self.begun is None or self.over or number != self.number or isinstance(event, Asked | Declined | Redone):
            return
        first = self.events[0].game if self.events else event.game
        with self.database.alone:
            self.events.append(replace(event, game=first))  # positions are not written down
            self.over = isinstance(event, Ended)
            if self.over or monotonic() >= self.next_try:
                self.catch_up()

    def catch_up(self) -> None:
        """Write down all that is missing of the match; where that fails `trouble` says why."""
        if self.begun is None or (self.row and not self.resumed and self.written == len(self.events)):
            return
        with self.database.alone:
            began, count = monotonic(), len(self.events)
            row = self.database.write(self.write_missing)
            if row is None:
                self.next_try = monotonic() + min(PAUSE, SHARE * (monotonic() - began))
            else:
                self.row, self.file, self.written, self.resumed = row, self.database.inode, count, None

    def write_missing(self, db: sqlite3.Connection) -> int:
        """Write down what could not be before, all where the file is another by now; the number of the match there."""
        mine = "SELECT 1 FROM matches WHERE id = ? AND process = ?"
        held = db.execute(mine, (self.row, self.lock.name)).fetchone()
        same, row = (held and self.file == self.database.inode) or self.claim(db), self.row
        if not same and self.begun:
            self.lock.leave()  # what shows that this process is there may be gone with the file
            if held:  # it was salvaged, maybe in part
                archive_tables.delete_match(db, self.row)
            row = archive_tables.insert_match(db, *self.begun, self.lock.name, self.row if held else None)
        for event in self.events[self.written :] if same else self.events:
            archive_tables.apply_event(db, row, event)
        return row

    def claim(self, db: sqlite3.Connection) -> bool:
        """Mark that this process plays the match that it goes on with; whether that still stands as it was read."""
        if self.resumed is None or self.resumed.changed is None:
            return False
        changed = self.resumed.changed.isoformat()
        found = db.execute("SELECT process FROM matches WHERE id = ? AND changed = ?", (self.row, changed)).fetchone()
        if found is None or self.lock.alive(found[0]):
            return False
        db.execute("UPDATE matches SET process = ? WHERE id = ?", (self.lock.name, self.row))
        return True

    def holds(self, record: Record) -> bool:
        """Whether the match stands in the file with the moves and the end of that record."""
        kept = self.find(self.row) if self.row else None
        return kept is not None and (kept.record().moves, kept.how) == (record.moves, record.how)

    def entries(self, most: int | None = None, wanted: Selection | None = None) -> list[SavedMatch]:
        """Return the matches, or those that are wanted, the newest first, at most so many.

        Left out are those that were left before anything was played, and with a complaint those that are damaged.
        """
        found = (self.find(number) for number in self.database.read(archive_tables.match_numbers) or [])
        begun = (kept for kept in found if kept and kept.begun)
        shown = (kept for kept in begun if (wanted is None or wanted.holds(kept)) and self.is_plausible(kept))
        return list(islice(shown, most))

    def results(self, most: int | None = None) -> list[archive_tables.MatchResult]:
        """Return the results of matches that are over, at most `most`, the last first. They are not replayed."""
        return self.database.read(lambda db: archive_tables.last_results(db, most)) or []

    def is_plausible(self, kept: SavedMatch) -> bool:
        """Whether a match can have gone as it is kept; complained of where not.

        One is believed whose rules are not there, or stand in a person's own file: they may be others by now.
        """
        if is_file_spec(kept.heading.game):
            return True
        with suppress(SpecError):
            games.load(kept.heading.game)
            return self.is_possible(kept)
        return True

    def is_possible(self, kept: SavedMatch) -> bool:
        """Whether a match can have gone as it is kept, by its rules; complained of where not."""
        try:
            kept.replay()
        except SpecError as error:
            self.complain(str(error))
        else:
            return True
        return False

    def load(self, number: int) -> SavedMatch:
        """Return the match of that number. Raises SpecError if there is none."""
        kept = self.find(number) if 0 < number <= self.last() else None
        if kept is None:
            raise self.no_such_match(str(number))
        return kept

    def no_such_match(self, number: str) -> SpecError:
        """Return what to raise if there is no match of that number."""
        last = self.last()
        there = "none is kept yet" if not last else f"matches: 1 to {last}" if last > 1 else "matches: 1"
        return SpecError(f"there is no match {number} ({there})")

    def last(self) -> int:
        """Return the largest number of a match, 0 if there is none."""
        return self.database.read(archive_tables.last_number) or 0

    def unfinished(self) -> int | None:
        """Return the match played last of those that are not over and not being played; None without one.

        One without a move counts only where it follows others of a series.
        """

        def read(db: sqlite3.Connection) -> int | None:
            found = archive_tables.unfinished_matches(db)
            return next((number for number, process in found if not self.lock.alive(process)), None)

        return self.database.read(read)

    def finished(self) -> int | None:
        """Return the match that ended last of those that have a move; None without one."""
        return self.database.read(archive_tables.last_finished)

    def close(self) -> None:
        """Let others go on with the match, and close the file; what is asked afterwards opens it again."""
        if self.lock.known:
            self.database.write(self.release)
        self.lock.leave()
        self.database.close()
        self.number = self.begun = None

    def find(self, number: int) -> SavedMatch | None:
        """Return the match of that number; None if there is none, or where it is damaged, which is complained of."""
        try:
            return self.database.read(lambda db: archive_tables.read_match(db, number, self.lock.alive))
        except (ValueError, TypeError, LookupError, AttributeError):
            self.complain(f"match {number} is damaged")
            return None

    def release(self, db: sqlite3.Connection) -> None:
        """Mark that this process plays no match."""
        if self.lock.known:
            db.execute("UPDATE matches SET process = NULL WHERE process = ?", (self.lock.name,))


def single_moves(game: str, opening: Sequence[str]) -> list[str]:
    """Return the texts of the single moves of an opening. Raises SpecError if it is illegal."""
    return [moved.text for moved in replay_texts(game, opening)]


def open_archive() -> Archive:
    """Return the archive of this person."""
    return Archive(data_folder())


def add_record(archive: Archive, record: Record, day: str = "") -> tuple[int, bool]:
    """Return the number of the match in the archive, and whether it is new there.

    day  when it was played, "2024-05-01", which is kept as the midnight it began with here; empty: now.

    A match of the same game, names, moves and end that is there already is not added again. Raises SpecError if the
    archive cannot be written, and where the rules do not allow the moves.
    """
    moved = replay_texts(record.game, record.moves.split(), record.names)
    began = datetime.fromisoformat(day).astimezone() if day else datetime.now(UTC)

    def write(db: sqlite3.Connection) -> tuple[int, bool]:
        held = archive_tables.find_record(db, record)
        return (archive_tables.insert_record(db, record, moved, began), True) if held is None else (held, False)

    added = archive.database.write(write)
    if added is None:
        raise SpecError(f"{archive.database.path.parent}: {archive.database.failure}")
    return added


class PuzzleLog:
    """The answers in the file of an archive."""

    def __init__(self, database: Database):
        self.database = database

    def answers(self) -> list[PuzzleAnswer]:
        """All answers, in the order in which they were given; rows that are damaged are left out."""
        rows = self.database.read(read_rows) or []
        return [answer for row in rows if (answer := read_answer(row)) is not None]

    def add(self, answer: PuzzleAnswer, text: str, origin: str) -> str:
        """Keep an answer, if it is the first to its puzzle; why it could not be kept, empty if it is.

        text  what was answered;  origin  where the puzzle comes from.
        """
        day = answer.day.isoformat() if answer.daily else None
        row = (timestamp(), answer.day.isoformat(), answer.game, text, answer.rating, answer.score, day, origin)

        def write(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM puzzles WHERE game = ?", (answer.game,)).fetchone() is None:
                db.execute(
                    "INSERT INTO puzzles (answered, day, game, answer, rating, score, daily, origin)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    row,
                )

        self.database.write(write)
        return self.database.failure


def read_rows(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Return the rows of all answers."""
    there = db.execute(
        "SELECT 1 FROM sqlite_master WHERE name = 'puzzles'"
    ).fetchone()  # an older file has no such table
    return db.execute("SELECT day, game, rating, score, daily FROM puzzles ORDER BY id").fetchall() if there else []


def read_answer(row: tuple[Any, ...]) -> PuzzleAnswer | None:
    """Return the answer in that row; None if it is damaged."""
    from referee.statistics.personal_record import PuzzleAnswer  # which the start of a match does not need

    day, game, rating, score, daily = row
    try:
        return PuzzleAnswer(date.fromisoformat(day), str(game), int(rating), float(score), daily is not None)
    except (TypeError, ValueError):
        return None


def answers_in(database: Database, game: str = "") -> list[PuzzleAnswer]:
    """Return the answers to puzzles of a game, or of all; a game without options stands for all of its variants."""
    found = PuzzleLog(database).answers()
    return [each for each in found if not game or is_variant(games.CATALOGUE, games.split_position(each.game)[0], game)]
