"""Moves and positions of othello as texts. A position is all squares row by row from a1, then the side to move.

`X` is Black, `O` White, `-` an empty square, as in the .obf files of the program Edax (github.com/abulmo/edax-reversi),
where `;` and moves with their scores follow. Other programs write `*`, `@` or `B` for Black, `W` for White and `.` or
`_` for an empty square.
"""

from collections.abc import Sequence
from typing import Any

from games.arrangement import GridArrangement, arrange_board
from games.base.notation import column_first, fold
from games.game import Game
from games.picture import Cell

COLUMNS = "abcdefghij"
SIGNS = {"x": 0, "*": 0, "@": 0, "b": 0, "o": 1, "w": 1, "-": None, ".": None, "_": None}
PASSES = {"p", "pa", "ps", "passes", "ipass"}


def text(game: Any, move: int) -> str:
    """Return the name of the square, or `pass`."""
    return "".join(f"{COLUMNS[column]}{row + 1}" for row, column in game.cells(move)) or "pass"


def tidy(game: Any, entry: str) -> str:
    """Return a typed move without the seat's name; all words for a pass become `pass`."""
    word = fold(entry).removeprefix(game.seats[game.turn].casefold())
    return "pass" if word in PASSES else column_first(word)


def position(game: Any, seat: int | None = None) -> str:
    """Return the discs on all squares, and the side to move."""
    return write_squares(game.show().rows, game.turn)


def write_squares(rows: Sequence[Sequence[Cell]], turn: int) -> str:
    """Return the text of the discs on the rows of a board, and of the seat to move."""
    return "".join("-" if cell.seat is None else "XO"[cell.seat] for row in rows for cell in row) + f" {'XO'[turn]}"


def read_discs(text: str, size: int) -> tuple[list[tuple[int, int, int]], int]:
    """Return row, column and seat of each disc, and the seat to move. Raise ValueError, naming the square."""
    signs = "".join(text.split(";", maxsplit=1)[0].split("%", maxsplit=1)[0].split()).casefold()
    squares = size * size
    if len(signs) != squares + 1:
        raise ValueError(f"it has {len(signs)} signs, not {squares} for the squares from a1 on and X or O for the side")
    for number, sign in enumerate(signs):
        if sign not in SIGNS:
            where = name(number, size) if number < squares else "the side to move"
            raise ValueError(f"{sign!r} for {where} is not a disc (X: Black, O: White, -: empty)")
    owners = [SIGNS[sign] for sign in signs]
    turn = owners.pop()
    if turn is None:
        raise ValueError(f"{signs[-1]!r} is not a side to move (sides: X, O)")
    for place in (size // 2 - 1) * (size + 1), size // 2 * (size + 1):
        for number in (place, place + 1 if place < squares // 2 else place - 1):
            if owners[number] is None:
                raise ValueError(f"{name(number, size)} is empty, but holds a disc from the start on")
    return [(*divmod(number, size), owner) for number, owner in enumerate(owners) if owner is not None], turn


def arrange(game: Game) -> GridArrangement:
    """Return the arrangement of a game of othello."""
    return arrange_board(game, write_squares)


def name(number: int, size: int) -> str:
    """Return the name of a square, numbered row by row from 0 at a1."""
    return f"{chr(ord('a') + number % size)}{number // size + 1}"
