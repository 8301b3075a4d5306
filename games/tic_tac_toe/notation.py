"""Moves and positions of tic-tac-toe as texts: cells 1 to 9; rows from the top and the side to move, `x1o/3/2x o`."""

from typing import Any

from games.arrangement import GridArrangement, arrange_board
from games.boards.board_text import check_turn, count_pieces, read_board, write_board
from games.boards.winning import winning_lines
from games.picture import Cell


def text(game: Any, move: int) -> str:
    """Return the number of a cell, from 1."""
    return str(move + 1)


def position(game: Any, seat: int | None = None) -> str:
    """Return rows from the top and the side to move."""
    return write_board(game.show().rows, "xo", game.turn)


def read_position(game: Any, text: str) -> tuple[int, int, int]:
    """Return the seat to move, and the words of both seats' stones; the text may leave out the side to move.

    Raise ValueError for an impossible position.
    """
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
