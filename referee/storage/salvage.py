"""Salvage a damaged SQLite file: read it page by page without SQLite, and put the rows into a new file.

The format is described at https://www.sqlite.org/fileformat2.html; numbers after § are its sections.
"""

from __future__ import annotations

import sqlite3
import struct
import sys
from collections import Counter
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path


MAGIC = b"SQLite format 3\0"
USUAL = 4096  # bytes of a page, if the header is damaged
TRIES = 20  # to read while another process writes
BEGIN = 32  # bytes before the first frame of a log
HEAD = 24  # bytes before the page in a frame
LOG_MAGIC = 0x377F0682  # of a log with little-endian checksums; plus 1: big-endian
TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 0x0D, 0x0A, 0x02  # §1.6: the kinds of pages that hold rows
WORD = 1 << 32
INTEGERS = (0, 1, 2, 3, 4, 6, 8)  # bytes of the serial types 0 to 6
FLOAT, ZERO, ONE, BLOB, TEXT = 7, 8, 9, 12, 13

Value = int | float | bytes | str | None
ADDED = 4  # columns, at most, that a table has got since its first version
MOST = 10**9  # a larger rowid is damaged


@dataclass(frozen=True)
class PageRow:
    """A row in a page; `rowid` is None in an index and in a table without rowids."""

    rowid: int | None
    values: tuple[Value, ...]


@dataclass(frozen=True)
class LogFrame:
    """A page in a log. `pages` is the size of the file in pages if the frame ends a transaction, otherwise 0."""

    page: int
    pages: int
    content: bytes


