"""Hexapawn for people: its board, the cells of a move, and how a game ended."""

from typing import Any

from games.hexapawn.notation import CELL, FILES, TO
from games.layout import Layout, board_layout, mirror
from games.picture import Cell, Grid, Ground


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board."""
    heights, pawns = range(game.rows - 1, -1, -1), game.pawns
    rows = tuple(tuple(cell(game, pawns, 8 * height + column) for column in range(game.columns)) for height in heights)
    labels = tuple(str(height + 1) for height in heights), tuple(FILES[: game.columns])
    pieces = ("W", "pawn"), ("B", "pawn")
    return Grid(rows, *labels, pieces=pieces, ground=Ground.BOARD, colours=("white", "black"))


def cell(game: Any, pawns: list[int], place: int) -> Cell:
    """Return the pawn on the cell of a bit, or an empty cell."""
    for seat in (0, 1):
        if pawns[seat] >> place & 1:
            return Cell(game.seats[seat][0], seat)
    return Cell()


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the cells that the move leaves and enters."""
    return tuple((game.rows - 1 - (cell >> 3), cell & 7) for cell in (move & CELL, move >> TO & CELL))


def layout(game: Any) -> Layout:
    """Return cells with a pawn of the mover (1), who moves up, or of the other (2)."""
    return board_layout(game.rows, game.columns, 3, False, mirror, width=8, upward=True)


def winning_cells(game: Any) -> tuple[tuple[int, int], ...]:
    """Return the cells of the winner's pawns on its far row."""
    winner = game.turn ^ 1
    edge = winner * (game.rows - 1)
    return tuple((edge, column) for column, cell in enumerate(game.show().rows[edge]) if cell.seat == winner)


def reason(game: Any) -> str:
    """Return how the game was won."""
    winner, loser = game.seats[game.turn ^ 1], game.seats[game.turn]
    if winning_cells(game):
        return f"{winner} reached the far side"
    return f"{loser} has no move" if game.pawns[game.turn] else f"{winner} took all pawns"
