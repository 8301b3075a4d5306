"""What a position is worth exactly, as far as that is known at once or found by a short search."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from games.capabilities import has_chance, hides_information, solver_of, theory_of
from games.game import CHANCE, Game
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock
from players.search.negamax import Chance
from players.search.outcome import own_outcome
from players.search.score import to_game_score
from players.search.solver import Solver
from players.search.table import Table

LEAST = 64  # entries of the smallest table


class ExactResult(NamedTuple):
    """What seat 0 wins with best play by both, and how that is known, in a few words."""

    score: int
    how: str


def find_settled_score(game: Game, positions: int) -> ExactResult | None:
    """What the position is worth, by theory or by a search of at most so many positions; None if neither tells.

    It depends on the position alone: each search begins with an empty table. It is None for a game that
    hides something; a game with dice or cards is not searched.
    """
    if hides_information(game):
        return None
    if (theory := theory_of(game)) is not None:
        return ExactResult(theory.score, theory.name)
    if not positions or has_chance(game) or game.turn == CHANCE:
        return None
    clock = Clock(inf, positions)
    if (own := solver_of(game)) is not None:
        score = own_outcome(own, game, clock)
        return None if score is None else ExactResult(score, "search for who wins")
    search = Solver(game.copy(), Table(max(LEAST, positions)), clock, FARTHEST)
    try:
        call_on_big_stack(search.settle, clock)
    except Chance:
        return None
    lower, upper = to_game_score(search.lower)[0], to_game_score(search.upper)[0]
    return ExactResult(-lower if game.turn else lower, "exhaustive search") if lower == upper else None
