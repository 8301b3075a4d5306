"""Moves of checkers as texts, `11-15`, or `9x18x27` for a jump, and why an entry is no legal move."""

import re
from collections.abc import Iterator
from itertools import pairwise

from games.base.notation import fold
from games.base.rule_values import find_move, refusal
from games.checkers.board import number, place, way_of
from games.game import Game, IllegalMove
from games.picture import Cell, Grid

PATH = re.compile(r"\s*\d{1,2}(?:(?:\s*[-x:*,]\s*|\s+)\d{1,2})+\s*", re.ASCII | re.IGNORECASE)
TOGETHER = re.compile(r"\d{4}", re.ASCII)
MOST = 32
MEN = "bw"  # the marks of men, which move forward only


def text(game: Game, move: int) -> str:
    """Return the numbers of the squares on the move's way."""
    return ("x" if move >> 12 else "-").join(map(str, way_of(move)))


def tidy(game: Game, entry: str) -> str:
    """Return the squares of a typed move: `9x18x27`, `9:18:27` and `9 18 27` are `9-18-27`, and `1115` is `11-15`."""
    if PATH.fullmatch(entry):
        return "-".join(str(int(found)) for found in re.findall(r"\d+", entry))
    word = fold(entry)
    return f"{int(word[:2])}-{int(word[2:])}" if TOGETHER.fullmatch(word) else word


def parse(game: Game, entry: str) -> int:
    """Return the legal move of the entry, which names all its squares or only the first and the last.

    Raise IllegalMove if there is none, or if the two squares may mean several.
    """
    if (move := find_move(game, entry)) is not None:
        return move
    ends = tidy(game, entry).split("-")
    found = [move for move in game.moves() if [str(number(move & 63)), str(number(move >> 6 & 63))] == ends]
    if not found:
        raise IllegalMove(refusal(game, entry))
    if len(found) > 1:
        ways = " or ".join(text(game, move) for move in found)
        raise IllegalMove(f"{entry!r} may be {ways}: name the squares between")
    return found[0]


def why_not(game: Game, entry: str) -> str:
    """Return which rule forbids a move by these squares, or "" if the entry names less than two squares."""
    words = tidy(game, entry).split("-")
    if len(words) < 2 or not all(word.isdecimal() and len(word) < 3 for word in words):
        return ""
    return next(reasons(game, [int(word) for word in words]))


def reasons(game: Game, way: list[int]) -> Iterator[str]:
    """Yield why no piece can go by these squares; the first reason counts."""
    if not all(1 <= square <= MOST for square in way):
        yield f"the squares are 1 to {MOST}"
    start, end, side = cell_at(game, way[0]), cell_at(game, way[-1]), game.seats[game.turn]
    if start.seat != game.turn:
        yield f"no piece of {side} stands on {way[0]}"
    ways = [way_of(move) for move in game.moves()]
    if onward := next((each for each in ways if each[: len(way)] == way), None):
        yield f"the capture goes on, to {onward[len(way)]}"
    (row, column), (to, across) = place(way[0]), place(way[1])
    jumps = abs(row - to) == abs(column - across) == 2
    if any(move >> 12 for move in game.moves()) and not jumps:
        yield f"{side} can capture, and must"
    if end.seat is not None and way[-1] != way[0]:
        yield f"a piece of {game.seats[end.seat]} stands on {way[-1]}"
    if start.mark in MEN and any((after < before) != bool(game.turn) for before, after in pairwise(way)):
        yield "a man does not move backwards"
    if jumps:
        yield "a jump leads over a piece of the other side to an empty square"
    yield "a piece goes one square diagonally, or jumps"


def cell_at(game: Game, number: int) -> Cell:
    """Return the cell of a square."""
    board = game.show()
    assert isinstance(board, Grid)  # noqa: S101  # for the type checker
    row, column = place(number)
    return board.rows[row][column]
