"""The errors of SQLite and of the system that keep a file from being written, and why in words for people."""

from __future__ import annotations

import sqlite3

from games.base.notation import printable
from referee.support.complaints import NO_ROOM, describe_reason

BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)  # the second where it is a quota or a limit
DISK_FULL, NO_MORE = "the disk is full", "the disk takes nothing more"  # the second where SQLite says nothing else


class DiskFull(OSError):
    """The disk is all but full."""


def error_code(error: Exception) -> int:
    """The primary error code of SQLite; 0 if the error is not from SQLite."""
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
