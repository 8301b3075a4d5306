"""The tables of endings of checkers with up to three pieces: which a position needs, and its value by them."""

from typing import Any

from games.ending_solver import EndingSolver
from games.game import Game

PIECES = 3  # at most
HOW = "retrograde analysis, without repetitions and the 40 moves"


def solver(game: Any) -> EndingSolver | None:
    """Return a solver of the position, or None if there is no table for it."""
    return EndingSolver(HOW, tables_of, value_of) if tabled(game) else None


def tabled(game: Any) -> bool:
    """Return whether there is a table for the position: few pieces, some of them of each side."""
    black, white = game.pieces
    return bool(black and white) and (black | white).bit_count() <= PIECES


def tables_of(game: Game) -> tuple[Any, ...]:
    """Return the tables of a position, each after those that it needs; none if there is no table for it."""
    if not tabled(game):
        return ()
    table = table_of(game)
    return (*table.needs, table)


def table_of(game: Any) -> Any:
    """Return the table of a position."""
    from games.checkers.endings import ending, name_of

    black, white = game.pieces
    kind: Any = type(game)
    return ending(name_of(black, white, game.kings), kind)


def value_of(game: Game) -> int:
    """Return the value of a position by tables that are ready, as EndingSolver explains it."""
    return int(table_of(game).value(game))
