"""A lock that shows whether the process that plays a match still runs: it ends with the process.

The lock is SQLite's own on a file beside the archive, so that there is one wherever there is an archive. A process that
was killed leaves the file, but no lock; a number of a process, which may be another's by then, would prove nothing.
"""

import re
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from time import time

NAME = re.compile("[0-9a-f]{16}")
FRESH = 60  # seconds: a younger file may be one whose lock is just being taken


class ProcessLock:
    """The lock of one process in that folder, taken when its name is first asked for."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.known: str | None = None
        self.lock: sqlite3.Connection | None = None

    @property
    def name(self) -> str:
        """By what others find this process. Raises sqlite3.Error."""
        if self.known is None:
            self.sweep()
            name = secrets.token_hex(8)
            lock = sqlite3.connect(self.path(name), isolation_level=None, check_same_thread=False)
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error:
                lock.close()
                with suppress(OSError):
                    self.path(name).unlink()
                raise
            self.known, self.lock = name, lock
        return self.known

    def path(self, name: str) -> Path:
        """Return the file of that name's lock."""
        return self.folder / f"playing-{name}.lock"

    def alive(self, name: str | None) -> bool:
        """Whether the process of that name is there; nothing is changed by the question."""
        if name is None or not NAME.fullmatch(name) or not self.path(name).exists():
            return False
        try:
            where = f"{self.path(name).absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(where, timeout=0, uri=True)) as probe:
                probe.execute("SELECT * FROM sqlite_master")
        except sqlite3.Error as error:
            return (error.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        return False

    def sweep(self) -> None:
        """Remove the files that processes left which were killed."""
        for path in self.folder.glob("playing-*.lock"):
            with suppress(OSError):  # another process was faster
                if time() - path.stat().st_mtime > FRESH and not self.alive(path.stem.removeprefix("playing-")):
                    path.unlink(missing_ok=True)
                    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)

    def leave(self) -> None:
        """Release the lock."""
        if self.lock is not None and self.known is not None:
            self.lock.close()
            with suppress(OSError):  # its folder may be gone, or read-only by now
                self.path(self.known).unlink()
        self.lock = self.known = None