class Pages:
    """The pages of a file; pages in its log replace older ones.

    size    bytes of a page;  logged  the pages in the log, by their numbers.
    count   the number of pages;  committed  the number after the last transaction.
    hides   whether damage hides a part of the log from SQLite.
    """

    def __init__(self, path: Path):
        self.content, log = read_with_log(path)
        frames, self.hides = read_frames(log)
        sizes = [len(frame.content) for frame in frames[:1]]
        size = int.from_bytes(self.content[16:18]) if self.content.startswith(MAGIC) else USUAL
        size = 65536 if size == 1 else size
        self.size = sizes[0] if sizes else size if size >= 512 and size & (size - 1) == 0 else USUAL
        self.logged = {frame.page: frame.content for frame in frames}
        held = -(-len(self.content) // self.size)
        self.count = max(held, *self.logged, 0)
        self.committed = frames[-1].pages if frames else held

    def page(self, number: int) -> bytes:
        """Return the page `number`, from 1; missing bytes are zeros."""
        begin = (number - 1) * self.size
        found = self.logged.get(number) or self.content[begin : begin + self.size]
        return found.ljust(self.size, b"\0")

    def rows(self) -> Iterator[PageRow]:
        """Yield the readable rows of all tables and indices except the schema; the newest pages come last."""
        unused = self.unused()
        for number in sorted(range(2, self.count + 1), key=self.logged.__contains__):
            if number not in unused:
                yield from self.cells(self.page(number))

    def unused(self) -> set[int]:
        """Return the pages on the free list, which hold deleted rows; none if the list is damaged (§1.5)."""
        head = self.page(1)
        trunk, count = struct.unpack_from(">II", head, 32)
        found: list[int] = []
        while trunk and head.startswith(MAGIC):
            if trunk in found or trunk > self.count or len(found) > count:
                return set()
            page = self.page(trunk)
            found.append(trunk)
            trunk, leaves = struct.unpack_from(">II", page)
            found += struct.unpack_from(f">{min(leaves, self.size // 4 - 2)}I", page, 8)
        return set(found) if len(found) == len(set(found)) == count else set()

    def cells(self, page: bytes) -> Iterator[PageRow]:
        """Yield the rows in a page (§1.6)."""
        kind, count = page[0], int.from_bytes(page[3:5])
        head = 12 if kind == INDEX_INTERIOR else 8
        if kind not in (TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR) or head + 2 * count > self.size:
            return
        for place in struct.unpack_from(f">{count}H", page, head):
            try:
                yield self.cell(page, kind, place)
            except (ValueError, IndexError, struct.error):
                continue  # that row is damaged

    def cell(self, page: bytes, kind: int, place: int) -> PageRow:
        """Return the row at a place of a page. Raises ValueError, IndexError and struct.error if there is none."""
        length, place = decode_varint(page, place + (4 if kind == INDEX_INTERIOR else 0))
        rowid = None
        if kind == TABLE_LEAF:
            rowid, place = decode_varint(page, place)
        most = self.size - 35 if kind == TABLE_LEAF else (self.size - 12) * 64 // 255 - 23
        local = length
        if length > most:  # the page has the beginning of the row
            least = (self.size - 12) * 32 // 255 - 23
            local = least + (length - least) % (self.size - 4)
            local = local if local <= most else least
        payload = page[place : place + local]
        if local < length:
            payload += self.overflow(int.from_bytes(page[place + local : place + local + 4]), length - local)
        if len(payload) != length:
            raise ValueError("the page ends before the row")
        signed = None if rowid is None else (rowid ^ 1 << 63) - (1 << 63)
        return PageRow(signed, decode_record(payload))

    def overflow(self, number: int, length: int) -> bytes:
        """Return `length` bytes of the chain of pages from page `number` on. Raises ValueError if it is shorter."""
        found: list[bytes] = []
        for start in range(0, min(length, self.count * self.size), self.size - 4):
            if not 1 < number <= self.count:
                raise ValueError("the row leads to no page")
            page = self.page(number)
            number = int.from_bytes(page[:4])
            found.append(page[4 : 4 + length - start])
        return b"".join(found)


def log_path(path: Path) -> Path:
    """Return the log beside that file."""
    return path.with_name(f"{path.name}-wal")


def read_with_log(path: Path) -> tuple[bytes, bytes]:
    """Return the content of the file and of its log at one moment. Raises OSError."""
    log = log_path(path)
    for _ in range(TRIES):
        before = path.stat().st_mtime_ns, read_if_present(log)[:BEGIN]
        found = path.read_bytes(), read_if_present(log)
        if (path.stat().st_mtime_ns, found[1][:BEGIN]) == before:
            break  # otherwise the log was moved into the file meanwhile, and may have been restarted
    return found


def read_if_present(path: Path) -> bytes:
    """Return the content of the file, b"" if there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def decode_varint(data: bytes, place: int) -> tuple[int, int]:
    """Return the number at `place`, of 1 to 9 bytes, and the place after it."""
    number = 0
    for end in range(place, place + 8):
        byte = data[end]
        number = number << 7 | byte & 127
        if byte < 128:
            return number, end + 1
    return number << 8 | data[place + 8], place + 9


def decode_record(payload: bytes) -> tuple[Value, ...]:
    """Return the values of a record (§2.1). Raises ValueError, IndexError and struct.error if it is not one."""
    end, place = decode_varint(payload, 0)
    kinds: list[int] = []
    while place < end:
        kind, place = decode_varint(payload, place)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, place = decode_value(payload, kind, place)
        values.append(value)
    if place != len(payload):
        raise ValueError("the row has another length")
    return tuple(values)


def decode_value(payload: bytes, kind: int, place: int) -> tuple[Value, int]:
    """Return the value of serial type `kind` at `place`, and the place after it."""
    if kind in (ZERO, ONE):
        return kind - ZERO, place
    if kind == FLOAT:
        return struct.unpack_from(">d", payload, place)[0], place + 8
    if kind in (10, 11):
        raise ValueError("there is no such type")
    length = INTEGERS[kind] if kind < FLOAT else (kind - BLOB) // 2
    part = payload[place : place + length]
    if kind == 0:
        return None, place
    if kind < FLOAT:
        return int.from_bytes(part, signed=True), place + length
    return part.decode(errors="replace") if kind % 2 else part, place + length


# The log (§4).


def read_frames(log: bytes) -> tuple[list[LogFrame], bool]:
    """Return the whole frames of a log up to the last transaction, and whether damage hides any of them from SQLite.

    SQLite takes the first damaged frame for the end of a log. The checksum of a frame continues the checksum of the
    frame before, so whole frames can be recognized behind the damage too.
    """
    size, order, salts, seed = read_log_header(log)
    found: list[LogFrame] = []
    ended = seed is None  # whether SQLite stops reading before this frame
    hidden = False
    for place in range(BEGIN, len(log) - HEAD - size + 1, HEAD + size):
        page, commit, *own, one, two = struct.unpack_from(">6I", log, place)
        content = log[place + HEAD : place + HEAD + size]
        known = own == salts and page > 0
        if known and seed and checksum(log[place : place + 8] + content, order, seed) == (one, two):
            found.append(LogFrame(page, commit, content))
            hidden |= ended
        else:
            ended = True
        seed = one, two
    while found and not found[-1].pages:
        found.pop()
    return found, hidden and bool(found)


def read_log_header(log: bytes) -> tuple[int, str, list[int], tuple[int, int] | None]:
    """Return the bytes of a page, the byte order of checksums, the salts of the frames, and the header's checksum.

    The checksum is None if the header of the log is damaged; the others are then the usual values, and the salts of
    most frames.
    """
    if len(log) < BEGIN:
        return USUAL, "<", [], None
    magic, _, size, _, *salts, one, two = struct.unpack_from(">8I", log)
    order = ">" if magic & 1 else "<"
    if magic | 1 == LOG_MAGIC | 1 and size >= 512 and checksum(log[:HEAD], order, (0, 0)) == (one, two):
        return size, order, salts, (one, two)
    places = range(BEGIN, len(log) - HEAD + 1, HEAD + USUAL)
    found = Counter(struct.unpack_from(">II", log, place + 8) for place in places)
    return USUAL, "<" if sys.byteorder == "little" else ">", [*(found.most_common(1) or [((), 0)])[0][0]], None


def checksum(data: bytes, order: str, seed: tuple[int, int]) -> tuple[int, int]:
    """Return the checksum of whole pairs of words, continued from `seed` (§4.2)."""
    one, two = seed
    words = struct.iter_unpack(f"{order}II", data)
    for first, second in words:
        one = (one + first + two) % WORD
        two = (two + second + one) % WORD
    return one, two


@dataclass(frozen=True)
class TableShape:
    """How the rows of a table are stored.

    columns  the number of columns;  rowids  whether the table has rowids.
    number   the column that is the rowid and is stored only as such; None if there is none.
    """

    name: str
    columns: int
    number: int | None
    rowids: bool

    def values(self, row: PageRow) -> tuple[Value, ...] | None:
        """Return the values of a row of this table, None if it is another table's. Columns added since are None."""
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
    """Put the rows of a file and its log into new tables. Return how many there are of each, in words.

    Of two rows with the same key the one written last stays. Raises OSError if the file cannot be read, and
    sqlite3.Error if the rows cannot be written.

    mend  repairs the tables after rows were lost.
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
    """Put a row into the table that it fits."""
    for exact in (True, False):
        for name, shape in shapes.items():
            values = shape.values(row) if (len(row.values) == shape.columns) is exact else None
            if values is not None:
                places = ", ".join("?" * len(values))
                into.execute(f"INSERT OR REPLACE INTO {name} VALUES ({places})", values)  # noqa: S608  # our own names
                return


def find_shapes(db: sqlite3.Connection) -> dict[str, TableShape]:
    """Return the shapes of all tables by their names."""
    made = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    found = {}
    for name, sql in db.execute(made).fetchall():
        columns = db.execute(f"PRAGMA table_info({name})").fetchall()
        keys = [number for number, *_, key in columns if key]
        rowids = "WITHOUT ROWID" not in sql
        number = keys[0] if rowids and len(keys) == 1 and columns[keys[0]][2] == "INTEGER" else None
        found[name] = TableShape(name, len(columns), number, rowids)
    return found


# Files of other versions of this program.


def upgrade_tables(db: sqlite3.Connection, tables: str) -> None:
    """Add missing tables and columns."""
    if missing_columns(db, tables):
        db.executescript(tables)
        for table, name, kind in missing_columns(db, tables):
            with suppress(sqlite3.OperationalError):  # another process was faster
                db.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")


def missing_columns(db: sqlite3.Connection, tables: str) -> list[tuple[str, str, str]]:
    """Return table, name and type of the columns in the SQL `tables` that the file lacks, in the order of the SQL.

    Rows are written and salvaged by the places of their columns, so columns are added in this order.
    """
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript(tables)
        expected, held = (
            [(table, *each[1:3]) for table in find_shapes(new) for each in file.execute(f"PRAGMA table_info({table})")]
            for file in (new, db)
        )
    return [column for column in expected if column not in held]
