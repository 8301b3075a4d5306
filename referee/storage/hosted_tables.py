"""The tables that were hosted for guests elsewhere, in the file of an archive: what is needed to open one again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass

if TYPE_CHECKING:
    import sqlite3

    from referee.storage.archive import Archive


@dataclass(frozen=True)
class HostedTable:
    """A table, as it was opened.

    match    the number of its match in the archive;  round  which match of the table that is, from 0.
    address, port  where it listens;  certificate  the path of its certificate, "" if the line is not encrypted.
    digests  of the tokens of chair 0, chair 1 and the onlookers;  grace  seconds until a claim.
    """

    match: int
    round: int
    address: str
    port: int
    certificate: str
    digests: tuple[str, str, str]
    grace: float


class HostedTables:
    """The hosted tables in the file of an archive."""

    def __init__(self, archive: Archive):
        self.database, self.lock = archive.database, archive.lock

    def add(self, table: HostedTable) -> bool:
        """Keep a table, instead of what was kept of it before; return whether it was written."""
        row = (*vars(table).values(),)
        values = [json.dumps(value) if isinstance(value, tuple) else value for value in row]

        def write(db: sqlite3.Connection) -> bool:
            db.execute("DELETE FROM hosted WHERE digests = ?", (json.dumps(table.digests),))
            db.execute("INSERT OR REPLACE INTO hosted VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            return True

        return bool(self.database.write(write))

    def remove(self, table: HostedTable) -> None:
        """Forget a table at which nobody can go on."""
        digests = json.dumps(table.digests)
        self.database.write(lambda db: db.execute("DELETE FROM hosted WHERE digests = ?", (digests,)))

    def find(self, match: int) -> HostedTable | None:
        """Return the table of a match; None if there is none, or if it is damaged."""
        query = "SELECT * FROM hosted WHERE match = ?"
        row = self.database.read(lambda db: db.execute(query, (match,)).fetchone())
        return row and read_row(row)

    def last(self) -> int | None:
        """Return the hosted match that was played last and is not played now; one that is not over comes first."""
        query = """SELECT match, process FROM hosted JOIN matches ON match = id
                   ORDER BY how IS NOT NULL, changed DESC"""
        rows = self.database.read(lambda db: db.execute(query).fetchall()) or []
        return next((int(match) for match, process in rows if not self.lock.alive(process)), None)


def read_row(row: tuple[Any, ...]) -> HostedTable | None:
    """Return the table in a row; None if it is damaged."""
    match, number, address, port, certificate, digests, grace = row
    try:
        first, second, others = map(str, json.loads(digests))
        return HostedTable(
            int(match), int(number), str(address), int(port), str(certificate), (first, second, others), float(grace)
        )
    except (ValueError, TypeError):
        return None
