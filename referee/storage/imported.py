"""Matches that were played elsewhere, put into the archive."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.match.record import replay_texts
from referee.storage import archive_tables

if TYPE_CHECKING:
    import sqlite3

    from referee.match.record import Record
    from referee.storage.archive import Archive


def add_record(archive: Archive, record: Record, day: str = "") -> tuple[int, bool]:
    """The number of the match in the archive, and whether it is new there.

    day  when it was played, "2024-05-01", which is kept as the midnight it began with here; empty: now.

    A match of the same game, names, moves and end that is there already is not added again. Raises SpecError if the
    archive cannot be written, and where the rules do not allow the moves.
    """
    moved = replay_texts(record.game, record.moves.split(), record.names)
    began = datetime.fromisoformat(day).astimezone() if day else datetime.now(UTC)

    def write(db: sqlite3.Connection) -> tuple[int, bool]:
        held = archive_tables.find_record(db, record)
        return (archive_tables.insert_record(db, record, moved, began), True) if held is None else (held, False)

    added = archive.database.write(write)
    if added is None:
        raise SpecError(f"{archive.database.path.parent}: {archive.database.failure}")
    return added
