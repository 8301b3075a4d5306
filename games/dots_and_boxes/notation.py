"""Dots and boxes for people: moves and positions as texts, its board, and how a game ended.

Lines are numbered as in game.py. A position is rows from the top and the side to move. A row of flat lines has `-` for
each line drawn and `.` for the others; a row of upright lines has `|` instead, and between them the boxes, `A` or `B`
if they are closed: `--./|A|..../---/......./... B` on 2 rows of 3 boxes.
"""

import re
from dataclasses import replace
from typing import Any

from games.arrangement import Arrangement, Piece, Place
from games.base.notation import fold
from games.boards.board_text import count_of, split_side
from games.dots_and_boxes.board import fours
from games.game import Game
from games.layout import Layout, make_layout, mirror, rotate, transpose
from games.picture import Cell, Form, Grid

SIDES = "A", "B"  # by seat
OPEN = ".", "_", " "


LETTERS = "abcdefghijklmnopqrstuv"
LINE = re.compile(r"(?:draw|line)?([a-z])([0-9]{1,2})(?:to|[^a-z0-9])?([a-z])([0-9]{1,2})")
PIECES = (("A", "box"), ("B", "box"), ("-", "line"), ("|", "line"), ("+", "dot"))


def text(game: Any, move: int) -> str:
    """Return the two ends of a line: `a1-b1`."""
    row, column = divmod(move, 2 * game.columns + 1)
    if column < game.columns:
        return f"{dot(row, column)}-{dot(row, column + 1)}"
    return f"{dot(row, column - game.columns)}-{dot(row + 1, column - game.columns)}"


