"""The journal of tournaments: every game written down as it is finished, so that none is ever played twice.

One SQLite file in the person's folder for data, or in the one that REFEREE_DATA names. Each game is a transaction of
its own, which outlives the process from then on: killed at any moment, it loses the games under way and no other. What
is read back is not believed: a row that is no result of its tournament, or not as it was written down, does not count,
and its game is played again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from games.catalogue import SpecError
from referee.drawing.number_format import counted
from referee.solving.solve_cache import complain as complain_plainly
from referee.storage.archive import data_folder
from referee.storage.database import Database, StorageError
from referee.storage.process_lock import ProcessLock
from referee.tournament import tables
from referee.tournament.belief import unbelieved, written
from referee.tournament.tables import Read

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection
    from pathlib import Path

    from referee.running.game_task import Result
    from referee.tournament.plan import Tournament
    from referee.tournament.tables import Entry

NAME = "tournaments-1.sqlite"  # the number is that of the shape of its tables
WHAT = "journal of tournaments"


class Journal:
    """The journal in that folder; what it puts aside or passes over it complains of in one line.

    One tournament at a time is written down by it, that of `begin` or `resume`. All that works on the file raises
    Unkept where that cannot be done.

    number  of that tournament, None where there is none; another where the file was begun anew meanwhile.
    noted   its results by their numbers.
    """

    def __init__(self, folder: Path, complain: Callable[[str], None] = complain_plainly):
        self.complain = complain
        self.database = Database(folder / NAME, tables.TABLES, WHAT, complain, tables.mend, strict=True)
        self.presence = ProcessLock(folder)
        self.number: int | None = None
        self.tournament: Tournament | None = None
        self.noted: dict[int, Result] = {}
        self.file = 0  # in which they stand

    def begin(self, tournament: Tournament) -> int:
        """The number of a new tournament, from 1."""

        def write(db: sqlite3.Connection) -> int:
            self.release(db)
            return tables.insert(db, tournament, self.presence.name)

        number = self.database.write(write) or 0
        self.number, self.tournament, self.noted, self.file = number, tournament, {}, self.database.inode
        return number

    def resume(self, number: int) -> Tournament:
        """The tournament of that number, to be gone on with.

        Raises SpecError where there is none, and while another process plays it.
        """

        def write(db: sqlite3.Connection) -> bool:
            self.release(db)
            kept = tables.read(db, number, self.presence.alive)
            if kept is None or kept.playing:
                return False
            db.execute("UPDATE tournaments SET process = ?, over = 0 WHERE id = ?", (self.presence.name, number))
            return True

        entry = self.entry(number)
        if not self.database.write(write):
            raise SpecError(f"tournament {number} is being played right now")
        self.number, self.tournament, self.file = number, entry.tournament, self.database.inode
        self.noted, damaged, unsealed = self.read_games(entry)
        self.drop(damaged)
        self.seal(unsealed)
        return entry.tournament

    def note(self, result: Result) -> None:
        """Write down a finished game of the tournament that is written down; one that is noted already stays so."""
        if result.number not in self.noted:
            self.number = self.database.write(lambda db: self.write(db, result))
            self.noted[result.number] = result

    def write(self, db: sqlite3.Connection, *results: Result) -> int | None:
        """Write these down, and all where the file is another by now; the tournament's number."""
        number = self.number or 0
        if self.tournament is None:
            return self.number
        there = tables.touch(db, number, self.presence.known or "")
        if not there:
            self.presence.leave()  # what shows that this process is there may be gone with the file
            number = tables.insert(db, self.tournament, self.presence.name)
        if not there or self.file != self.database.inode:
            results = (*self.noted.values(), *results)
        plan = written(self.tournament)
        for result in results:
            tables.note(db, number, result, plan)
        self.file = self.database.inode
        return number

    def seal(self, numbers: Collection[int]) -> None:
        """Write down of these games, and of the plan, that they are believed, which an older version did not."""
        tournament, number = self.tournament, self.number
        if not numbers or tournament is None or number is None:
            return

        def write(db: sqlite3.Connection) -> None:
            tables.keep_plan(db, number, tournament)
            tables.seal(db, number, written(tournament), numbers)

        self.database.write(write)

    def drop(self, numbers: Collection[object]) -> None:
        """Forget these games of the tournament that is written down, which will be played again."""
        if not numbers:
            return
        for number in numbers:
            self.noted.pop(number, None)  # type: ignore[call-overload]

        def write(db: sqlite3.Connection) -> int | None:
            here = self.write(db)  # not another tournament that stands there now
            rows = [(here, number) for number in numbers]
            db.executemany("DELETE FROM games WHERE tournament = ? AND number IS ?", rows)
            return here

        self.number = self.database.write(write)
        self.complain(f"{passed_over(len(numbers), self.number)} and will be played again")

    def finish(self) -> None:
        """Write down that the tournament is over."""

        def write(db: sqlite3.Connection) -> int | None:
            number = self.write(db)
            db.execute("UPDATE tournaments SET over = 1, process = NULL WHERE id = ?", (number,))
            return number

        self.number = self.database.write(write)

    def results(self, number: int) -> dict[int, Result]:
        """The results of the tournament of that number by their numbers; damaged ones are left out with a complaint."""
        found, damaged, _ = self.read_games(self.entry(number))
        if damaged:
            many = "is" if len(damaged) == 1 else "are"
            self.complain(f"{passed_over(len(damaged), number)}, and {many} not counted")
        return found

    def result(self, number: int, game: int) -> Result:
        """That game of the tournament of that number. Raises SpecError where there is none, or it is damaged."""
        found, damaged, _ = self.read_games(self.entry(number))
        if game in damaged:
            again = f"referee tournament --resume {number} plays it again"
            raise SpecError(f"game {game} of tournament {number} is damaged; {again}")
        if game not in found:
            there = f"games finished: {len(found)}, the last is {max(found)}" if found else "none is finished yet"
            raise SpecError(f"tournament {number} has no game {game} ({there})")
        return found[game]

    def read_games(self, entry: Entry) -> Read:
        """The games of a tournament, each without a digest replayed."""
        read = self.database.read(lambda db: tables.read_games(db, entry.number, entry.tournament))
        found, damaged, unsealed = read or Read({}, [], [])
        wrong = unbelieved(entry.tournament, found, unsealed) if unsealed else []
        found = {number: result for number, result in found.items() if number not in wrong}
        return Read(found, [*damaged, *wrong], [number for number in unsealed if number in found])

    def load(self, number: int) -> Tournament:
        """The tournament of that number. Raises SpecError where there is none, or it is damaged."""
        return self.entry(number).tournament

    def entry(self, number: int) -> Entry:
        """The same with all that is known of it. Raises SpecError where there is none, or it is damaged."""
        try:
            found = self.found(number) if number <= self.last() else None
        except (ValueError, TypeError) as error:
            raise SpecError(f"tournament {number} is damaged: {error}") from error
        if found is None:
            raise self.absent(str(number))
        return found

    def absent(self, number: str) -> SpecError:
        """What to raise where there is no tournament of that number."""
        last = self.last()
        there = "none is kept yet" if not last else f"tournaments: 1 to {last}" if last > 1 else "tournaments: 1"
        return SpecError(f"there is no tournament {number} ({there})")

    def entries(self) -> list[Entry]:
        """The tournaments, the newest first; left out with a complaint are those that are damaged."""
        entries = []
        for number in self.database.read(tables.numbers) or []:
            try:
                entries.append(self.found(number))
            except (ValueError, TypeError):
                self.complain(f"tournament {number} is damaged")
        return [entry for entry in entries if entry]

    def found(self, number: int) -> Entry | None:
        """The tournament of that number, None where there is none. Raises ValueError, TypeError."""
        return self.database.read(lambda db: tables.read(db, number, self.presence.alive))

    def last(self) -> int:
        """The largest number of a tournament, 0 where there is none."""
        return self.database.read(tables.last) or 0

    def close(self) -> None:
        """Let others go on with the tournament, and close the file; what is asked afterwards opens it again."""
        if self.presence.known:
            with suppress(StorageError):  # others see that this process is gone anyway
                self.database.write(self.release)
        self.presence.leave()
        self.database.close()
        self.number = None

    def release(self, db: sqlite3.Connection) -> None:
        """Let nobody take this process for one that plays a tournament."""
        if self.presence.known:
            db.execute("UPDATE tournaments SET process = NULL WHERE process = ?", (self.presence.name,))


def passed_over(count: int, number: int | None) -> str:
    """That so many games of that tournament are damaged, in words that go on."""
    return f"{counted(count, 'game')} of tournament {number} {'was' if count == 1 else 'were'} kept damaged"


def open_journal() -> Journal:
    """The journal of this person."""
    return Journal(data_folder())
