"""What people see of tic-tac-toe: its board, the line that won, and how a game ended."""

from typing import Any

from games.boards.winning import winning_lines
from games.layout import Layout, board_layout, mirror, transpose
from games.picture import Cell, Grid, Ground

TRIPLES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the picture of the board."""
    rows = tuple(tuple(cell(game, 3 * row + column) for column in range(3)) for row in range(3))
    return Grid(rows, pieces=(("X", "cross"), ("O", "nought")), ground=Ground.SHEET, colours=("red", "blue"))


def cell(game: Any, place: int) -> Cell:
    """Return what stands on the cell 0 to 8: a stone, or the number to type."""
    for seat, stones in enumerate((game.crosses, game.noughts)):
        if stones >> place & 1:
            return Cell(game.seats[seat], seat)
    return Cell(game.text(place))


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the cell of a move."""
    return (divmod(move, 3),)


def layout(game: Any) -> Layout:
    """Return the cells: each holds a stone of the mover (1), or one of the other (2)."""
    return board_layout(3, 3, 3, False, mirror, transpose)


def winning_cells(game: Any) -> tuple[tuple[int, int], ...]:
    """Return the cells of all lines of three."""
    return winning_lines(game.show().rows, 3)


def reason(game: Any) -> str:
    """Return the line that won, or that the board is full."""
    for triple in TRIPLES:
        if len(seats := {cell(game, place).seat for place in triple}) == 1 and None not in seats:
            return "three in a line, " + " ".join(game.text(place) for place in triple)
    return "the board is full"
