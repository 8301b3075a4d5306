"""A match that is written into an archive while it is played."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from games.base.notation import printable
from referee.match.events import Asked, Declined, Ended, Event, Redone
from referee.storage import archive_tables
from referee.storage.database import DISK_FULL, NO_MORE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from referee.match.clocks import Control
    from referee.match.record import Heading, Record
    from referee.match.series import Series
    from referee.storage.saved_match import SavedMatch
    from referee.storage.store import Store

    Begun = tuple[Heading, Control, Sequence[str], Series | None]

PAUSE = 1.0  # seconds, at most, between two attempts to write what is missing
SHARE = 10  # the next attempt waits for this multiple of the time that the last one took


class KeptMatch:
    """A match that an archive writes down. Several threads may each note the events of their own match.

    begun    what it began with;  events  what has happened since;  over  whether it has ended.
    number   the match as it began; None if it could not be written then.
    row      its number in the file, which changes if the file is replaced by a new one; 0 if it is not in the file.
    file     the inode of the file in which it has that number;  process  the lock that stands there with it.
    written  how many of the events are in the file;  failure  why the others are not; "" if none is missing.
    resumed  as it was read, until the file says that this process plays it.
    """

    def __init__(
        self,
        store: Store,
        find: Callable[[int], SavedMatch | None],
        begun: Begun,
        number: int | None,
        resumed: SavedMatch | None = None,
    ):
        self.store, self.database, self.find = store, store.database, find
        self.begun, self.number = begun, number
        self.row = (resumed and resumed.number) or number or 0
        self.resumed = resumed
        self.events: list[Event] = []
        self.written = 0
        self.file, self.process = store.database.inode, store.lock.known
        self.failure = "" if number else store.database.failure
        self.next_try = 0.0  # on time.monotonic(), after an attempt failed
        self.over = self.closed = False

    @property
    def trouble(self) -> str:
        """Why the match is not kept as it is now, as a clause to follow a colon; "" if it is kept."""
        if self.failure in ("", DISK_FULL, NO_MORE):
            return self.failure
        return f"{printable(str(self.database.path.parent))}: {self.failure}"

    def note(self, event: Event) -> None:
        """Write down an event of the match."""
        if self.closed or self.over or isinstance(event, Asked | Declined | Redone):
            return
        first = self.events[0].game if self.events else event.game
        with self.database.alone:
            self.events.append(replace(event, game=first))  # positions are not written
            self.over = isinstance(event, Ended)
            if self.over or monotonic() >= self.next_try:
                self.catch_up()

    def catch_up(self) -> None:
        """Write everything that is missing of the match. If that fails, `trouble` says why."""
        if self.closed or (self.row and not self.resumed and self.written == len(self.events)):
            return
        with self.database.alone:
            began, count = monotonic(), len(self.events)
            row = self.database.write(self.write_missing)
            if row is None:
                self.failure = self.database.failure
                self.next_try = monotonic() + min(PAUSE, SHARE * (monotonic() - began))
            else:
                self.row, self.written, self.resumed, self.failure = row, count, None, ""
                self.file, self.process = self.database.inode, self.store.lock.known

    def write_missing(self, db: sqlite3.Connection) -> int:
        """Write the events that are missing, or the whole match into a new file. Return its number there."""
        held = self.store.is_played(db, self.row, self.process)
        same, row = (held and self.file == self.database.inode) or self.reclaim(db), self.row
        if not same:
            self.store.lock.renew()  # the file that shows this process may be gone too
            if held:  # the match was salvaged, maybe in part
                db.execute("DELETE FROM matches WHERE id = ?", (self.row,))
                archive_tables.remove_orphans(db)
            row = archive_tables.insert_match(db, *self.begun, self.store.lock.name, self.row if held else None)
        elif self.process != self.store.lock.known:  # another match has renewed it
            self.store.claim(db, row)
        for event in self.events[self.written :] if same else self.events:
            archive_tables.apply_event(db, row, event)
        return row

    def reclaim(self, db: sqlite3.Connection) -> bool:
        """Mark that this process plays the match that it resumed. Return whether the match is still as it was read."""
        if self.resumed is None or self.resumed.changed is None:
            return False
        changed = self.resumed.changed.isoformat()
        found = db.execute("SELECT process FROM matches WHERE id = ? AND changed = ?", (self.row, changed)).fetchone()
        if found is None or self.store.lock.alive(found[0]):
            return False
        self.store.claim(db, self.row)
        return True

    def holds(self, record: Record) -> bool:
        """Return whether the file has the match with the moves and the end of `record`."""
        kept = self.find(self.row) if self.row else None
        return kept is not None and (kept.record().moves, kept.how) == (record.moves, record.how)

    def close(self) -> None:
        """Write down nothing more, and let other processes go on with the match."""
        if not (self.closed or self.over) and self.process:
            release = "UPDATE matches SET process = NULL WHERE id = ? AND process = ?"
            self.database.write(lambda db: db.execute(release, (self.row, self.process)))
        self.closed = True
