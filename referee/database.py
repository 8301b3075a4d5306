"""One SQLite file that several processes write, and that outlives whatever happens to them and to it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import TypeVar

PATIENCE = 5.0  # seconds in all that it waits for another process to end its writing
TRIES = 20  # of what SQLite does not wait for by itself
BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

Answer = TypeVar("Answer")


class Replaced(OSError):
    """Another file stands in the place of the one that was opened."""


class Unkept(Exception):
    """What must be kept cannot be; one line on why."""


class Database:
    """A file with those tables; `what` it is called in what it complains of.

    A damaged file is put aside and begun anew, and nothing is ever deleted. Where it cannot be worked with it says so
    once, in one line, and from then on does nothing; a strict one raises Unkept, each time that it cannot be.
    """

    def __init__(self, path: Path, tables: str, what: str, complain: Callable[[str], None], strict: bool = False):
        self.path = path
        self.tables = tables
        self.what = what
        self.complain = complain
        self.strict = strict
        self.works = True
        self.db: sqlite3.Connection | None = None
        self.inode = 0  # of the file that is open
        self.patience = PATIENCE
        self.alone = RLock()  # for the threads of this process, which share what is open

    def read(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        """What the work on the file comes to; None where there is no file to work on."""
        return self.ask(work, "BEGIN") if os.path.exists(self.path) else None  # noqa: PTH110  # never raises

    def write(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        """The same for work that changes it, in one transaction; the file is made where there is none."""
        return self.ask(work, "BEGIN IMMEDIATE")

    def ask(self, work: Callable[[sqlite3.Connection], Answer], begin: str) -> Answer | None:
        """What the work comes to, tried again where another process is in the way or the file is damaged."""
        end = monotonic() + self.patience
        for tried in count():
            if not self.works:
                break
            try:
                with self.alone, transaction(self.connected(), begin) as db:
                    answer = work(db)
                self.patience = PATIENCE
                return answer  # noqa: TRY300  # the transaction has ended well
            except (sqlite3.Error, OSError, UnicodeError) as error:
                self.close()
                code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
                if str(error).startswith("no such"):
                    code = sqlite3.SQLITE_CORRUPT  # its tables are not those that were made here
                again = tried < TRIES and monotonic() < end
                if code in BROKEN and again:
                    self.put_aside()
                elif (code in BUSY or isinstance(error, Replaced)) and again:
                    sleep(0.05)
                elif code in BUSY:
                    self.put_off(error)
                    break
                else:
                    self.give_up(error)
        return None

    def put_off(self, error: Exception) -> None:
        """Say once that others do not let this process in; it tries again the next time, and is soon done with it."""
        if self.strict:
            raise Unkept(f"the {self.what} in {self.path.parent} waits: {error}") from error
        if self.patience == PATIENCE:
            self.complain(f"the {self.what} in {self.path.parent} waits: {error}")
        self.patience = 0.0

    def connected(self) -> sqlite3.Connection:
        """The open file. Raises sqlite3.Error and OSError."""
        if self.db is not None and (self.db.in_transaction or self.found() != self.inode):
            self.close()  # Ctrl-C came between, or it was taken away and another may stand in its place
        if self.db is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.found():
                self.path.touch()
            self.inode = self.found()
            # A page on the screen may play in another thread than the one that began.
            db = sqlite3.connect(self.path, timeout=self.patience, isolation_level=None, check_same_thread=False)
            db.text_factory = lambda raw: raw.decode(errors="replace")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            if self.found() != self.inode:
                raise Replaced  # while it was opened: its log may be that of the other
            db.executescript(self.tables)
            self.db = db
        return self.db

    def found(self) -> int:
        """By what the file that stands there now is told from others, 0 where there is none."""
        try:
            return self.path.stat().st_ino
        except OSError:
            return 0

    def close(self) -> None:
        """Close the file, until it is asked again."""
        with self.alone:
            if self.db is not None:
                with suppress(sqlite3.Error):
                    self.db.close()
            self.db = None

    def put_aside(self) -> None:
        """Rename the file that is damaged, and what was still to be written into it."""
        try:
            with alone(self.path.with_name(f"{self.path.stem}-broken.lock")):
                if self.found() != self.inode:
                    return  # another process was faster, and maybe has begun anew
                aside = next(path for path in map(self.aside, count(1)) if not path.exists())
                with suppress(FileNotFoundError):
                    Path(f"{self.path}-wal").rename(f"{aside}-wal")  # first: else it would go into the new file
                Path(f"{self.path}-shm").unlink(missing_ok=True)  # no more than where to find what is in the other
                self.path.rename(aside)
        except (sqlite3.Error, OSError) as error:
            self.give_up(error)
        else:
            self.complain(f"the {self.what} was damaged and is begun anew; the old one is {aside}")

    def aside(self, number: int) -> Path:
        """Where a damaged file is put."""
        return self.path.with_name(f"{self.path.stem}-broken-{number}{self.path.suffix}")

    def give_up(self, error: Exception) -> None:
        """Say that the file cannot be worked with, and leave it alone."""
        if self.strict:
            raise Unkept(f"no {self.what} in {self.path.parent}: {error}") from error
        self.works = False
        self.complain(f"no {self.what} in {self.path.parent}: {error}")


@contextmanager
def transaction(db: sqlite3.Connection, begin: str) -> Iterator[sqlite3.Connection]:
    """A transaction, undone where anything is raised in it."""
    try:
        db.execute(begin)
        yield db
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """While this goes on, every other process that asks for the same waits. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
