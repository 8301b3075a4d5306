"""Positions of hex as texts, and what is typed.

A position is rows from the top, `r` and `b`, and the side to move: `3/1r1/b2 r` on a board of size 3.
"""

from collections.abc import Sequence

from games.base.notation import column_first, fold
from games.boards.board_text import count_of, count_pieces, order_stones, read_board, write_board
from games.picture import Cell, Form, Grid

Place = tuple[int, int]  # row and column from 0
COLUMNS = "abcdefghijklmnopqrs"
SEATS = "Red", "Blue"
PIECES = ("R", "stone"), ("B", "stone")
SWAPS = {"swapsides", "swappieces", "swapcolours", "swapcolors", "pie"}


def write(rows: Sequence[Sequence[Cell]], turn: int) -> str:
    """The text of the rows of a board while that seat is to move."""
    return write_board(rows, "rb", turn)


def surround(width: int, height: int, half: int) -> list[int]:
    """A board of hex.py with nothing but its border: Red's sides above and below, Blue's to the left and right."""
    board = [0] * (width * height)
    for place in range(height):
        board[place * width], board[place * width + width - 1] = 1 << half, 2 << half
    for place in range(width):
        board[place], board[(height - 1) * width + place] = 1, 2
    return board


def draw(rows: tuple[tuple[Cell, ...], ...], note: str) -> Grid:
    """The picture of those rows."""
    labels = tuple(str(row + 1) for row in range(len(rows))), tuple(COLUMNS[: len(rows[0])])
    return Grid(rows, *labels, note, Form.SLANTED, PIECES, colours=("red", "blue"), edges=(0, 1))


def describe_sides(may_swap: bool, misere: bool) -> str:
    """The note below a board: which sides are whose, and what is unusual."""
    if misere:
        return "R (Red) loses by joining top and bottom, B (Blue) by joining left and right"
    return "R (Red) joins top and bottom, B (Blue) left and right" + "; Blue may swap" * may_swap


def read_moves(text: str, columns: int, rows: int, swap: bool) -> list[Place | None]:
    """The cells of moves that lead to the position in the text, None for a swap. Raises ValueError.

    The side to move may be left out, unless it does not follow from the stones because Blue may have swapped.
    """
    cells, side = read_board(text, rows, columns, "rb")
    reds, blues = count_pieces(cells)
    turn = check_side(reds, blues, side, swap)
    if (reds - blues, turn) in ((0, 0), (1, 1)):
        return list(order_stones(cells, turn))
    first = next((row, column) for row, line in enumerate(cells) for column, owner in enumerate(line) if owner == 1)
    cells[first[0]][first[1]] = None
    return [first[::-1], None, *order_stones(cells, turn)]


def check_side(reds: int, blues: int, side: int | None, swap: bool) -> int:
    """The seat to move with so many stones on the board, if that is the one named. Raises ValueError."""
    fit = [0] if reds == blues else [1] if reds == blues + 1 else []
    if swap and reds == blues > 0:
        fit = [0, 1]
    elif swap and blues == reds + 1:
        fit = [0]
    has = f"Red has {count_of(reds, 'stone')}, Blue {blues}"
    if not fit:
        raise ValueError(f"{has}: Red moves first, so it has as many or one more")
    if side is not None and side not in fit:
        raise ValueError(f"{has}: so {SEATS[fit[0]]} is to move")
    return fit[0] if side is None else side


def check_end(lost: bool, turn: int) -> None:
    """Raise ValueError if the seat to move has won already."""
    if lost:
        raise ValueError(f"{SEATS[turn]} has joined its sides, but {SEATS[1 - turn]} has moved since")


def name(row: int, column: int) -> str:
    """The cell as it is written: a1 at the top left."""
    return f"{COLUMNS[column]}{row + 1}"


def cells_outward(columns: int, rows: int) -> list[int]:
    """The cells of hex.py on a board of that size, from the centre outwards."""
    width = columns + 2
    cells = [row * width + column for row in range(1, rows + 1) for column in range(1, columns + 1)]
    return sorted(cells, key=lambda cell: outward(cell, width, rows + 2))


def outward(cell: int, width: int, height: int) -> tuple[int, int, int]:
    """What the cells of hex.py are ranked by: how far from the centre, mirror images side by side."""
    row, column = divmod(cell, width)
    down, across = 2 * row - height + 1, 2 * column - width + 1
    return down * down + down * across + across * across, min(cell, column * width + row), cell


def fold_entry(entry: str, seat: str) -> str:
    """A typed move without the name of the seat, its letter first; all words for the swap are `swap`."""
    word = fold(entry).removeprefix(seat.casefold())
    return "swap" if word in SWAPS else column_first(word)
