"""Hex for people: its positions as texts, what is typed, its picture, and why a game ended.

A position is rows from the top, `r` and `b`, and the side to move: `3/1r1/b2 r` on a board of size 3.
"""

from typing import Any

from games.base.notation import column_first, fold
from games.base.phrases import plain_phrase
from games.boards.board_text import count_of, count_pieces, order_stones, read_board, write_board
from games.boards.winning import winning_path
from games.layout import Layout, board_layout, rotate
from games.picture import Cell, Form, Grid

Place = tuple[int, int]  # row and column from 0
COLUMNS = "abcdefghijklmnopqrs"
SEATS = "Red", "Blue"
PIECES = ("R", "stone"), ("B", "stone")
SWAP = 0  # the number of that move
STONE, HALF = 4, 4  # the bit of a red stone on a cell, and how many bits above it the bit of a blue stone is
SWAPS = {"swapsides", "swappieces", "swapcolours", "swapcolors", "pie"}


def surround(width: int, height: int, half: int) -> list[int]:
    """Return an empty board of game.py: Red's sides above and below, Blue's to the left and right."""
    board = [0] * (width * height)
    for place in range(height):
        board[place * width], board[place * width + width - 1] = 1 << half, 2 << half
    for place in range(width):
        board[place], board[(height - 1) * width + place] = 1, 2
    return board


def read_moves(text: str, columns: int, rows: int, swap: bool) -> list[Place | None]:
    """Return the cells of moves that lead to the position in the text, None for a swap. Raise ValueError if none do.

    The side to move may be left out, unless a swap makes it ambiguous.
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
    """Return the seat to move with this many stones. Raise ValueError if there is none or `side` is another one."""
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


def cells_outward(columns: int, rows: int) -> list[int]:
    """Return the cells of a board of this size from the centre outwards, mirror images side by side."""
    width = columns + 2

    def outward(cell: int) -> tuple[int, int, int]:
        row, column = divmod(cell, width)
        down, across = 2 * row - rows - 1, 2 * column - width + 1
        return down * down + down * across + across * across, min(cell, column * width + row), cell

    return sorted([row * width + column for row in range(1, rows + 1) for column in range(1, columns + 1)], key=outward)


def place(game: Any, move: int) -> Place:
    """Return row and column of the move's cell, counted from 0."""
    row, column = divmod(move, game.width)
    return row - 1, column - 1


def position(game: Any, seat: int | None = None) -> str:
    """Return the text of the position."""
    return write_board(game.show().rows, "rb", game.turn)


def text(game: Any, move: int) -> str:
    """Return the name of the cell, a1 at the top left, or `swap`."""
    row, column = place(game, move)
    return "swap" if move == SWAP else f"{COLUMNS[column]}{row + 1}"


def tidy(game: Any, entry: str) -> str:
    """Return a typed move without the seat's name, letter first; all words for the swap become `swap`."""
    word = fold(entry).removeprefix(game.seats[game.turn].casefold())
    return "swap" if word in SWAPS else column_first(word)


def cells(game: Any, move: int) -> tuple[Place, ...]:
    """Return the cell of the move; for a swap, the cell of the blue stone."""
    return (place(game, game.first)[::-1] if move == SWAP else place(game, move),)


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return what the mover does; of a swap, what becomes of the first stone."""
    if move != SWAP:
        return plain_phrase(game, move, seat)
    row, column = cells(game, move)[0]
    return f"swaps: the first stone is blue now, on {COLUMNS[column]}{row + 1}"


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board, with a note of each player's sides."""
    board, width = game.board, game.width
    starts = [row * width + 1 for row in range(1, game.rows + 1)]
    rows = tuple([tuple([stone(held) for held in board[start : start + game.columns]]) for start in starts])
    labels = tuple(str(row + 1) for row in range(game.rows)), tuple(COLUMNS[: game.columns])
    note = "Red connects top to bottom, Blue left to right"
    note += "; Blue may take over this stone: swap" * (SWAP in game.moves())
    if game.misere:
        note = "Red loses by connecting top to bottom, Blue by connecting left to right"
    return Grid(rows, *labels, note, Form.SLANTED, PIECES, colours=("red", "blue"), edges=(0, 1))


def layout(game: Any) -> Layout:
    """Return cells with a stone of the mover (1), who connects top and bottom of a square board, or the other (2)."""
    return board_layout(game.rows, game.columns, 3, game.rows != game.columns, rotate)


def stone(held: int) -> Cell:
    """Return the stone on a cell with these bits, or an empty cell."""
    return Cell("R", 0) if held & STONE else Cell("B", 1) if held & STONE << HALF else Cell()


def winning_cells(game: Any) -> tuple[Place, ...]:
    """Return the cells of a shortest path that connects the sides of the winner, or with `misere`, of the loser."""
    return winning_path(game.show().rows, 1 - game.turn, game.turn == 1)


def reason(game: Any) -> str:
    """Return who connected which sides."""
    return "Blue joined left and right" if game.turn == 0 else "Red joined top and bottom"
