"""Gomoku for people: its positions as texts, what is typed, its picture, and why a game ended.

A position is rows from the top, `b` and `w`, and the side to move: `3/1b1/w2 b` on a board of 3x3. Cell a1 is number
48; rows lie 23 apart.
"""

from typing import Any

from games.base.notation import NUMERALS, column_first, fold
from games.boards.board_text import check_turn, count_pieces, order_stones, read_board, write_board
from games.boards.winning import winning_lines
from games.picture import Cell, Grid, Ground

COLUMNS = "abcdefghijklmnopqrs"
SIDES = "bw"
FIRST, WIDTH = 48, 23
STONES = Cell(), Cell("B", 0), Cell("W", 1)
WAYS = {1: "row", WIDTH: "column", WIDTH + 1: "diagonal", WIDTH - 1: "diagonal"}  # by the step from cell to cell


def middle_first(columns: int, rows: int) -> list[int]:
    """Return the cells of a board of this size from the middle outwards, by a king's steps, then by a rook's."""

    def away(cell: int) -> tuple[int, int]:
        row, column = divmod(cell - FIRST, WIDTH)
        across, up = abs(2 * column - columns + 1), abs(2 * row - rows + 1)
        return max(across, up), across + up

    return sorted([FIRST + WIDTH * row + column for row in range(rows) for column in range(columns)], key=away)


def name(cell: int) -> str:
    """Return the name of a cell: a1 to s19."""
    row, column = divmod(cell - FIRST, WIDTH)
    return f"{COLUMNS[column]}{row + 1}"


def read(text: str, game: Any) -> list[int]:
    """Return the cells of the stones in a position, in an order in which they may have been placed.

    The side to move may be left out. If there is a line, the last stone completes it. Raise ValueError for an
    impossible position.
    """
    rows, side = read_board(text, game.rows, game.columns, SIDES)
    turn = check_turn(count_pieces(rows), side, game.seats)
    line = winning_lines([[Cell("", owner) for owner in row] for row in rows], game.line, game.exact)
    if turn in [rows[row][column] for row, column in line]:
        raise ValueError(f"{game.seats[turn]} has a line, but {game.seats[1 - turn]} has moved since")
    return [FIRST + WIDTH * (game.rows - 1 - row) + column for row, column in order_stones(rows, turn, line)]


def position(game: Any, seat: int | None = None) -> str:
    """Return the text of the position."""
    return write_board(game.show().rows, SIDES, game.turn)


def text(game: Any, move: int) -> str:
    """Return the move as it is written."""
    return name(move)


def tidy(game: Any, entry: str) -> str:
    """Return a typed move with its letter first."""
    return column_first(fold(entry))


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the cell of the move."""
    row, column = divmod(move - FIRST, WIDTH)
    return ((game.rows - 1 - row, column),)


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board."""
    board, heights = game.board, range(game.rows - 1, -1, -1)
    rows = tuple(
        [tuple([STONES[colour] for colour in board[FIRST + WIDTH * height :][: game.columns]]) for height in heights]
    )
    labels = tuple([str(height + 1) for height in heights]), tuple(COLUMNS[: game.columns])
    pieces = ("B", "stone"), ("W", "stone")
    return Grid(rows, *labels, pieces=pieces, ground=Ground.WOOD, colours=("black", "white"))


def winning_cells(game: Any) -> tuple[tuple[int, int], ...]:
    """Return the cells of all lines."""
    return winning_lines(game.show().rows, game.line, game.exact)


def reason(game: Any) -> str:
    """Return the line that ended the game, or that the board is full."""
    board = game.board
    for step, kind in WAYS.items():
        for cell in sorted(middle_first(game.columns, game.rows)):
            size = run(board, cell, step)
            if size == game.line or (size > game.line and not game.exact):
                ends = sorted((name(cell), name(cell + (size - 1) * step)), key=lambda end: end[0])
                line = f"{NUMERALS.get(size, size)} in a {kind}, {ends[0]} to {ends[1]}"
                return f"{game.seats[1 - game.turn]} has {line}" if game.misere else line
    return "the board is full"


def run(board: list[int], cell: int, step: int) -> int:
    """Return how many stones of one side follow each other from the cell on, or 0 if none starts there."""
    colour, size = board[cell], 0
    if colour <= 0 or board[cell - step] == colour:
        return 0
    while board[cell + size * step] == colour:
        size += 1
    return size
