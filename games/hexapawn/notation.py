"""Moves and positions of hexapawn as texts: `a1-a2`, `a1xb2`; rows from the top and the side to move, `bbb/3/www w`."""

import re
from typing import Any

from games.base.notation import fold
from games.boards.board_text import check_pawns, read_board, require_side, words_of, write_board

CELL = 63  # the bits of a cell in a move
TO = 6  # the lowest bit of the cell that a move enters
CAPTURES = 1 << 12
FILES = "abcdefgh"
ENTRY = re.compile(r"(?:([a-h])([1-8])?[x:]?)?([a-h])([1-8])[+#]?", re.ASCII)


def text(game: Any, move: int) -> str:
    """Return the two cells of a move, with x between them if it captures."""
    start, end = (f"{FILES[cell & 7]}{(cell >> 3) + 1}" for cell in (move & CELL, move >> TO & CELL))
    return f"{start}{'x' if move & CAPTURES else '-'}{end}"


def tidy(game: Any, entry: str) -> str:
    """Return an entry in its normal form: `a2b3`, `a2:b3`, and as in chess `axb3` and `a3`."""
    match = ENTRY.fullmatch(fold(entry))
    if not match:
        return fold(entry)
    column, row, end, goal = match.groups(default="")
    column = column or end
    row = row or str(int(goal) + (1 if game.turn else -1))
    return f"{column}{row}{'x' * (column != end)}{end}{goal}"


def position(game: Any, seat: int | None = None) -> str:
    """Return rows from the top and the side to move."""
    return write_board(game.show().rows, "wb", game.turn)


def read_position(game: Any, text: str) -> tuple[int, list[int]]:
    """Return the seat to move, and the words of the pawns of both. Raise ValueError for an impossible position."""
    rows, side = read_board(text, game.rows, game.columns, "wb")
    turn = require_side(side, "wb")
    check_pawns(rows, turn, game.columns, game.seats)
    return turn, words_of(rows)
