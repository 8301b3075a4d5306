"""The journal of tournaments: every game is written down as soon as it is finished, so that none is played twice.

It is one SQLite file in the person's data folder, or in the folder that REFEREE_DATA names. Each game is a transaction
of its own: a process that is killed loses only the games under way. What is read back is checked: a row that was
changed, or is not a result of its tournament, does not count, and its game is played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from games.base.data_folder import data_folder
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.running.game_task import GameTask, Result
from referee.storage.database import Database, StorageError
from referee.storage.store import Store, timestamp
from referee.support.complaints import complain as complain_plainly
from referee.tournaments import journal_tables
from referee.tournaments.journal_tables import GamesRead
from referee.tournaments.results import course_of, find_impossible, match_results, plan_as_json, take_result

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection
    from pathlib import Path

    from referee.tournaments.journal_tables import TournamentEntry
    from referee.tournaments.plan import Pairing, Tournament
    from referee.tournaments.results import Results

NAME = "tournaments-1.sqlite"  # the number is the version of its tables

Play = Callable[[Sequence[GameTask]], Iterator[Result]]  # plays games; when closed it starts no more


class Journal(Store):
    """The journal in a folder. It writes down one tournament at a time: the one of the last `begin` or `resume`.

    Methods that use the file raise StorageError if that fails.

    complain  gets one line for each thing that is damaged.
    number    of that tournament, None if there is none; it changes if the file is replaced by a new one.
    file      the inode of the file in which it has that number.
    recorded  its results by their numbers, without notes.
    """

    item, table = "tournament", "tournaments"

    def __init__(self, folder: Path, complain: Callable[[str], None] = complain_plainly):
        what, orphans = "journal of tournaments", journal_tables.restore_orphans
        super().__init__(Database(folder / NAME, journal_tables.TABLES, what, complain, orphans, strict=True))
        self.number: int | None = None
        self.file = 0
        self.tournament: Tournament | None = None
        self.recorded: dict[int, Result] = {}
        self.sealed: tuple[int, Tournament | None, str] = (0, None, "")  # number, plan, and the seal of their games

    def close(self) -> None:
        super().close()
        self.number = None

    def begin(self, tournament: Tournament) -> int:
        """Begin a new tournament, and return its number, from 1."""

        def write(db: sqlite3.Connection) -> int:
            self.release(db)
            return journal_tables.insert_tournament(db, tournament, self.lock.name)

        number = self.database.write(write) or 0
        self.number, self.tournament, self.recorded, self.file = number, tournament, {}, self.database.inode
        return number

    def resume(self, number: int) -> Tournament:
        """Go on with the tournament `number`, and return its plan.

        Raises SpecError if there is none, and while another process plays it.
        """

        def write(db: sqlite3.Connection) -> bool:
            self.release(db)
            kept = journal_tables.read_entry(db, number, self.lock.alive)
            if kept is None or kept.playing:
                return False
            self.claim(db, number)
            db.execute("UPDATE tournaments SET over = 0 WHERE id = ?", (number,))
            return True

        entry = self.entry(number)
        if not self.database.write(write):
            raise SpecError(f"tournament {number} is being played right now")
        self.number, self.tournament, self.file = number, entry.tournament, self.database.inode
        self.recorded, damaged, unsealed = self.read_games(entry)
        self.drop(damaged)
        self.seal(unsealed)
        return entry.tournament

    def note(self, result: Result) -> None:
        """Save a finished game of the current tournament, unless it is saved already."""
        if result.number not in self.recorded:
            self.number = self.database.write(lambda db: self.write(db, result))
            self.recorded[result.number] = journal_tables.without_notes(result)

    def write(self, db: sqlite3.Connection, *results: Result) -> int | None:
        """Write these results, or all results if the file was replaced; return the tournament's number."""
        number = self.number or 0
        if self.tournament is None:
            return self.number
        there = self.is_played(db, number, self.lock.known)
        if there:
            db.execute("UPDATE tournaments SET changed = ? WHERE id = ?", (timestamp(), number))
        else:
            self.lock.leave()  # the file that shows this process may be gone too
            number = journal_tables.insert_tournament(db, self.tournament, self.lock.name)
        if not there or self.file != self.database.inode:
            results = (*self.recorded.values(), *results)
        if self.sealed[:2] != (number, self.tournament):
            self.sealed = number, self.tournament, journal_tables.seal_games(number, plan_as_json(self.tournament))
        for result in results:
            ended = None if result.number in self.recorded else timestamp()
            journal_tables.insert_game(db, number, result, self.sealed[2], ended)
        self.file = self.database.inode
        return number

    def revise(self, new: Tournament) -> None:
        """Replace the plan of the current tournament, a class: it has more players at its end, or other anchors."""
        old = self.tournament

        def write(db: sqlite3.Connection) -> int | None:
            self.tournament = new
            number = self.write(db)
            journal_tables.update_plan(db, number or 0, new)
            return number

        try:
            self.number = self.database.write(write)
        except StorageError:
            self.tournament = old
            raise

    def seal(self, numbers: Collection[int]) -> None:
        """Add the digests of these games and of the plan, which an older version did not write."""
        tournament, number = self.tournament, self.number
        if not numbers or tournament is None or number is None:
            return

        def write(db: sqlite3.Connection) -> None:
            journal_tables.insert_plan(db, number, tournament)
            journal_tables.insert_digests(db, number, plan_as_json(tournament), numbers)

        self.database.write(write)

    def drop(self, numbers: Collection[object]) -> None:
        """Delete these games of the current tournament, which were damaged; they will be played again."""
        if numbers:
            self.remove(numbers)
            self.complain(f"{count_damaged(len(numbers), self.number)} and will be played again")

    def remove(self, numbers: Collection[object]) -> None:
        """Delete these games of the current tournament."""
        if not numbers:
            return
        for number in numbers:
            self.recorded.pop(number, None)  # type: ignore[call-overload]

        def write(db: sqlite3.Connection) -> int | None:
            here = self.write(db)  # not another tournament that stands there now
            rows = [(here, number) for number in numbers]
            for table in ("games", "notes"):
                db.executemany(f"DELETE FROM {table} WHERE tournament = ? AND number IS ?", rows)  # noqa: S608  # our own names
            return here

        self.number = self.database.write(write)

    def finish(self) -> None:
        """Write down that the tournament is over."""

        def write(db: sqlite3.Connection) -> int | None:
            number = self.write(db)
            db.execute("UPDATE tournaments SET over = 1, process = NULL WHERE id = ?", (number,))
            return number

        self.number = self.database.write(write)

    def results(self, number: int) -> dict[int, Result]:
        """Return the results of a tournament by their numbers, without notes. Skips damaged ones with a complaint."""
        found, damaged, _ = self.read_games(self.entry(number))
        if damaged:
            many = "is" if len(damaged) == 1 else "are"
            self.complain(f"{count_damaged(len(damaged), number)}, and {many} not counted")
        return found

    def result(self, number: int, game: int) -> Result:
        """Return the result of one game of a tournament. Raises SpecError if there is none, or it is damaged."""
        found, damaged, _ = self.read_games(self.entry(number))
        if game in damaged:
            again = f"referee tournament --resume {number} plays it again"
            raise SpecError(f"game {game} of tournament {number} is damaged; {again}")
        if game not in found:
            there = f"games finished: {len(found)}, the last is {max(found)}" if found else "none is finished yet"
            raise SpecError(f"tournament {number} has no game {game} ({there})")
        return found[game]

    def noted(self, result: Result, number: int | None = None) -> Result:
        """Return a result of a tournament, by default the current one, with the notes on its moves."""
        number = number or self.number or 0
        return self.database.read(lambda db: journal_tables.with_notes(db, number, result)) or result

    def day(self, game: int, number: int | None = None) -> str:
        """Return the date here on which a game of a tournament, by default the current one, ended; "" if unknown."""
        number = number or self.number or 0
        return self.database.read(lambda db: journal_tables.read_day(db, number, game)) or ""

    def read_games(self, entry: TournamentEntry) -> GamesRead:
        """Return the games of a tournament; those without a digest are checked by replaying them."""
        read = self.database.read(lambda db: journal_tables.read_games(db, entry.number, entry.tournament))
        found, damaged, unsealed = read or GamesRead({}, [], [])
        wrong = find_impossible(entry.tournament, found, unsealed) if unsealed else []
        found = {number: result for number, result in found.items() if number not in wrong}
        return GamesRead(found, [*damaged, *wrong], [number for number in unsealed if number in found])

    def load(self, number: int) -> Tournament:
        """Return the plan of the tournament `number`. Raises SpecError if there is none, or it is damaged."""
        return self.entry(number).tournament

    def entry(self, number: int) -> TournamentEntry:
        """Return the entry of the tournament `number`. Raises SpecError if there is none, or it is damaged."""
        try:
            found = self.read_entry(number) if number <= self.last() else None
        except (ValueError, TypeError) as error:
            raise SpecError(f"tournament {number} is damaged: {error}") from error
        if found is None:
            raise self.no_such(str(number))
        return found

    def entries(self) -> list[TournamentEntry]:
        """Return the tournaments, the newest first. Skips damaged ones with a complaint."""
        entries = []
        for number in self.numbers():
            try:
                entries.append(self.read_entry(number))
            except (ValueError, TypeError):
                self.complain(f"tournament {number} is damaged")
        return [entry for entry in entries if entry]

    def read_entry(self, number: int) -> TournamentEntry | None:
        """Return the entry of the tournament `number`; None if there is none. Raises ValueError and TypeError."""
        return self.database.read(lambda db: journal_tables.read_entry(db, number, self.lock.alive))


