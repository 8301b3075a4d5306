"""The exact value of a position, if theory or a short search knows it."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from games.capabilities import has_chance, hides_information, how_of, solver_of, theory_of
from games.game import CHANCE, Game
from players.player import Unplayable
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table, to_game_score
from players.search.alphabeta.timed_solver import own_outcome
from players.search.alphabeta.tree import Chance
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock
from players.search.values.recurrence import positions_recur
from players.search.values.value_iteration import RETROGRADE, ValueIteration

LEAST = 64  # entries of the smallest table


class ExactResult(NamedTuple):
    """What seat 0 wins with best play by both, and how this is known, in a few words."""

    score: int
    how: str


def find_settled_score(game: Game, positions: int) -> ExactResult | None:
    """Return the value of the position, by theory or by searching at most `positions`; None if neither finds it.

    If positions recur and a search does not find the value, all positions are valued; play without end is a draw.
    The result depends on the position alone: each search begins with an empty table. It is None for a game that hides
    something; a game with dice or cards is not searched.
    """
    if hides_information(game):
        return None
    if (theory := theory_of(game)) is not None:
        return ExactResult(theory.score, theory.name)
    if not positions or has_chance(game) or game.turn == CHANCE:
        return None
    if (own := solver_of(game)) is not None:
        score = own_outcome(own, game, Clock(inf, positions))
        return None if score is None else ExactResult(score, how_of(own))
    return search_whole(game, positions) or (value_all(game, positions) if positions_recur(game) else None)


def search_whole(game: Game, positions: int) -> ExactResult | None:
    """Return the value that a search of at most `positions` proves; None if it proves none."""
    clock = Clock(inf, positions)
    search = Solver(game.copy(), Table(max(LEAST, positions)), clock, FARTHEST)
    try:
        call_on_big_stack(search.settle, clock)
    except Chance:
        return None
    lower, upper = to_game_score(search.lower)[0], to_game_score(search.upper)[0]
    return ExactResult(-lower if game.turn else lower, "exhaustive search") if lower == upper else None


def value_all(game: Game, most: int) -> ExactResult | None:
    """Return the value of the position by valuing all that can follow; None if they are more than `most`."""
    try:
        sweep = ValueIteration(game, most)
        sweep.run(Clock())
    except Unplayable:
        return None
    return None if sweep.has_chance else ExactResult(int(sweep.value()), RETROGRADE)
