"""Dots and boxes for people: the lattice, the cell of a move, and how a game ended."""

from typing import Any

from games.dots_and_boxes.notation import LETTERS
from games.layout import Layout, make_layout, mirror, rotate, transpose
from games.picture import Cell, Form, Grid

PIECES = (("A", "box"), ("B", "box"), ("-", "line"), ("|", "line"), ("+", "dot"))


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
