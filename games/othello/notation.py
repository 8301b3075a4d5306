"""Positions of othello as texts: all squares from a1 row by row, then the side to move.

`X` is Black, `O` White, `-` an empty square, as in the .obf files of the program Edax (github.com/abulmo/edax-reversi),
where `;` follows and then moves with their scores. Other programs write `*`, `@` or `B` for Black, `W` for White and
`.` or `_` for an empty square.
"""

from collections.abc import Sequence

from games.arrangement import GridArrangement, arrange_board
from games.base.notation import column_first, fold
from games.game import Game
from games.layout import Layout, board_layout, mirror, transpose
from games.picture import Cell, Grid, Ground

COLUMNS = "abcdefghij"
SIGNS = {"x": 0, "*": 0, "@": 0, "b": 0, "o": 1, "w": 1, "-": None, ".": None, "_": None}
PASSES = {"p", "pa", "ps", "passes", "ipass"}


def layout(size: int) -> Layout:
    """The cells of a board of that size.

    A cell holds a disc of the mover (1), one of the other (2), or none and the mover may place one there (3).
    """
    return board_layout(size, size, 4, False, mirror, transpose, width=8, vacant=(0, 3))


def write_squares(rows: Sequence[Sequence[Cell]], turn: int) -> str:
    """The text of what stands on the rows of the board, and of the seat to move."""
    return "".join("-" if cell.seat is None else "XO"[cell.seat] for row in rows for cell in row) + f" {'XO'[turn]}"


def read_discs(text: str, size: int) -> tuple[list[tuple[int, int, int]], int]:
    """Row, column and seat of each disc, and the seat to move. Raises ValueError, which names the square."""
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
    """The arrangement of a game of othello."""
    return arrange_board(game, write_squares)


def name(number: int, size: int) -> str:
    """The square of that number, from 0 at a1 row by row."""
    return f"{chr(ord('a') + number % size)}{number // size + 1}"


def count_discs(rows: Sequence[Sequence[Cell]]) -> tuple[int, int]:
    """How many discs Black has on the rows of a board, and White."""
    owners = [cell.seat for row in rows for cell in row]
    return owners.count(0), owners.count(1)


def draw(rows: tuple[tuple[Cell, ...], ...], passes: bool) -> Grid:
    """The picture of a board, and whether the side to move has no move but to pass."""
    note = "Black {}, White {}".format(*count_discs(rows)) + ("; no move but to pass" if passes else "")
    labels = tuple(str(row + 1) for row in range(len(rows))), tuple(COLUMNS[: len(rows)])
    pieces = ("B", "disc"), ("W", "disc")
    return Grid(rows, *labels, note, pieces=pieces, ground=Ground.FELT, colours=("black", "white"))


def describe_end(rows: Sequence[Sequence[Cell]], bonus: bool) -> str:
    """Why the game is over on that board; empty squares may be the winner's by the rules."""
    black, white = count_discs(rows)
    empty = len(rows) ** 2 - black - white
    if not empty:
        return f"the board is full, {black} discs to {white}"
    end = "neither side can move" if black and white else f"{'White' if black else 'Black'} has no disc left"
    return f"{end}, {black} discs to {white}" + (
        f", and {empty} empty for the winner" if bonus and black != white else ""
    )


def fold_entry(entry: str, side: str) -> str:
    """The normal form of what people type: without the side's name, `pass` for all words that mean it."""
    word = fold(entry).removeprefix(side.casefold())
    return "pass" if word in PASSES else column_first(word)
