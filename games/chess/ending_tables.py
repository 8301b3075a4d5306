"""The tables of endings of chess with up to four pieces: which a position needs, and its value by them."""

from typing import Any, cast

from games.chess.board import KING
from games.ending_solver import EndingSolver, rank, value_after
from games.game import Game

MEN = 4  # pieces at most
HOW = "retrograde analysis, without repetitions and the 50 moves"


def solver(game: Any) -> EndingSolver | None:
    """Return a solver of the position, or None if there is no table for it."""
    return EndingSolver(HOW, tables_of, value_of) if tabled(game) else None


def tabled(game: Any) -> bool:
    """Return whether there is a table for the position: on the usual board, with few pieces, and no right to castle."""
    low, mid, high, _, rights, *_ = game.fields()
    filled = low | mid | high
    return 2 < filled.bit_count() <= MEN and not game.small and not rights & filled


def tables_of(game: Game) -> tuple[Any, ...]:
    """Return the tables of a position, each after those that it needs; none if there is no table for it."""
    if not tabled(game):
        return ()
    table = view_of(men_of(game)).table
    return (*table.needs, table)


def view_of(men: list[tuple[int, int, int]]) -> Any:
    """Return the view of the table of these men."""
    from games.chess.endings import EndingView

    return cast("Any", EndingView)([man[:2] for man in men])


def men_of(game: Any) -> list[tuple[int, int, int]]:
    """Return the kind, the seat and the square of each piece but the kings."""
    return [man for man in pieces_of(game) if man[0] != KING]


def pieces_of(game: Any) -> list[tuple[int, int, int]]:
    """Return the kind, the seat and the square of each piece."""
    low, mid, high, white, *_ = game.fields()
    squares = [square for square in range(64) if (low | mid | high) >> square & 1]
    kinds = [(low >> square & 1) + 2 * (mid >> square & 1) + 4 * (high >> square & 1) for square in squares]
    return [(kind, 1 - (white >> square & 1), square) for kind, square in zip(kinds, squares, strict=True)]


def value_of(game: Any) -> int:
    """Return the value of a position by tables that are ready, as EndingSolver explains it; plies to mate."""
    *_, rights, _, _ = game.fields()
    if rights:  # a capture en passant is possible
        return max((value_after(game, move, value_of) for move in game.moves()), key=rank)
    men = men_of(game)
    kings = sorted((seat, square) for kind, seat, square in pieces_of(game) if kind == KING)
    squares = [square for _, square in kings] + [square for _, _, square in men]
    return int(view_of(men).value(game.turn, squares))
