"""What can still be read of a damaged SQLite file, put into a whole one."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from referee.storage.sqlite_pages import Pages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from referee.storage.sqlite_pages import PageRow, Value

ADDED = 2  # columns at most that tables have got since they were first written
MOST = 10**9  # no number that was given out is larger, and one that is was damaged


@dataclass(frozen=True)
class TableShape:
    """How the rows of a table stand in the pages of a file.

    columns  how many;  number  which of them is the rowid, and stands nowhere else; None if none is.
    rowids   whether the table has rowids.
    """

    name: str
    columns: int
    number: int | None
    rowids: bool

    def values(self, row: PageRow) -> tuple[Value, ...] | None:
        """The values of a row of this table, None if it is another's; columns may have been added since."""
        missing = self.columns - len(row.values)
        if (row.rowid is not None) != self.rowids or missing not in range(ADDED + 1):
            return None
        values = [*row.values, *[None] * missing]
        if self.number is not None:
            if values[self.number] is not None or not 0 < (row.rowid or 0) <= MOST:
                return None
            values[self.number] = row.rowid
        return tuple(values)


def salvage(path: Path, tables: str, mend: Callable[[sqlite3.Connection], None], into: sqlite3.Connection) -> str:
    """Put the rows of that file and its log into tables like those that it had; how many of each in words.

    mend  sets right what follows from lost rows. Where two rows have one key the one written last stays. Raises OSError
    where the file cannot be read, sqlite3.Error where the rows cannot be put there.
    """
    into.executescript(tables)
    shapes = find_shapes(into)
    into.execute("BEGIN")
    for row in Pages(path).rows():
        insert_row(into, shapes, row)
    mend(into)
    into.execute("COMMIT")
    found = Counter({name: into.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in shapes})  # noqa: S608  # our own names
    return ", ".join(f"{name}: {count:,}" for name, count in found.items() if count)


def insert_row(into: sqlite3.Connection, shapes: Mapping[str, TableShape], row: PageRow) -> None:
    """Put a row into the table whose it is."""
    for exact in (True, False):
        for name, shape in shapes.items():
            values = shape.values(row) if (len(row.values) == shape.columns) is exact else None
            if values is not None:
                places = ", ".join("?" * len(values))
                into.execute(f"INSERT OR REPLACE INTO {name} VALUES ({places})", values)  # noqa: S608  # our own names
                return


def find_shapes(db: sqlite3.Connection) -> dict[str, TableShape]:
    """The shapes of the tables there, by their names."""
    made = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    found = {}
    for name, sql in db.execute(made).fetchall():
        columns = db.execute(f"PRAGMA table_info({name})").fetchall()
        keys = [number for number, *_, key in columns if key]
        rowids = "WITHOUT ROWID" not in sql
        number = keys[0] if rowids and len(keys) == 1 and columns[keys[0]][2] == "INTEGER" else None
        found[name] = TableShape(name, len(columns), number, rowids)
    return found


# Files that other versions of this program wrote.


def upgrade_tables(db: sqlite3.Connection, tables: str) -> None:
    """Give it the tables that it lacks, and those that it has the columns that they lack."""
    if has_tables(db, tables):
        return
    db.executescript(tables)
    for table, columns in expected_columns(tables).items():
        held = {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}
        for _, name, kind, *_ in columns:
            if name not in held:
                with suppress(sqlite3.OperationalError):  # another process was faster
                    db.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")


def has_tables(db: sqlite3.Connection, tables: str) -> bool:
    """Whether it has all of those tables, with all of their columns."""
    for table, columns in expected_columns(tables).items():
        held = {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}
        if not held >= {name for _, name, *_ in columns}:
            return False
    return True


@cache
def expected_columns(tables: str) -> dict[str, list[tuple[Any, ...]]]:
    """The columns of those tables, by their names, as SQLite tells of them."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(tables)
        return {name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in find_shapes(db)}