def dot(row: int, column: int) -> str:
    """Return the name of a dot; a1 is at the lower left."""
    return f"{LETTERS[column]}{row + 1}"


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return which line a move draws."""
    return f"draws {text(game, move)}"


def tidy(game: Any, entry: str) -> str:
    """Return an entry with both ends of a line in order, because either may be named first."""
    word = fold(entry)
    if not (found := LINE.fullmatch(word)):
        return word
    ends = sorted([(found[1], int(found[2])), (found[3], int(found[4]))])
    return "".join(f"{letter}{number}" for letter, number in ends)


def place_boxes(rows: int, columns: int, most: int) -> int:
    """Return the word of all boxes. Raise ValueError if the board has more than `most` lines."""
    lines = rows * (columns + 1) + columns * (rows + 1)
    if lines > most:
        raise ValueError(
            f"rows={rows} with columns={columns} is too large a board: it has {lines} lines, at most {most} fit"
        )
    return sum((1 << columns) - 1 << (2 * columns + 1) * row for row in range(rows))


def position(game: Any, seat: int | None = None) -> str:
    """Return the lattice, and the side to move."""
    return write_lattice(game.show(), game.seats[game.turn])


def write_lattice(board: Grid, side: str) -> str:
    """Return the text of a lattice with `side` to move."""
    lines = [
        "".join(cell.mark.strip() or "." for place, cell in enumerate(row) if number % 2 or place % 2)
        for number, row in enumerate(board.rows)
    ]
    return f"{'/'.join(lines)} {side}"


def read_position(game: Any, text: str) -> tuple[int, int, list[int]]:
    """Return the seat to move, the lines and the boxes of both seats. Raise ValueError for an impossible position."""
    lines, owners, turn = read_lattice(text, game.rows, game.columns)
    closed, owned = fours(lines, game.columns) & game.boxes, [0, 0]
    for box in range(game.boxes.bit_length()):
        if closed >> box & 1 and box not in owners:
            raise ValueError(f"{name_box(box, game.columns)} has all four lines, but no owner: A or B must stand in it")
        if box in owners and not closed >> box & 1:
            raise ValueError(f"{name_box(box, game.columns)} has an owner, but not all four lines")
        if box in owners:
            owned[owners[box]] |= 1 << box
    return turn, lines, owned


def read_lattice(text: str, rows: int, columns: int) -> tuple[int, dict[int, int], int]:
    """Return the word of the lines, the owners of boxes by number, and the seat to move. Raise ValueError."""
    body, side = split_side(text, "AB")
    if side is None:
        raise ValueError("it does not say who is to move: A or B after the board")
    found = body.split("/")
    if len(found) != 2 * rows + 1:
        raise ValueError(f"it has {count_of(len(found), 'row')} of lines, not {2 * rows + 1}")
    lines, owners = 0, {}
    for height, row in enumerate(reversed(found)):
        flat, start = height % 2 == 0, (2 * columns + 1) * (height // 2)
        place = f"row {len(found) - height} from the top, {row!r},"
        if len(row) != (columns if flat else 2 * columns + 1):
            raise ValueError(f"{place} must have {columns if flat else 2 * columns + 1} signs")
        for column, sign in enumerate(row):
            line = flat or column % 2 == 0
            number = start + (column if flat else column // 2)
            if sign in OPEN:
                continue
            if line and sign == ("-" if flat else "|"):
                lines |= 1 << number + (0 if flat else columns)
            elif not line and sign.upper() in "AB":
                owners[number] = "AB".index(sign.upper())
            else:
                wanted = "- or ." if flat else "| or ." if line else "A, B or ."
                raise ValueError(f"{place} has {sign!r} where {wanted} must stand")
    return lines, owners, side


def name_box(box: int, columns: int) -> str:
    """Return the box with this number in words."""
    row, column = divmod(box, 2 * columns + 1)
    return f"box {column + 1} of row {row + 1} from the bottom"


class LatticeArrangement(Arrangement):
    """A lattice that is being set up. A box that a line closes goes to the side to move."""

    def __init__(self, board: Grid, turn: int):
        self.board = replace(board, note="")
        self.marks = {
            (row, column): cell.mark
            for row, cells in enumerate(board.rows)
            for column, cell in enumerate(cells)
            if row % 2 or column % 2
        }
        rows = range(len(board.rows))
        owners = [Piece(side.casefold(), f"box of {side}", Cell(side, seat)) for seat, side in enumerate(SIDES)]
        lines = [[place for place in self.marks if place[0] == row] for row in rows]
        super().__init__([Piece("-", "line"), *owners], lines, SIDES, turn)
        self.names = {place: self.name(place) for place in self.marks}

    def name(self, place: Place) -> str:
        """Return the name of a line or box: `a1-b1`, `box 1 of row 2 from the bottom`."""
        row, column = place
        if is_box(place):
            columns = len(self.board.rows[0]) // 2
            return name_box((2 * columns + 1) * ((len(self.board.rows) - 2 - row) // 2) + column // 2, columns)
        ends = [(row, column - 1), (row, column + 1)] if column % 2 else [(row + 1, column), (row - 1, column)]
        return "-".join(self.board.column_labels[column] + self.board.row_labels[row] for row, column in ends)

    def show(self, seat: int | None = None) -> Grid:
        owners = {"": None, **{side: seat for seat, side in enumerate(SIDES)}}
        rows = [
            tuple(
                cell if (mark := self.marks.get((row, column))) is None else Cell(mark, owners.get(mark))
                for column, cell in enumerate(cells)
            )
            for row, cells in enumerate(self.board.rows)
        ]
        return replace(self.board, rows=tuple(rows))

    def text(self) -> str:
        return write_lattice(self.show(), SIDES[self.turn or 0])

    def put(self, place: Place, piece: Piece) -> None:
        line = piece is self.pieces[0]
        if is_box(place) and line:
            raise ValueError(f"{self.names[place]} is not a line")
        if is_box(place) and not self.is_closed(place):
            raise ValueError(f"{self.names[place]} needs its four lines first")
        if not is_box(place) and not line:
            raise ValueError(f"{self.names[place]} is a line, which has no owner")
        drawn = "|" if place[0] % 2 else "-"
        self.set_mark(place, drawn if line else piece.cell.mark)

    def fill(self, place: Place, count: int) -> None:
        if not count:
            self.set_mark(place, "")
        elif not self.marks[place]:
            self.turn_over(place)

    def turn_over(self, place: Place) -> None:
        """Draw the line or remove it, or change the owner of a closed box."""
        if is_box(place):
            self.put(place, self.pieces[2 if self.marks[place] == SIDES[0] else 1])
        elif self.marks[place]:
            self.fill(place, 0)
        else:
            self.put(place, self.pieces[0])

    def set_mark(self, place: Place, mark: str) -> None:
        """Set the mark, and update the owners of the boxes beside a line."""
        self.marks[place] = mark
        for box in [] if is_box(place) else around(place):
            if box in self.marks:
                closed = self.is_closed(box)
                self.marks[box] = (self.marks[box] or SIDES[self.turn or 0]) if closed else ""

    def is_closed(self, box: Place) -> bool:
        return all(self.marks[line] for line in around(box))

    def held(self, place: Place) -> tuple[int, Piece | None]:
        mark = self.marks[place]
        piece = self.pieces[1 + SIDES.index(mark) if mark in SIDES else 0] if mark else None
        return int(piece is not None), piece

    def count(self) -> str:
        drawn = [mark for place, mark in self.marks.items() if mark and not is_box(place)]
        boxes = list(self.marks.values())
        return ", ".join([count_of(len(drawn), "line"), *(f"{side} {boxes.count(side)}" for side in SIDES)])


def is_box(place: Place) -> bool:
    """Return whether this cell of a lattice is a box."""
    return place[0] % 2 == place[1] % 2 == 1


def around(place: Place) -> list[Place]:
    """Return the four lines around a box, or the boxes on both sides of a line; some may lie off the board."""
    row, column = place
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return beside if is_box(place) else [each for each in beside if is_box(each)]


def arrange(game: Game) -> LatticeArrangement:
    """Return the arrangement of a game of dots and boxes."""
    board = game.show()
    assert isinstance(board, Grid)  # noqa: S101  # for the type checker
    return LatticeArrangement(board, game.turn)


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the lattice."""
    high, wide = range(2 * game.rows, -1, -1), range(2 * game.columns + 1)
    owned, lines = game.owned, game.lines
    rows = tuple(tuple(cell(game, lines, owned, height, column) for column in wide) for height in high)
    row_labels = tuple("" if height % 2 else str(height // 2 + 1) for height in high)
    column_labels = tuple("" if column % 2 else LETTERS[column // 2] for column in wide)
    return Grid(rows, row_labels, column_labels, "A {}, B {}".format(*count_boxes(game)), Form.LATTICE, PIECES)


def cell(game: Any, lines: int, owned: list[int], height: int, column: int) -> Cell:
    """Return the dot, line or owned box on a cell of the lattice; heights count from the bottom."""
    place = (2 * game.columns + 1) * (height // 2) + column // 2
    match height % 2, column % 2:
        case 0, 0:
            return Cell("+")
        case 0, 1:
            return Cell("-" if lines >> place & 1 else "")
        case 1, 0:
            return Cell("|" if lines >> place + game.columns & 1 else "")
    owners = [seat for seat in (0, 1) if owned[seat] >> place & 1]
    return Cell(game.seats[owners[0]], owners[0]) if owners else Cell()


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the cell of the move's line."""
    row, column = divmod(move, 2 * game.columns + 1)
    if column < game.columns:
        return ((2 * (game.rows - row), 2 * column + 1),)
    return ((2 * (game.rows - row) - 1, 2 * (column - game.columns)),)


def layout(game: Any) -> Layout:
    """Return the lines by their numbers, each drawn (1) or not, in their places among dots and boxes."""
    rows, columns = game.rows, game.columns
    numbered = list[tuple[int, int] | None]()
    for height in range(2 * rows + 1):
        numbered += [(2 * rows - height, place) for place in range(1 - height % 2, 2 * columns + 1, 2)]
    return make_layout(numbered, 2, False, mirror, rotate, *[transpose] * (rows == columns))


def reason(game: Any) -> str:
    """Return how many boxes each seat has."""
    return "all boxes are closed, {} to {}".format(*count_boxes(game))


def count_boxes(game: Any) -> list[int]:
    """Return the number of boxes of each seat."""
    return [boxes.bit_count() for boxes in game.owned]
