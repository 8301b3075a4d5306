"""The value of a game, if it can be found soon: by theory, all its positions, the cache, or a search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.capabilities import has_chance, hides_information, theory_of
from players.cfr import has_hidden_past
from players.player import Unplayable
from players.search.big_stack import call_on_big_stack
from players.search.clock import Clock, Stop
from players.search.values.value_iteration import PASSES, RETROGRADE, VALUE_ITERATION, ValueIteration
from referee.solving.exhaustive import Exhaustion, swept_value
from referee.solving.solve_cache import Solutions, cache_folder, key_of
from referee.solving.value import Value, exactly, settled

if TYPE_CHECKING:
    from games.game import Game
    from referee.facts.count_states import StateCount

SMALL = 100  # nodes of a game of hidden cards that SAPCFR+ solves at once in both lives
ITERATIONS = 1000
ENTRIES = 1 << 18  # of the table of a search


def find_value(spec: str, game: Game, census: StateCount | None, clock: Clock) -> Value | None:
    """The value of the game, with a search for as long as the clock allows; None if it is not found."""
    if hides_information(game):
        return solve_by_cfr(game) if census and census.whole and census.positions <= SMALL else None
    if theory := theory_of(game):
        return settled(theory.score, how=f"theory: {theory.name}")
    if census and census.tree:
        return Value(estimate=census.tree.value, interval=exactly(census.tree.value), how="all positions counted")
    if census and census.whole and (census.recurs or has_chance(game)):
        return solve_by_value_iteration(game, census.positions, clock.deadline)
    if has_chance(game):
        return None
    return find_cached_value(spec, game) or solve_by_search(game, clock)


def solve_by_cfr(game: Game) -> Value | None:
    """What SAPCFR+ finds; its value and the true one both lie between what best responses leave to either seat."""
    from players.search.equilibrium.cfr import PredictiveCfr
    from players.search.equilibrium.extensive_form import GameTree

    if has_hidden_past(game):
        return None
    solver = PredictiveCfr(GameTree(game))
    solver.run(ITERATIONS, Clock())
    value, off = solver.value(), 2 * solver.exploitability()
    return Value(estimate=value, interval=(value - off, value + off), how=f"{ITERATIONS:,} iterations of SAPCFR+")


def solve_by_value_iteration(game: Game, positions: int, deadline: float) -> Value | None:
    """What value iteration over all positions finds; there are so many of them."""
    try:
        sweep = ValueIteration(game, max(positions, game.stakes))
        final = sweep.run(Clock(deadline, PASSES * positions))
    except (Unplayable, MemoryError):
        return None
    if not final:
        return None
    if sweep.has_chance:
        return Value(estimate=sweep.value(), interval=exactly(sweep.value()), how=VALUE_ITERATION)
    return replace(swept_value(sweep, game), how=RETROGRADE)


def find_cached_value(spec: str, game: Game) -> Value | None:
    """The value that `referee solve` has found before, None if it has not."""
    key = key_of(spec, game)
    found = None if key is None else Solutions(cache_folder()).find(key)
    return settled(found["value"], how=f"{found['method']}, kept from before") if found and found["solved"] else None


def solve_by_search(game: Game, clock: Clock) -> Value | None:
    """What an exhaustive search by that clock finds."""
    search = Exhaustion(game, ENTRIES, clock)
    try:
        found = call_on_big_stack(search.solve_position, clock)
    except (Stop, Unplayable, MemoryError):
        return None
    how = "search" if search.sweep is None else RETROGRADE
    return replace(found, how=f"{how} of {clock.nodes:,} positions")
