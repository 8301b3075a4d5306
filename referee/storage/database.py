"""One SQLite file that several processes write, and that survives kills, full disks and damage.

A reader changes nothing. SQLite itself would create files beside a file with a log, or fail if the folder is read-only.
So a file with a log is read into memory, with the pages of the log in their places.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from shutil import disk_usage
from threading import RLock
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from games.base.notation import printable
from referee.storage.salvage import (
    Pages,
    log_path,
    missing_columns,
    read_frames,
    read_if_present,
    salvage,
    upgrade_tables,
)
from referee.support.complaints import NO_ROOM, describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterator


BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)  # the second for a quota or a limit
DISK_FULL, NO_MORE = "the disk is full", "the disk takes nothing more"  # the second if SQLite says nothing else
LEGACY = b"\1\1"  # in the header: no log, so that SQLite looks for none in memory
PATIENCE = 5.0  # seconds to wait for another process to finish writing
TRIES = 20  # if SQLite does not wait by itself
SCARCE = 16 << 20  # bytes free on the disk below which nothing is left in the log
PRIVATE = 0o700  # permissions of a folder that is made
LOG = 256  # pages of the log, after which they go into the file
SETTINGS = (
    "journal_mode = WAL", "synchronous = NORMAL", f"wal_autocheckpoint = {LOG}",
    "secure_delete = ON",  # what was deleted must not be salvaged
)  # fmt: skip
Answer = TypeVar("Answer")
Mend = Callable[[sqlite3.Connection], None]


class DiskFull(OSError):
    """Raised if the disk is almost full."""


def error_code(error: Exception) -> int:
    """Return the primary error code of SQLite; 0 if the error is not from SQLite."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def describe_failure(error: Exception) -> str:
    """Return why a file cannot be written, as a clause to follow a colon."""
    code = error_code(error)
    if isinstance(error, DiskFull) or code == sqlite3.SQLITE_FULL or getattr(error, "errno", None) in NO_ROOM:
        return DISK_FULL
    if isinstance(error, FileExistsError | NotADirectoryError):
        return "not a folder"
    words = {
        sqlite3.SQLITE_IOERR: NO_MORE,
        sqlite3.SQLITE_READONLY: "read-only",
        sqlite3.SQLITE_CANTOPEN: "no file there can be opened and written",
        **dict.fromkeys(BUSY, "another process holds the file"),
    }
    return words.get(code) or printable(describe_reason(error))


@contextmanager
def transaction(db: sqlite3.Connection, begin: str) -> Iterator[sqlite3.Connection]:
    """Open a transaction, and roll it back if anything is raised in it."""
    try:
        db.execute(begin)
        yield db
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


class Damaged(sqlite3.DatabaseError):
    """Raised for a damaged file that SQLite would read without an error."""


def file_stamp(path: Path) -> tuple[int, ...]:
    """Return what changes when the file or its log is written; () if there is no file. Raises OSError."""
    found: tuple[int, ...] = ()
    for each in (path, log_path(path)):
        if each.exists():
            is_now = each.stat()
            found += is_now.st_ino, is_now.st_size, is_now.st_mtime_ns
    return found


def open_snapshot(path: Path, tables: str) -> tuple[sqlite3.Connection, bool]:
    """Return the file as it is now, and whether this is a copy that no writer can change.

    tables  the SQL of the tables that it must have; missing ones are added to a copy.

    Raises Damaged and other errors of sqlite3 if the file is damaged, and OSError.
    """
    with path.open("rb"):
        pass  # raises a clearer error than SQLite
    log = log_path(path)
    if copied := log.exists() and log.stat().st_size > 0:
        db = connect(":memory:")
        db.deserialize(read_image(path))
    else:
        db = connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    check_integrity(db)
    if not missing_columns(db, tables):
        return db, copied
    upgraded = connect(":memory:")
    db.backup(upgraded)
    upgrade_tables(upgraded, tables)
    return upgraded, True


def connect(where: str, timeout: float = 0.0, uri: bool = False) -> sqlite3.Connection:
    """Open the database at `where`; texts are read even if they are not UTF-8."""
    # A full-screen page plays in another thread than the one that opened the file.
    db = sqlite3.connect(where, timeout=timeout, isolation_level=None, check_same_thread=False, uri=uri)
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def read_image(path: Path) -> bytes:
    """Return the content of the file with its log written into it. Raises Damaged and OSError."""
    pages = Pages(path)
    if pages.hides or not pages.content:
        raise Damaged("its log is damaged")
    whole = b"".join(map(pages.page, range(1, pages.committed + 1)))
    return whole[:18] + LEGACY + whole[20:]


def check_integrity(db: sqlite3.Connection) -> None:
    """Raise Damaged or another error of sqlite3 if the tables cannot be trusted."""
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise Damaged(found)


