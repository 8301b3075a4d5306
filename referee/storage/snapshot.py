"""An SQLite file opened for reading alone: nothing is written, made, locked or repaired beside it.

SQLite itself does more than read where a file has a log: it makes a file beside it, or cannot read it at all where the
folder is read-only. So a file with a log is read into memory, the pages of its log in their places.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from referee.storage.salvage import has_tables, upgrade_tables
from referee.storage.sqlite_pages import Pages, log_path, read_frames, read_if_present

if TYPE_CHECKING:
    from pathlib import Path

Stamp = tuple[int, ...]
LEGACY = b"\1\1"  # in the header: no log, so that SQLite seeks none in memory


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
    """The file as it is now, with those tables, and whether that stays so whoever writes it.

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
    """A copy in memory of a file from another version, with the tables and columns that it lacks."""
    new = connect(":memory:")
    db.backup(new)
    upgrade_tables(new, tables)
    return new


def connect(where: str, timeout: float = 0.0, uri: bool = False) -> sqlite3.Connection:
    """What SQLite opens there, its texts read whatever their bytes."""
    # A page on the screen may play in another thread than the one that began.
    db = sqlite3.connect(where, timeout=timeout, isolation_level=None, check_same_thread=False, uri=uri)
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def read_image(path: Path) -> bytes:
    """The file as it would be without a log. Raises Damaged, OSError."""
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
