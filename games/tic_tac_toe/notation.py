"""Moves, positions and pictures of tic-tac-toe: cells are 1 to 9; `x1o/3/2x o` is rows from the top and a side."""

from typing import Any

from games.arrangement import GridArrangement, arrange_board
from games.boards.board_text import check_turn, count_pieces, read_board, write_board
from games.boards.winning import winning_lines
from games.layout import Layout, board_layout, mirror, transpose
from games.picture import Cell, Grid, Ground

TRIPLES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES = {1 << a | 1 << b | 1 << c: (a, b, c) for a, b, c in TRIPLES}


def text(game: Any, move: int) -> str:
    return str(move + 1)


def position(game: Any, seat: int | None = None) -> str:
    return write_board(game.show().rows, "xo", game.turn)


def read_position(game: Any, text: str) -> tuple[int, int, int]:
    """Return the seat to move, which `text` may omit, and both seats' stones as bits. Raises ValueError."""
    rows, side = read_board(text, 3, 3, "xo")
    turn = check_turn(count_pieces(rows), side, game.seats)
    lines = winning_lines([[Cell("", owner) for owner in row] for row in rows], 3)
    if turn in [rows[row][column] for row, column in lines]:
        raise ValueError(f"{game.seats[turn]} has three in a line, but {game.seats[1 - turn]} has moved since")
    owners = [owner for row in rows for owner in row]
    crosses, noughts = (sum(1 << place for place, owner in enumerate(owners) if owner == seat) for seat in (0, 1))
    return turn, crosses, noughts


def arrange(game: Any) -> GridArrangement:
    """Return the arrangement of the board; empty cells show their numbers."""
    blank = tuple(tuple(Cell(text(game, 3 * row + column)) for column in range(3)) for row in range(3))
    return arrange_board(game, blank=blank)


def show(game: Any, seat: int | None = None) -> Grid:
    rows = tuple(tuple(cell(game, 3 * row + column) for column in range(3)) for row in range(3))
    return Grid(rows, pieces=(("X", "cross"), ("O", "nought")), ground=Ground.SHEET, colours=("red", "blue"))


def cell(game: Any, place: int) -> Cell:
    """Return what is on a cell, 0 to 8: a stone, or the number to type."""
    for seat, stones in enumerate((game.crosses, game.noughts)):
        if stones >> place & 1:
            return Cell(game.seats[seat], seat)
    return Cell(game.text(place))


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    return (divmod(move, 3),)


def layout(game: Any) -> Layout:
    """Return the cells: each holds a stone of the mover (1), or one of the other (2)."""
    return board_layout(3, 3, 3, False, mirror, transpose)


def winning_cells(game: Any) -> tuple[tuple[int, int], ...]:
    return winning_lines(game.show().rows, 3)


def reason(game: Any) -> str:
    for line, triple in LINES.items():
        if line in (game.crosses & line, game.noughts & line):
            return "three in a line, " + " ".join(game.text(place) for place in triple)
    return "the board is full"
