"""One SQLite file that several processes write, and that outlives whatever happens to them and to it.

A reader changes nothing. SQLite itself does more than read where a file has a log: it makes a file beside it, or cannot
read it at all where the folder is read-only. So a file with a log is read into memory, the pages of its log in their
places.
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
from referee.storage.salvage import Pages, has_tables, log_path, read_frames, read_if_present, salvage, upgrade_tables
from referee.support.complaints import NO_ROOM, describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterator


BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)  # the second where it is a quota or a limit
DISK_FULL, NO_MORE = "the disk is full", "the disk takes nothing more"  # the second where SQLite says nothing else
Stamp = tuple[int, ...]
LEGACY = b"\1\1"  # in the header: no log, so that SQLite seeks none in memory
PATIENCE = 5.0  # seconds in all that it waits for another process to end its writing
TRIES = 20  # of what SQLite does not wait for by itself
SCARCE = 16 << 20  # bytes free on the disk below which nothing is left in the log
LOG = 256  # pages of the log from which they go into the file
SETTINGS = (
    "journal_mode = WAL", "synchronous = NORMAL", f"wal_autocheckpoint = {LOG}",
    "secure_delete = ON",  # what was deleted must not be salvaged
)  # fmt: skip
Answer = TypeVar("Answer")
Mend = Callable[[sqlite3.Connection], None]


class DiskFull(OSError):
    """The disk is all but full."""


def error_code(error: Exception) -> int:
    """Return the primary error code of SQLite; 0 if the error is not from SQLite."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def describe_failure(error: Exception) -> str:
    """Why a file cannot be written, in words that may follow a colon."""
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
def lock_file(path: Path, patience: float) -> Iterator[None]:
    """While this goes on, every other process that asks for the same waits, so many seconds. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


class Damaged(sqlite3.DatabaseError):
    """A file that SQLite would read without a word, though it is damaged."""


def file_stamp(path: Path) -> Stamp:
    """By what is told whether the file or its log was written; empty if there is no file. Raises OSError."""
    found: Stamp = ()
    for each in (path, log_path(path)):
        if each.exists():
            is_now = each.stat()
            found += is_now.st_ino, is_now.st_size, is_now.st_mtime_ns
    return found


def open_snapshot(path: Path, tables: str) -> tuple[sqlite3.Connection, bool]:
    """Return the file as it is now, with those tables, and whether that stays so whoever writes it.

    Raises Damaged and other errors of sqlite3 where it is damaged, OSError.
    """
    with path.open("rb"):
        pass  # says better than SQLite does why it cannot be read
    log = log_path(path)
    if copied := log.exists() and log.stat().st_size > 0:
        db = connect(":memory:")
        db.deserialize(read_image(path))
    else:
        db = connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    check_integrity(db)
    return (db, copied) if has_tables(db, tables) else (upgraded_copy(db, tables), True)


def upgraded_copy(db: sqlite3.Connection, tables: str) -> sqlite3.Connection:
    """Return a copy in memory of a file from another version, with the tables and columns that it lacks."""
    new = connect(":memory:")
    db.backup(new)
    upgrade_tables(new, tables)
    return new


def connect(where: str, timeout: float = 0.0, uri: bool = False) -> sqlite3.Connection:
    """Return what SQLite opens there, its texts read whatever their bytes."""
    # A page on the screen may play in another thread than the one that began.
    db = sqlite3.connect(where, timeout=timeout, isolation_level=None, check_same_thread=False, uri=uri)
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def read_image(path: Path) -> bytes:
    """Return the file as it would be without a log. Raises Damaged, OSError."""
    pages = Pages(path)
    if pages.hides or not pages.content:
        raise Damaged("its log is damaged")
    whole = b"".join(map(pages.page, range(1, pages.committed + 1)))
    return whole[:18] + LEGACY + whole[20:]


def check_integrity(db: sqlite3.Connection) -> None:
    """Raise Damaged, or another error of sqlite3, where what the tables hold cannot be trusted."""
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise Damaged(found)


def check_log(path: Path) -> None:
    """Raise Damaged if SQLite would pass over a part of the log, or all of it, without a word. Raises OSError."""
    log = log_path(path)
    if not log.exists():
        return
    if not path.stat().st_size and log.stat().st_size:
        raise Damaged("the file is empty, but not its log")
    if all(read_frames(read_if_present(log))[1] for _ in range(2)):  # the first time it may just have been begun anew
        raise Damaged("its log is damaged")


class FileReplaced(OSError):
    """Another file stands in place of the one that was opened."""


class StorageError(Exception):
    """Raised where a strict database cannot store something; the message is one line."""


class Database:
    """A file with those tables; `what` it is called in what it complains of.

    Who reads changes nothing, and is told of a damaged file what can still be read. Who writes has that salvaged into a
    new file, and the damaged one put aside; nothing is ever deleted. Where the file cannot be read it says so once, in
    one line, and from then on reads nothing. Where it cannot be written, `failure` says why, and the next write tries
    again. A strict one raises StorageError, each time that it cannot be read or written.

    mend     sets right in salvaged tables what follows from rows that were lost.
    failure  why the last write failed, as a clause; empty if it did not.
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
        self.seen: sqlite3.Connection | None = None  # what was read of it last, where it is not open
        self.stamp: tuple[int, ...] = ()  # of what was read
        self.stays = False  # whether that is a copy, and of one mind whoever writes the file
        self.warned = False  # that it is damaged
        self.patience = PATIENCE
        self.alone = RLock()  # for the threads of this process, which share what is open

    def read(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        """Return what the work on the file comes to; None if there is no file to work on. Nothing is changed by it."""
        with self.alone:
            for tried in count(1):
                if not self.readable or not self.begun():
                    break
                try:
                    return self.look(work) if self.db is None else self.within(self.db, work)
                except (sqlite3.Error, OSError) as error:
                    if self.db is None and tried == TRIES:
                        self.give_up(error)
                    self.close()
        return None

    def begun(self) -> bool:
        """Whether there is anything in the file, or in the log beside it. Raises nothing."""
        try:
            return bool(self.found()) and any(file_stamp(self.path)[1::3])
        except OSError as error:
            self.give_up(error)
            return False

    def within(self, db: sqlite3.Connection, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Return what the work comes to on the file that is open for writing. Raises sqlite3.Error and Replaced."""
        if db.in_transaction or self.found() != self.inode:
            raise FileReplaced
        with transaction(db, "BEGIN"):
            return work(db)

    def look(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Return what the work comes to on the file as it is; on what can be read of it where it is damaged.

        Raises sqlite3.Error, and OSError where it cannot be read, or was written meanwhile.
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
        """Return what can be read of a damaged file, in memory; says so once. Raises sqlite3.Error, OSError."""
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
        """Return what the work on the file comes to, in one transaction; None if it failed, and `failure` says why.

        The file is made if there is none.
        """
        end = monotonic() + self.patience
        relieved = False
        for tried in count():
            try:
                with self.alone, transaction(self.roomy(), "BEGIN IMMEDIATE") as db:
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
        """Whether it may be tried again after that error; what stands in the way is put aside or waited for."""
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
        """Return the open file, whose log is empty where little is free on the disk. Raises sqlite3.Error, OSError."""
        db = self.connected()
        if disk_usage(self.path.parent).free < SCARCE:
            self.empty_log()
            if file_size(log_path(self.path)) > disk_usage(self.path.parent).free:
                raise DiskFull(
                    "database or disk is full"
                )  # else what a reader holds in the log would have no room later
        return db

    def empty_log(self) -> None:
        """Put what is in the log into the file and end the log, as far as nobody reads it."""
        with self.alone, suppress(sqlite3.Error):
            if self.db is not None:
                self.db.execute("PRAGMA busy_timeout = 0")
                self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self.db.execute(f"PRAGMA busy_timeout = {self.patience * 1000:.0f}")

    def connected(self) -> sqlite3.Connection:
        """Return the open file. Raises sqlite3.Error and OSError."""
        if self.db is not None and (self.db.in_transaction or self.found() != self.inode):
            self.close()  # Ctrl-C came between, or it was taken away and another may stand in its place
        if self.db is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            here = self.found()
            if not here:
                self.path.touch()  # SQLite takes away the log of one that was taken away
            self.inode = self.found()
            if here:
                check_log(self.path)
            db = connect(str(self.path), timeout=self.patience)
            for setting in SETTINGS:
                db.execute(f"PRAGMA {setting}")
            check_integrity(db)
            if self.found() != self.inode:
                raise FileReplaced  # while it was opened: its log may be that of the other
            upgrade_tables(db, self.tables)
            self.db = db
        return self.db

    def found(self) -> int:
        """By what the file that stands there now is told from others, 0 if there is none."""
        try:
            return self.path.stat().st_ino
        except OSError:
            return 0

    def close(self) -> None:
        """Close the file, until it is asked again."""
        with self.alone:
            for db in (self.db, self.seen):
                with suppress(sqlite3.Error):
                    if db is not None:
                        db.close()
            self.db = self.seen = None

    def put_aside(self) -> bool:
        """Put what can be read of the damaged file, and of its log, into a new one, and this in the old one's place.

        Whether that went well.
        """
        try:
            with lock_file(self.path.with_name(f"{self.path.stem}-broken.lock"), PATIENCE):
                if self.found() != self.inode:
                    return True  # another process was faster, and maybe has begun anew
                aside = next(path for path in map(self.aside, count(1)) if not path.exists())
                found = self.replace(aside)
        except (sqlite3.Error, OSError) as error:
            self.fail(error)
            return False
        what = f"salvaged into a new one: {found}" if found else "nothing in it is readable, and a new one is begun"
        self.complain(f"the {self.what} was damaged; {what}. The damaged one is {aside}")
        return True

    def replace(self, aside: Path) -> str:
        """Put a new file of what can be read in place of the damaged one, which is put aside; what that is."""
        new = self.path.with_name(f"{self.path.stem}-salvaged{self.path.suffix}")
        new.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(new, isolation_level=None)) as db:
                found = salvage(self.path, self.tables, self.mend, db)
        except BaseException:
            new.unlink(missing_ok=True)  # there is no room for it, say; the damaged one stays where it is
            raise
        with suppress(FileNotFoundError):
            log_path(self.path).rename(f"{aside}-wal")  # first: else it would go into the new file
        Path(f"{self.path}-shm").unlink(missing_ok=True)  # no more than where to find what is in the log
        self.path.rename(aside)
        new.rename(self.path)
        return found

    def aside(self, number: int) -> Path:
        """Where a damaged file is put."""
        return self.path.with_name(f"{self.path.stem}-broken-{number}{self.path.suffix}")

    def fail(self, error: Exception) -> None:
        """Note why the file cannot be written; it is tried again the next time. A strict one raises StorageError."""
        self.failure = describe_failure(error)
        busy = error_code(error) in BUSY
        if self.strict and busy:
            raise StorageError(f"the {self.what} in {self.path.parent} waits: {error}") from error
        if self.strict:
            raise StorageError(f"no {self.what} in {self.path.parent}: {self.failure}") from error
        if busy:
            self.patience = 0.0  # the next time it is soon done with it

    def give_up(self, error: Exception) -> None:
        """Say that the file cannot be read, and read it no more. A strict one raises StorageError."""
        why = f"no {self.what} in {self.path.parent}: {error}"
        if self.strict:
            raise StorageError(why) from error
        self.readable = False
        self.complain(why)


def file_size(path: Path) -> int:
    """How many bytes there are in a file, 0 if there is none. Raises OSError."""
    return path.stat().st_size if path.exists() else 0


def is_damage(error: Exception) -> bool:
    """Whether the error says that the file is damaged; also where its tables are not those that were made here."""
    return error_code(error) in BROKEN or isinstance(error, Damaged) or str(error).startswith("no such")
