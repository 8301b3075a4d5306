"""Moves and positions of breakthrough as texts: `a2-a3`, `a2xb3`; rows from the top, and the side to move."""

from typing import Any

from games.base.notation import fold
from games.boards.board_text import check_pawns, read_board, require_side, words_of, write_board

WIDTH = 8  # bits a row
CELL = 63  # the bits of a cell in a move
FROM = 6  # the lowest bit of the cell that a move leaves
TAKEN = 1 << 12
FILES = "abcdefgh"
CAPTURE = str.maketrans("", "", "x*:>")


def name(place: int) -> str:
    """Return the name of the cell of a bit: a1 to h8."""
    return f"{FILES[place % WIDTH]}{place // WIDTH + 1}"


def text(game: Any, move: int) -> str:
    """Return the two cells of a move, with x between them if it takes a pawn."""
    return name(move >> FROM & CELL) + ("x" if move & TAKEN else "-") + name(move & CELL)


def tidy(game: Any, entry: str) -> str:
    """Return an entry in its normal form. Two cells are enough: whether a pawn is taken need not be typed."""
    cells = fold(entry).translate(CAPTURE)
    column, row = FILES.find(cells[2:3]), cells[3:]
    if len(cells) == 4 and column >= 0 and row in "12345678":
        taken: int = game.pawns[1 - game.turn] >> WIDTH * (int(row) - 1) + column & 1
        return cells[:2] + "x" * taken + cells[2:]
    return cells


def position(game: Any, seat: int | None = None) -> str:
    """Return rows from the top and the side to move: `bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w`."""
    return write_board(game.show().rows, "wb", game.turn)


def read_position(game: Any, text: str) -> tuple[int, list[int]]:
    """Return the seat to move, and the words of the pawns of both. Raise ValueError for an impossible position."""
    rows, side = read_board(text, game.rows, game.columns, "wb")
    turn = require_side(side, "wb")
    check_pawns(rows, turn, game.home * game.columns, game.seats)
    return turn, words_of(rows)
