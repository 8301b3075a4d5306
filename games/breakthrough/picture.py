"""Breakthrough for people: its board, the cells of a move, and how a game ended."""

from typing import Any

from games.breakthrough.notation import CELL, FILES, FROM, WIDTH, name
from games.layout import Layout, board_layout, mirror
from games.picture import Cell, Grid, Ground


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board."""
    heights, pawns = range(game.rows - 1, -1, -1), game.pawns
    rows = tuple(tuple(cell(pawns, WIDTH * height + column) for column in range(game.columns)) for height in heights)
    labels, files = tuple(str(height + 1) for height in heights), tuple(FILES[: game.columns])
    pieces = ("W", "pawn"), ("B", "pawn")
    return Grid(rows, labels, files, pieces=pieces, ground=Ground.BOARD, colours=("white", "black"))


def cell(pawns: list[int], place: int) -> Cell:
    """Return the pawn on the cell of a bit, or an empty cell."""
    for seat, mark in enumerate("WB"):
        if pawns[seat] >> place & 1:
            return Cell(mark, seat)
    return Cell()


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the cells that the move leaves and enters."""
    return tuple((game.rows - 1 - place // WIDTH, place % WIDTH) for place in (move >> FROM & CELL, move & CELL))


def layout(game: Any) -> Layout:
    """Return cells with a pawn of the mover (1), who moves up, or of the other (2)."""
    return board_layout(game.rows, game.columns, 3, False, mirror, width=WIDTH, upward=True)


def winning_cells(game: Any) -> tuple[tuple[int, int], ...]:
    """Return the cells of the winner's pawns on its far row."""
    rows, winner = game.show().rows, 0 if game.score() > 0 else 1
    edge = winner * (game.rows - 1)
    return tuple((edge, column) for column, cell in enumerate(rows[edge]) if cell.seat == winner)


def reason(game: Any) -> str:
    """Return how the game was won."""
    winner = 0 if game.score() > 0 else 1
    if not game.pawns[1 - winner]:
        return f"{game.seats[winner]} took the last pawn"
    far = 0 if winner else WIDTH * (game.rows - 1)
    reached = game.pawns[winner] >> far & 255
    return f"{game.seats[winner]} reached {name(far + reached.bit_length() - 1)}"
