"""The archive: every match a person looked at, move by move, matches from elsewhere, and answers to puzzles.

It is one SQLite file in the person's data folder, or in the folder that REFEREE_DATA names. Each event is a transaction
of its own, so a process that is killed loses only the move that was being typed. Several processes may write at once.
If the file is removed, a new one gets the matches that are being played, as a whole. If it is damaged, everything that
can be read is salvaged first. If the archive cannot be written, a match goes on, its `trouble` says why it is not kept,
and later events try to write everything that is missing.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import games
from games.base.data_folder import data_folder
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec
from referee.match.clocks import UNLIMITED, Control
from referee.match.record import Heading, replay_texts
from referee.storage import archive_tables
from referee.storage.database import Database
from referee.storage.kept_match import KeptMatch
from referee.storage.saved_match import is_variant
from referee.storage.store import Store, timestamp
from referee.support.complaints import complain as complain_plainly

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from referee.match.record import Record
    from referee.match.series import Series
    from referee.statistics.personal_record import PuzzleAnswer
    from referee.storage.kept_match import Begun
    from referee.storage.saved_match import SavedMatch, Selection

NAME = "matches-1.sqlite"  # the number is the version of its tables


class Archive(Store):
    """The archive in a folder. It writes down any number of matches at once: each is a KeptMatch.

    complain  gets one line for each thing that goes wrong.
    """

    item, table = "match", "matches"

    def __init__(self, folder: Path, complain: Callable[[str], None] = complain_plainly):
        orphans = archive_tables.remove_orphans
        super().__init__(Database(folder / NAME, archive_tables.TABLES, "archive of matches", complain, orphans))
        self.matches: WeakSet[KeptMatch] = WeakSet()  # those that may be under way

    def begin(
        self,
        heading: Heading,
        control: Control = UNLIMITED,
        opening: Sequence[str] = (),
        series: Series | None = None,
    ) -> KeptMatch:
        """Return a new match that is written down from now on. Raises SpecError for an illegal opening.

        series  the series that the match is the next game of.
        """
        begun = heading, control, single_moves(heading.game, opening), series

        with self.database.alone:
            number = self.database.write(lambda db: archive_tables.insert_match(db, *begun, self.lock.name))
            return self.kept(begun, number)

    def kept(self, begun: Begun, number: int | None, resumed: SavedMatch | None = None) -> KeptMatch:
        """Return a match that is written down from now on, as the last write has left it."""
        match = KeptMatch(self, self.find, begun, number, resumed)
        self.matches.add(match)
        return match

    def add_waiting(
        self, heading: Heading, control: Control, opening: Sequence[str], series: Series | None
    ) -> int | None:
        """Return the number of a match that nobody plays yet, the next game of a series; None if it cannot be kept."""
        begun = heading, control, single_moves(heading.game, opening), series
        return self.database.write(lambda db: archive_tables.insert_match(db, *begun, None))

    def resume(self, number: int) -> KeptMatch:
        """Return the match with that number; how it goes on is written down from now on.

        Raises SpecError if there is no such match, if it is over, and while somebody plays it.
        """

        def write(db: sqlite3.Connection) -> str | None:
            kept = archive_tables.read_match(db, number, self.lock.alive)
            if kept and kept.how is None and not kept.playing:
                self.claim(db, number)
                return None
            return f"match {number} is {'being played right now' if kept and kept.playing else 'over'}"

        with self.database.alone:
            read = self.load(number)
            if why := self.database.write(write):
                raise SpecError(why)
            begun = read.heading, read.control, read.opening, read.series
            return self.kept(begun, None, read) if self.database.failure else self.kept(begun, number)

    def entries(self, most: int | None = None, wanted: Selection | None = None) -> list[SavedMatch]:
        """Return the matches that `each` yields, at most `most`."""
        return list(islice(self.each(wanted), most))

    def each(self, wanted: Selection | None = None) -> Iterator[SavedMatch]:
        """Yield the matches, or the wanted ones, the newest first; each is read only when it is asked for.

        Skips matches without moves; skips damaged ones with a complaint.
        """
        found = (self.find(number) for number in self.numbers())
        begun = (kept for kept in found if kept and kept.begun)
        return (kept for kept in begun if (wanted is None or wanted.holds(kept)) and self.is_plausible(kept))

    def results(self, most: int | None = None) -> list[archive_tables.MatchResult]:
        """Return the results of matches that are over, at most `most`, the last first. They are not replayed."""
        return self.database.read(lambda db: archive_tables.last_results(db, most)) or []

    def is_plausible(self, kept: SavedMatch) -> bool:
        """Return whether the rules allow the match; complain if they do not.

        Without its rules a match is believed, and so is a match of a person's own file, which may have changed.
        """
        if is_file_spec(kept.heading.game):
            return True
        with suppress(SpecError):
            games.load(kept.heading.game)
            try:
                kept.replay()
            except SpecError as error:
                self.complain(str(error))
                return False
        return True

    def load(self, number: int) -> SavedMatch:
        """Return the match `number`. Raises SpecError if there is none."""
        kept = self.find(number) if 0 < number <= self.last() else None
        if kept is None:
            raise self.no_such(str(number))
        return kept

    def unfinished(self) -> int | None:
        """Return the unfinished match that was played last and is not being played; None if there is none.

        A match without a move counts only if it is not the first game of its series.
        """

        def read(db: sqlite3.Connection) -> int | None:
            found = archive_tables.unfinished_matches(db)
            return next((number for number, process in found if not self.lock.alive(process)), None)

        return self.database.read(read)

    def finished(self) -> int | None:
        """Return the match with a move that ended last; None if there is none."""
        return self.database.read(archive_tables.last_finished)

    def close(self) -> None:
        """Let other processes go on with all matches, and close the file."""
        for match in list(self.matches):
            match.closed = True
        super().close()

    def find(self, number: int) -> SavedMatch | None:
        """Return the match `number`; None if there is none, or, with a complaint, if it is damaged."""
        try:
            return self.database.read(lambda db: archive_tables.read_match(db, number, self.lock.alive))
        except (ValueError, TypeError, LookupError, AttributeError):
            self.complain(f"match {number} is damaged")
            return None


def single_moves(game: str, opening: Sequence[str]) -> list[str]:
    """Return the texts of the single moves of an opening. Raises SpecError if it is illegal."""
    return [moved.text for moved in replay_texts(game, opening)]


def open_archive() -> Archive:
    """Return the archive of this person."""
    return Archive(data_folder())


def add_record(archive: Archive, record: Record, day: str = "") -> tuple[int, bool]:
    """Return the number of the match of `record` in the archive, and whether it is new there, as `add_records` does."""
    return add_records(archive, [(record, day, ())])[0]


def add_records(archive: Archive, played: Sequence[tuple[Record, str, Sequence[int]]]) -> list[tuple[int, bool]]:
    """Return the numbers of matches in the archive, and whether each is new there. They are added in one transaction.

    A match with the same game, names, moves and end is not added again, but gets the notes if it has none. Raises
    SpecError if the archive cannot be written, or if the rules do not allow the moves.

    played  each match; the day on which it was played, as in "2024-05-01", which is kept as midnight, local time, and
            "" is now; and the seat of each move if the rules have been asked already, otherwise ().
    """
    found = [(record, moved_by(record, seats), began_on(day)) for record, day, seats in played]

    def write(db: sqlite3.Connection) -> list[tuple[int, bool]]:
        added: list[tuple[int, bool]] = []
        for record, moved, began in found:
            held = archive_tables.find_record(db, record)
            number = archive_tables.insert_record(db, record, moved, began) if held is None else held
            if held is not None:
                archive_tables.add_notes(db, held, record.notes)
            added.append((number, held is None))
        return added

    added = archive.database.write(write)
    if added is None:
        raise SpecError(f"{archive.database.path.parent}: {archive.database.failure}")
    return added


def moved_by(record: Record, seats: Sequence[int]) -> Sequence[tuple[int, str]]:
    """Return the seat and the text of each move, which are replayed unless the seats are known. Raises SpecError."""
    texts = record.moves.split()
    if seats:
        return list(zip(seats, texts, strict=True))
    return [(moved.seat, moved.text) for moved in replay_texts(record.game, texts, record.names)]


def began_on(day: str) -> datetime:
    """Return the beginning of a day, local time; now for ""."""
    return datetime.fromisoformat(day).astimezone() if day else datetime.now(UTC)


class PuzzleLog:
    """The answers to puzzles in the file of an archive."""

    def __init__(self, database: Database):
        self.database = database

    def answers(self, game: str = "") -> list[PuzzleAnswer]:
        """Return the answers in the order in which they were given. Skips damaged rows.

        game  the only game to count, "" for all; without options it stands for all of its variants.
        """
        query = "SELECT day, game, rating, score, daily FROM puzzles ORDER BY id"
        rows = self.database.read(lambda db: db.execute(query).fetchall()) or []
        found = [answer for row in rows if (answer := read_answer(row)) is not None]
        if not game:
            return found
        return [each for each in found if is_variant(games.CATALOGUE, games.split_position(each.game)[0], game)]

    def add(self, answer: PuzzleAnswer, text: str, origin: str) -> str:
        """Keep an answer if it is the first to its puzzle. Return why it could not be kept, "" if it could.

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


def read_answer(row: tuple[Any, ...]) -> PuzzleAnswer | None:
    """Return the answer in a row; None if it is damaged."""
    from referee.statistics.personal_record import PuzzleAnswer  # the start of a match does not need it

    day, game, rating, score, daily = row
    try:
        return PuzzleAnswer(date.fromisoformat(day), str(game), int(rating), float(score), daily is not None)
    except (TypeError, ValueError):
        return None
