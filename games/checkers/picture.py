"""Checkers for people: its board, the cells of a move, and how a game ended."""

from typing import Any

from games.checkers.board import BOARD, place, squares, way_of
from games.layout import Layout, make_layout
from games.picture import Cell, Grid, Ground

PIECES = (("b", "man"), ("w", "man"), ("B", "king"), ("W", "king"))
# By square: its word, its place, and its cell while it is empty. All pictures share these cells and the pieces' cells.
DARK = [(squares(number), place(number), Cell(str(number))) for number in range(1, 33)]
PIECE_CELLS = ((Cell("b", 0), Cell("B", 0)), (Cell("w", 1), Cell("W", 1)))
LIGHT = Cell(" ")
LABELS = tuple(f"{first}-{first + 3}" for first in range(1, 33, 4))
QUIET = 80  # moves of both sides without progress that make a draw
TOLD = 20  # from here on a note counts them


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board, with a note on kings and on moves without progress."""
    crowned = "B, W: kings" if game.kings else ""
    idle = f"{game.quiet} of {QUIET} moves without progress" if game.quiet >= TOLD and game.most == QUIET else ""
    return draw(game.pieces, game.kings, "; ".join(filter(None, (crowned, idle))))


def draw(pieces: tuple[int, int], kings: int, note: str) -> Grid:
    """Return the board with the pieces of both seats; empty squares show their number."""
    first, second = pieces
    rows = [[LIGHT] * 8 for _ in range(8)]
    for square, (row, column), empty in DARK:
        if first & square:
            rows[row][column] = PIECE_CELLS[0][kings & square > 0]
        else:
            rows[row][column] = PIECE_CELLS[1][kings & square > 0] if second & square else empty
    cells = tuple(map(tuple, rows))
    return Grid(cells, LABELS, note=note, pieces=PIECES, ground=Ground.CHEQUERED, colours=("black", "white"))


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the squares on the move's way."""
    return tuple(map(place, way_of(move)))


def layout(game: Any) -> Layout:
    """Return cells by the numbers of their bits: men (1) and kings (2) of the mover, men down; the other's (3, 4)."""
    found: list[tuple[int, int] | None] = [None] * BOARD.bit_length()
    for square, where, _ in DARK:
        found[square.bit_length() - 1] = where
    return make_layout(found, 5, False)


def reason(game: Any) -> str:
    """Return how the game ended."""
    if game.value():
        return f"{game.seats[game.turn]} has no {'move' if game.pieces[game.turn] else 'piece'} left"
    return "forty moves a side without progress" if game.quiet >= game.most else "the third repetition"
