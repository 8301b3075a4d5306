"""Othello for people: moves and positions as texts, its board, and how a game ended.

A position is all squares row by row from a1, then the side to move. `X` is Black, `O` White, `-` an empty square, as in
the .obf files of the program Edax (github.com/abulmo/edax-reversi), where `;` and moves with their scores follow. Other
programs write `*`, `@` or `B` for Black, `W` for White and `.` or `_` for an empty square.
"""

from collections.abc import Sequence
from typing import Any

from games.arrangement import GridArrangement, arrange_board
from games.base.notation import column_first, fold
from games.game import Game
from games.layout import Layout, board_layout, mirror, transpose
from games.picture import Cell, Grid, Ground

COLUMNS = "abcdefghij"
SIGNS = {"x": 0, "*": 0, "@": 0, "b": 0, "o": 1, "w": 1, "-": None, ".": None, "_": None}
PASSES = {"p", "pa", "ps", "passes", "ipass"}
PASS = 144


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


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board, with stars where the side to move may place a disc."""
    squares, discs, moves = range(game.size), find_discs(game), game.moves()
    starred = [place for move in moves for place in cells(game, move)]
    rows = tuple(tuple(cell((row, column), discs, starred) for column in squares) for row in squares)
    note = "Black {}, White {}".format(*count_discs(game)) + ("; no move but to pass" if moves == [PASS] else "")
    labels = tuple(str(row + 1) for row in squares), tuple(COLUMNS[: game.size])
    pieces = ("B", "disc"), ("W", "disc")
    return Grid(rows, *labels, note, pieces=pieces, ground=Ground.FELT, colours=("black", "white"))


def cell(place: tuple[int, int], discs: dict[tuple[int, int], int], starred: list[tuple[int, int]]) -> Cell:
    """Return a disc, or a star if a move places one there."""
    if place in discs:
        return Cell("BW"[discs[place]], discs[place])
    return Cell("*" if place in starred else "")


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return where the move places a disc; nothing for a pass."""
    return () if move == PASS else (divmod(move - 13, 12) if game.large else divmod(move, 8),)


def find_discs(game: Any) -> dict[tuple[int, int], int]:
    """Return the seats of all discs by row and column."""
    if game.large:
        return {divmod(number - 13, 12): int(side < 0) for number, side in enumerate(game.squares) if side}
    words = (game.other, game.own) if game.turn else (game.own, game.other)
    return {divmod(number, 8): seat for seat, word in enumerate(words) for number in range(64) if word >> number & 1}


def count_discs(game: Any) -> tuple[int, int]:
    """Return the number of Black's and of White's discs."""
    owners = list(find_discs(game).values())
    return owners.count(0), owners.count(1)


def layout(game: Any) -> Layout | None:
    """Return cells with a disc of the mover (1) or the other (2), or where the mover may place one (3).

    The large board has no layout.
    """
    size = game.size
    return None if game.large else board_layout(size, size, 4, False, mirror, transpose, width=8, vacant=(0, 3))


def reason(game: Any) -> str:
    """Return why the game is over, and what the winner gets for empty squares."""
    black, white = count_discs(game)
    empty = game.stakes - black - white
    if not empty:
        return f"the board is full, {black} discs to {white}"
    end = "neither side can move" if black and white else f"{'White' if black else 'Black'} has no disc left"
    given = f", and {empty} empty for the winner" if game.bonus and black != white else ""
    return f"{end}, {black} discs to {white}{given}"
