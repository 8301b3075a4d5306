"""Why an entry is no legal move of checkers."""

from collections.abc import Iterator
from itertools import pairwise

from games.checkers.board import place, way_of
from games.checkers.notation import fold_entry
from games.game import Game
from games.picture import Cell, Grid

MOST = 32
MEN = "bw"  # the marks of men, which move forward only


def why_not(game: Game, entry: str) -> str:
    """Return which rule forbids a move by these squares, or "" if the entry names less than two squares."""
    words = fold_entry(entry).split("-")
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
    jumps = is_jump(way[0], way[1])
    if any(move >> 12 for move in game.moves()) and not jumps:
        yield f"{side} can capture, and must"
    if end.seat is not None and way[-1] != way[0]:
        yield f"a piece of {game.seats[end.seat]} stands on {way[-1]}"
    if start.mark in MEN and any((after < before) != bool(game.turn) for before, after in pairwise(way)):
        yield "a man does not move backwards"
    if jumps:
        yield "a jump leads over a piece of the other side to an empty square"
    yield "a piece goes one square diagonally, or jumps"


def is_jump(start: int, end: int) -> bool:
    """Return whether the two squares are as far apart as a jump leads."""
    (row, column), (other, across) = [place(number) for number in (start, end)]
    return abs(row - other) == abs(column - across) == 2


def cell_at(game: Game, number: int) -> Cell:
    """Return the cell of a square."""
    board = game.show()
    assert isinstance(board, Grid)  # noqa: S101  # for the type checker
    row, column = place(number)
    return board.rows[row][column]
