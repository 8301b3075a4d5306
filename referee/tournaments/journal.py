"""The journal of tournaments: every game written down as it is finished, so that none is ever played twice.

One SQLite file in the person's folder for data, or in the one that REFEREE_DATA names. Each game is a transaction of
its own: a process that is killed loses the games under way and no others. What is read back is checked: a row that is
not a result of its tournament, or was changed, does not count, and its game is played again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from games.base.data_folder import data_folder
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.storage.database import Database, StorageError
from referee.storage.process_lock import ProcessLock
from referee.support.complaints import complain as complain_plainly
from referee.tournaments import journal_tables
from referee.tournaments.journal_tables import GamesRead
from referee.tournaments.results import find_impossible, plan_as_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection
    from pathlib import Path

    from referee.running.game_task import Result
    from referee.tournaments.journal_tables import TournamentEntry
    from referee.tournaments.plan import Tournament

NAME = "tournaments-1.sqlite"  # the number is that of the shape of its tables
WHAT = "journal of tournaments"


class Journal:
    """The journal in that folder. `complain` gets a line for what is damaged.

    It writes down one tournament at a time, that of `begin` or `resume`. Methods that use the file raise
    StorageError if that fails.

    number    of that tournament, None if there is none; it changes if the file had to be begun anew.
    recorded  its results by their numbers.
    """

    def __init__(self, folder: Path, complain: Callable[[str], None] = complain_plainly):
        self.complain = complain
        self.database = Database(
            folder / NAME, journal_tables.TABLES, WHAT, complain, journal_tables.restore_orphans, strict=True
        )
        self.presence = ProcessLock(folder)
        self.number: int | None = None
        self.tournament: Tournament | None = None
        self.recorded: dict[int, Result] = {}
        self.file = 0  # in which they stand

    def begin(self, tournament: Tournament) -> int:
        """Begin a new tournament, and return its number, from 1."""

        def write(db: sqlite3.Connection) -> int:
            self.release(db)
            return journal_tables.insert_tournament(db, tournament, self.presence.name)

        number = self.database.write(write) or 0
        self.number, self.tournament, self.recorded, self.file = number, tournament, {}, self.database.inode
        return number

    def resume(self, number: int) -> Tournament:
        """Go on with the tournament of that number, and return its plan.

        Raises SpecError if there is none, and while another process plays it.
        """

        def write(db: sqlite3.Connection) -> bool:
            self.release(db)
            kept = journal_tables.read_entry(db, number, self.presence.alive)
            if kept is None or kept.playing:
                return False
            db.execute("UPDATE tournaments SET process = ?, over = 0 WHERE id = ?", (self.presence.name, number))
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
            self.recorded[result.number] = result

    def write(self, db: sqlite3.Connection, *results: Result) -> int | None:
        """Write these results, or all results if the file was replaced; return the tournament's number."""
        number = self.number or 0
        if self.tournament is None:
            return self.number
        there = journal_tables.mark_changed(db, number, self.presence.known or "")
        if not there:
            self.presence.leave()  # the file by which others see this process may be gone too
            number = journal_tables.insert_tournament(db, self.tournament, self.presence.name)
        if not there or self.file != self.database.inode:
            results = (*self.recorded.values(), *results)
        plan = plan_as_json(self.tournament)
        for result in results:
            journal_tables.insert_game(db, number, result, plan)
        self.file = self.database.inode
        return number

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
        """Delete these games of the current tournament; they will be played again."""
        if not numbers:
            return
        for number in numbers:
            self.recorded.pop(number, None)  # type: ignore[call-overload]

        def write(db: sqlite3.Connection) -> int | None:
            here = self.write(db)  # not another tournament that stands there now
            rows = [(here, number) for number in numbers]
            db.executemany("DELETE FROM games WHERE tournament = ? AND number IS ?", rows)
            return here

        self.number = self.database.write(write)
        self.complain(f"{count_damaged(len(numbers), self.number)} and will be played again")

    def finish(self) -> None:
        """Write down that the tournament is over."""

        def write(db: sqlite3.Connection) -> int | None:
            number = self.write(db)
            db.execute("UPDATE tournaments SET over = 1, process = NULL WHERE id = ?", (number,))
            return number

        self.number = self.database.write(write)

    def results(self, number: int) -> dict[int, Result]:
        """Return the results of a tournament by their numbers; damaged ones are left out with a complaint."""
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

    def read_games(self, entry: TournamentEntry) -> GamesRead:
        """Return the games of a tournament; those without a digest are checked by replaying them."""
        read = self.database.read(lambda db: journal_tables.read_games(db, entry.number, entry.tournament))
        found, damaged, unsealed = read or GamesRead({}, [], [])
        wrong = find_impossible(entry.tournament, found, unsealed) if unsealed else []
        found = {number: result for number, result in found.items() if number not in wrong}
        return GamesRead(found, [*damaged, *wrong], [number for number in unsealed if number in found])

    def load(self, number: int) -> Tournament:
        """Return the plan of the tournament of that number. Raises SpecError if there is none, or it is damaged."""
        return self.entry(number).tournament

    def entry(self, number: int) -> TournamentEntry:
        """Return the entry of the tournament of that number. Raises SpecError if there is none, or it is damaged."""
        try:
            found = self.read_entry(number) if number <= self.last() else None
        except (ValueError, TypeError) as error:
            raise SpecError(f"tournament {number} is damaged: {error}") from error
        if found is None:
            raise self.no_such_tournament(str(number))
        return found

    def no_such_tournament(self, number: str) -> SpecError:
        """Return the error to raise if there is no tournament of that number."""
        last = self.last()
        there = "none is kept yet" if not last else f"tournaments: 1 to {last}" if last > 1 else "tournaments: 1"
        return SpecError(f"there is no tournament {number} ({there})")

    def entries(self) -> list[TournamentEntry]:
        """Return the tournaments, the newest first; damaged ones are left out with a complaint."""
        entries = []
        for number in self.database.read(journal_tables.tournament_numbers) or []:
            try:
                entries.append(self.read_entry(number))
            except (ValueError, TypeError):
                self.complain(f"tournament {number} is damaged")
        return [entry for entry in entries if entry]

    def read_entry(self, number: int) -> TournamentEntry | None:
        """Return the entry of the tournament of that number, None if there is none. Raises ValueError, TypeError."""
        return self.database.read(lambda db: journal_tables.read_entry(db, number, self.presence.alive))

    def last(self) -> int:
        """Return the largest number of a tournament, 0 if there is none."""
        return self.database.read(journal_tables.last_number) or 0

    def close(self) -> None:
        """Let other processes go on with the tournament, and close the file; later calls open it again."""
        if self.presence.known:
            with suppress(StorageError):  # other processes see anyway that this one has ended
                self.database.write(self.release)
        self.presence.leave()
        self.database.close()
        self.number = None

    def release(self, db: sqlite3.Connection) -> None:
        """Record that this process does not play a tournament any more."""
        if self.presence.known:
            db.execute("UPDATE tournaments SET process = NULL WHERE process = ?", (self.presence.name,))


def count_damaged(count: int, number: int | None) -> str:
    """Return the beginning of a sentence: so many games of that tournament are damaged."""
    return f"{format_count(count, 'game')} of tournament {number} {'was' if count == 1 else 'were'} kept damaged"


def open_journal() -> Journal:
    """Return the journal of this person."""
    return Journal(data_folder())
