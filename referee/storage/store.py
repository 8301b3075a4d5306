"""What the archive of matches and the journal of tournaments share: numbered rows, and which row a process plays.

A process that plays a row writes the name of its lock into it. The lock is SQLite's own on a file beside the store, so
it works wherever the store does. It ends with the process: a process that was killed leaves the file, but no lock. The
number of a process would prove nothing, because it may belong to another one later.
"""

import os
import re
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from games.names.catalogue import SpecError
from referee.storage.database import Database, StorageError

NAME = re.compile("[0-9a-f]{16}")


class ProcessLock:
    """The lock of one process in a folder, taken when its name is first asked for."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.known: str | None = None
        self.lock: sqlite3.Connection | None = None

    @property
    def name(self) -> str:
        """The name by which others find this process. Raises sqlite3.Error."""
        while self.known is None:
            self.sweep()
            self.take(os.urandom(8).hex())  # `secrets` does the same, and takes 5 ms to import
        return self.known

    def take(self, name: str) -> None:
        """Take the lock called `name`, unless another process removes its file meanwhile. Raises sqlite3.Error."""
        lock = sqlite3.connect(self.path(name), isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
            if self.path(name).exists():
                self.known, self.lock = name, lock
            else:
                lock.close()
        except sqlite3.Error as error:
            lock.close()
            removed = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_IOERR and not self.path(name).exists()
            with suppress(OSError):
                self.path(name).unlink()
            if not removed:
                raise

    def path(self, name: str) -> Path:
        """Return the file of the lock called `name`."""
        return self.folder / f"playing-{name}.lock"

    def alive(self, name: object) -> bool:
        """Return whether the process of the lock called `name` runs. Changes nothing."""
        if not isinstance(name, str) or not NAME.fullmatch(name) or not self.path(name).exists():
            return False
        try:
            where = f"{self.path(name).absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(where, timeout=0, uri=True)) as probe:
                probe.execute("SELECT * FROM sqlite_master")
        except sqlite3.Error as error:
            return (error.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        return False

    def sweep(self) -> None:
        """Remove the files of processes that were killed, each while its lock is held here."""
        for path in self.folder.glob("playing-*.lock"):
            with suppress(OSError, sqlite3.Error):  # a process holds the lock, or was faster
                where = f"{path.absolute().as_uri()}?mode=rw"
                with closing(sqlite3.connect(where, timeout=0, isolation_level=None, uri=True)) as lock:
                    lock.execute("BEGIN EXCLUSIVE")
                    with suppress(PermissionError):  # Windows removes no open file
                        path.unlink()
                path.unlink(missing_ok=True)
                path.with_name(f"{path.name}-journal").unlink(missing_ok=True)

    def renew(self) -> None:
        """Release the lock if its file is gone, so that another one is taken."""
        if self.known and not self.path(self.known).exists():
            self.leave()

    def leave(self) -> None:
        """Release the lock."""
        if self.lock is not None and self.known is not None:
            self.lock.close()
            with suppress(OSError):  # the folder may be gone, or read-only by now
                self.path(self.known).unlink()
            self.sweep()
        self.lock = self.known = None


class Store:
    """A table of numbered rows in an SQLite file. This process plays some of them."""

    item: ClassVar[str]  # what a row is called
    table: ClassVar[str]

    def __init__(self, database: Database):
        self.database, self.complain = database, database.complain
        self.lock = ProcessLock(database.path.parent)

    def numbers(self) -> list[int]:
        """Return the numbers of all rows, the newest first."""
        query = f"SELECT id FROM {self.table} ORDER BY id DESC"  # noqa: S608  # our own name
        return self.database.read(lambda db: [number for (number,) in db.execute(query)]) or []

    def last(self) -> int:
        """Return the largest number of a row; 0 if there is none."""
        return max(self.numbers(), default=0)

    def no_such(self, number: str) -> SpecError:
        """Return the error to raise if there is no row with the number `number`."""
        last = self.last()
        there = "none is kept yet" if not last else f"{self.table}: 1{f' to {last}' if last > 1 else ''}"
        return SpecError(f"there is no {self.item} {number} ({there})")

    def is_played(self, db: sqlite3.Connection, number: int, process: str | None) -> bool:
        """Return whether the row `number` is there and marked as played by the process of that lock."""
        query = f"SELECT 1 FROM {self.table} WHERE id = ? AND process = ?"  # noqa: S608  # our own name
        return db.execute(query, (number, process)).fetchone() is not None

    def claim(self, db: sqlite3.Connection, number: int) -> None:
        """Mark that this process plays the row `number`."""
        db.execute(f"UPDATE {self.table} SET process = ? WHERE id = ?", (self.lock.name, number))  # noqa: S608

    def release(self, db: sqlite3.Connection) -> None:
        """Mark that this process plays no row."""
        if self.lock.known:
            db.execute(f"UPDATE {self.table} SET process = NULL WHERE process = ?", (self.lock.known,))  # noqa: S608

    def close(self) -> None:
        """Let other processes go on with the rows, and close the file. Later calls open it again."""
        if self.lock.known:
            with suppress(StorageError):  # others see anyway that this process has ended
                self.database.write(self.release)
        self.lock.leave()
        self.database.close()


def timestamp() -> str:
    """Return the time in UTC, as ISO 8601 writes it."""
    return datetime.now(UTC).isoformat()


def local_day(moment: datetime | None = None) -> str:
    """Return the date of `moment` here, by default of now, as ISO 8601 writes it."""
    return (moment or datetime.now(UTC)).astimezone().date().isoformat()
