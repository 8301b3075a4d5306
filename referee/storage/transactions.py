"""Transactions of an SQLite file, and a lock that one process holds at a time."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