def check_log(path: Path) -> None:
    """Raise Damaged if SQLite would silently skip the log or a part of it. Raises OSError."""
    log = log_path(path)
    if not log.exists():
        return
    if not path.stat().st_size and log.stat().st_size:
        raise Damaged("the file is empty, but not its log")
    if all(read_frames(read_if_present(log))[1] for _ in range(2)):  # at the first look it may just have been restarted
        raise Damaged("its log is damaged")


class FileReplaced(OSError):
    """Raised if another file is in the place of the one that was opened."""


class StorageError(Exception):
    """Raised if a strict database cannot store something; the message is one line."""


class Database:
    """An SQLite file with the tables of the SQL `tables`.

    Reading changes nothing; of a damaged file it returns what can still be read. Writing salvages this into a new file
    and puts the damaged one aside; nothing is ever deleted. If the file cannot be read, it complains once, in one line,
    and reads nothing from then on. If it cannot be written, `failure` says why, and the next write tries again. A
    strict database raises StorageError each time that it cannot be read or written.

    what     what the file is called in complaints.
    mend     repairs salvaged tables after rows were lost.
    failure  why the last write failed, as a clause; "" if it did not.
    """

    def __init__(
        self,
        path: Path,
        tables: str,
        what: str,
        complain: Callable[[str], None],
        mend: Mend,
        strict: bool = False,
    ):
        self.path = path
        self.tables, self.mend = tables, mend
        self.what = what
        self.complain = complain
        self.strict = strict
        self.failure = ""
        self.readable = True
        self.db: sqlite3.Connection | None = None
        self.inode = 0  # of the file that is open
        self.seen: sqlite3.Connection | None = None  # what was read last, if the file is not open
        self.stamp: tuple[int, ...] = ()  # of `seen`
        self.stays = False  # whether `seen` is a copy that no writer can change
        self.warned = False  # of damage
        self.patience = PATIENCE
        self.alone = RLock()  # the threads of this process share one connection

    def read(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        """Return what `work` returns for the file; None if there is nothing to read. Changes nothing."""
        with self.alone:
            for tried in count(1):
                if not self.readable or not self.begun():
                    break
                try:
                    if self.db is None:
                        return self.look(work)
                    if self.db.in_transaction or self.found() != self.inode:
                        raise FileReplaced
                    with transaction(self.db, "BEGIN") as db:
                        return work(db)
                except (sqlite3.Error, OSError) as error:
                    if self.db is None and tried == TRIES:
                        self.give_up(error)
                    self.close()
        return None

    def begun(self) -> bool:
        """Return whether the file or its log holds anything. Raises nothing unless strict."""
        try:
            return bool(self.found()) and any(file_stamp(self.path)[1::3])
        except OSError as error:
            self.give_up(error)
            return False

    def look(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Return what `work` returns for the file, or for what can be read of it if it is damaged.

        Raises sqlite3.Error, and OSError if it cannot be read or was written meanwhile.
        """
        now = file_stamp(self.path)
        try:
            if self.seen is None or self.stamp != now:
                (self.seen, self.stays), self.stamp = open_snapshot(self.path, self.tables), now
            answer = work(self.seen)
        except sqlite3.Error as error:
            if file_stamp(self.path) != now or not is_damage(error):
                raise
            self.seen, self.stays, self.stamp = self.salvaged(), True, now
            answer = work(self.seen)
        if not self.stays and file_stamp(self.path) != now:
            raise FileReplaced
        return answer

    def salvaged(self) -> sqlite3.Connection:
        """Return what can be read of a damaged file, in memory. Complains once. Raises sqlite3.Error and OSError."""
        db = connect(":memory:")
        found = salvage(self.path, self.tables, self.mend, db)
        if not self.warned:
            held = f"readable in it: {found}" if found else "nothing in it is readable"
            self.complain(
                f"the {self.what} in {self.path.parent} is damaged; {held}."
                " The next command that writes it puts that into a new one, and keeps the damaged one"
            )
        self.warned = True
        return db

    def write(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        """Return what `work` returns in a transaction; None if it failed: `failure` says why. Makes a missing file."""
        with self.alone:  # also while it waits or salvages: another thread would put the new file aside as well
            end = monotonic() + self.patience
            relieved = False
            for tried in count():
                try:
                    with transaction(self.roomy(), "BEGIN IMMEDIATE") as db:
                        answer = work(db)
                    self.patience, self.failure = PATIENCE, ""
                    return answer  # noqa: TRY300  # the transaction has ended well
                except (sqlite3.Error, OSError, UnicodeError) as error:
                    again = tried < TRIES and monotonic() < end
                    if error_code(error) in FULL and not relieved:
                        relieved = True
                        self.empty_log()
                    elif not self.recovered(error, again):
                        break
        return None

    def recovered(self, error: Exception, again: bool) -> bool:
        """Put a damaged file aside, or wait for another process. Return whether to try again after `error`."""
        if not (isinstance(error, DiskFull) or error_code(error) == sqlite3.SQLITE_FULL):
            self.close()
        if is_damage(error) and again:
            return self.put_aside()
        if (error_code(error) in BUSY or isinstance(error, FileReplaced)) and again:
            sleep(0.05)
            return True
        self.fail(error)
        return False

    def roomy(self) -> sqlite3.Connection:
        """Return the open file; empties its log if the disk is almost full. Raises sqlite3.Error and OSError."""
        db = self.connected()
        if disk_usage(self.path.parent).free < SCARCE:
            self.empty_log()
            log = log_path(self.path)
            if log.exists() and log.stat().st_size > disk_usage(self.path.parent).free:
                raise DiskFull("database or disk is full")  # what a reader keeps in the log would find no room later
        return db

    def empty_log(self) -> None:
        """Move the log into the file, as far as no reader needs it."""
        with self.alone, suppress(sqlite3.Error):
            if self.db is not None:
                self.db.execute("PRAGMA busy_timeout = 0")
                self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self.db.execute(f"PRAGMA busy_timeout = {self.patience * 1000:.0f}")

    def connected(self) -> sqlite3.Connection:
        """Return the open file. Raises sqlite3.Error and OSError."""
        if self.db is not None and (self.db.in_transaction or self.found() != self.inode):
            self.close()  # Ctrl-C came between, or the file was removed or replaced
        if self.db is None:
            # For this person alone: the seed of a match that is played tells its dice and deals.
            self.path.parent.mkdir(PRIVATE, parents=True, exist_ok=True)
            here = self.found()
            if not here:
                self.path.touch()  # so that SQLite drops the log of a file that was removed
            self.inode = self.found()
            if here:
                check_log(self.path)
            db = connect(str(self.path), timeout=self.patience)
            for setting in SETTINGS:
                db.execute(f"PRAGMA {setting}")
            check_integrity(db)
            if self.found() != self.inode:
                raise FileReplaced  # while it was opened: the log may belong to the other file
            upgrade_tables(db, self.tables)
            self.db = db
        return self.db

    def found(self) -> int:
        """Return the inode of the file at the path, 0 if there is none."""
        try:
            return self.path.stat().st_ino
        except OSError:
            return 0

    def close(self) -> None:
        """Close the file. The next call opens it again."""
        with self.alone:
            for db in (self.db, self.seen):
                with suppress(sqlite3.Error):
                    if db is not None:
                        db.close()
            self.db = self.seen = None

    def put_aside(self) -> bool:
        """Replace the damaged file by a new one with everything that can be read. Return whether this worked."""
        try:
            path = self.path.with_name(f"{self.path.stem}-broken.lock")
            with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as lock:
                lock.execute("BEGIN EXCLUSIVE")  # other processes wait
                if self.found() != self.inode:
                    return True  # another process was faster
                names = (f"{self.path.stem}-broken-{number}{self.path.suffix}" for number in count(1))
                aside = next(path for path in map(self.path.with_name, names) if not path.exists())
                found = self.replace(aside)
        except (sqlite3.Error, OSError) as error:
            self.fail(error)
            return False
        what = f"salvaged into a new one: {found}" if found else "nothing in it is readable, and a new one is begun"
        self.complain(f"the {self.what} was damaged; {what}. The damaged one is {aside}")
        return True

    def replace(self, aside: Path) -> str:
        """Move the damaged file to `aside`, and put what can be read in its place. Return what that is, in words."""
        new = self.path.with_name(f"{self.path.stem}-salvaged{self.path.suffix}")
        new.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(new, isolation_level=None)) as db:
                found = salvage(self.path, self.tables, self.mend, db)
        except BaseException:
            new.unlink(missing_ok=True)  # there may be no room; the damaged file stays where it is
            raise
        with suppress(FileNotFoundError):
            log_path(self.path).rename(f"{aside}-wal")  # first, so that it does not go into the new file
        Path(f"{self.path}-shm").unlink(missing_ok=True)  # only an index of the log
        self.path.rename(aside)
        new.rename(self.path)
        return found

    def fail(self, error: Exception) -> None:
        """Note why the file cannot be written. If strict, raise StorageError."""
        self.failure = describe_failure(error)
        busy = error_code(error) in BUSY
        if self.strict and busy:
            raise StorageError(f"the {self.what} in {self.path.parent} waits: {error}") from error
        if self.strict:
            raise StorageError(f"no {self.what} in {self.path.parent}: {self.failure}") from error
        if busy:
            self.patience = 0.0  # do not wait so long again

    def give_up(self, error: Exception) -> None:
        """Complain that the file cannot be read, and read it no more. If strict, raise StorageError."""
        why = f"no {self.what} in {self.path.parent}: {error}"
        if self.strict:
            raise StorageError(why) from error
        self.readable = False
        self.complain(why)


def is_damage(error: Exception) -> bool:
    """Return whether the error means that the file is damaged, or that its tables are not ours."""
    return error_code(error) in BROKEN or isinstance(error, Damaged) or str(error).startswith("no such")