def count_damaged(count: int, number: int | None) -> str:
    """Return the beginning of a sentence: `count` games of the tournament `number` are damaged."""
    return f"{format_count(count, 'game')} of tournament {number} {'was' if count == 1 else 'were'} kept damaged"


def open_journal() -> Journal:
    """Return the journal of this person."""
    return Journal(data_folder())


class Tasks(Sequence[GameTask]):
    """The tasks of games of a tournament, each made when it is asked for: a test has many that are never played."""

    def __init__(self, tournament: Tournament, pairings: Sequence[Pairing]):
        self.tournament, self.pairings = tournament, pairings

    def __len__(self) -> int:
        return len(self.pairings)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Tasks(self.tournament, self.pairings[place])
        return self.tournament.task(self.pairings[place])


@dataclass(frozen=True)
class Progress:
    """The progress of a tournament.

    results  of all finished games;  last  the newest of them, None at the beginning and at the end.
    due      the number of all games, as far as it is known: fewer once a test is decided.
    over     whether no game is missing.
    """

    results: Results
    due: int
    last: Result | None = None
    over: bool = False


def play_missing(journal: Journal, play: Play) -> Iterator[Progress]:
    """Play the missing games of the journal's current tournament; yield the progress first and after each game.

    Raises SpecError if it cannot be played, StorageError if a game cannot be saved, KeyboardInterrupt after Ctrl-C. All
    games finished before are saved in any case.
    """
    tournament = journal.tournament
    if tournament is None:
        raise RuntimeError("no tournament was begun")
    while True:
        known, fit = match_results(tournament, journal.recorded)
        course = course_of(tournament, fit)
        journal.remove([number for number in journal.recorded if course and course.end and number >= course.end])
        journal.drop([number for number in journal.recorded if number not in fit])
        left = [pairing for pairing in known.pairings if pairing.number not in fit]
        yield Progress(journal.recorded, known.due, over=not left)
        if not left:
            journal.finish()
            return
        with closing(play(Tasks(tournament, left))) as results:  # type: ignore[type-var]
            for result in results:
                try:
                    journal.note(result)
                except KeyboardInterrupt:  # the game is saved nevertheless
                    journal.note(result)
                    raise
                if course:
                    take_result(course, result)
                yield Progress(journal.recorded, (course and course.end) or known.due, result)
                if course and course.end:
                    break
        if left[0].number not in journal.recorded:
            raise RuntimeError(f"game {left[0].number} was to be played, and was not")
