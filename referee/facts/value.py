"""What a game is worth, where that is soon found out: by theory, all its positions, the cache, or a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.capabilities import has_chance, hides_information, theory_of
from players.cfr import has_hidden_past
from players.player import Unplayable
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock
from players.search.score import to_game_score
from players.search.solver import Solver
from players.search.table import Table
from players.search.value_iteration import ValueIteration
from referee.facts.facts import Worth
from referee.solving.exhaustive import side
from referee.solving.solve_cache import Solutions, cache_folder, key_of

if TYPE_CHECKING:
    from games.game import Game
    from referee.facts.count_states import Census

SMALL = 100  # nodes of a game of hidden cards that CFR+ solves at once in both lives
ITERATIONS = 1000
PASSES = 50  # times that a position may be met and valued, on average
ENTRIES = 1 << 18  # of the table of a search


def worth(spec: str, game: Game, census: Census | None, clock: Clock) -> Worth | None:
    """What the game is worth at its start, by a search for as long as the clock says; None where that does not tell."""
    if hides_information(game):
        return by_cfr(game) if census and census.whole and census.positions <= SMALL else None
    if theory := theory_of(game):
        return Worth(theory.score, f"theory: {theory.name}")
    if census and census.tree:
        return Worth(census.tree.value, "all positions counted")
    if has_chance(game):
        return by_sweep(game, census.positions, clock.deadline) if census and census.whole else None
    return kept(spec, game) or searched(game, clock)


def by_cfr(game: Game) -> Worth | None:
    """What CFR+ finds; its value and the true one both lie between what best responses leave to either seat."""
    from players.search.cfr import CfrPlus
    from players.search.extensive_form import GameTree

    if has_hidden_past(game):
        return None
    solver = CfrPlus(GameTree(game))
    solver.run(ITERATIONS, Clock())
    return Worth(solver.value(), f"{ITERATIONS:,} iterations of CFR+", 2 * solver.exploitability())


def by_sweep(game: Game, positions: int, deadline: float) -> Worth | None:
    """What value iteration over all positions finds, of which there are so many."""
    try:
        sweep = ValueIteration(game, max(positions, game.stakes))
        final = sweep.run(Clock(deadline, PASSES * positions))
    except (Unplayable, MemoryError):
        return None
    return Worth(sweep.value(), "value iteration") if final else None


def kept(spec: str, game: Game) -> Worth | None:
    """What `referee solve` found out before."""
    key = key_of(spec, game)
    found = None if key is None else Solutions(cache_folder()).find(key)
    return Worth(found["value"], f"{found['method']}, kept from before") if found and found["solved"] else None


def searched(game: Game, clock: Clock) -> Worth | None:
    """What an exhaustive search by that clock finds."""
    search = Solver(game, Table(ENTRIES), clock, FARTHEST)
    try:
        call_on_big_stack(search.run, clock)
    except (Unplayable, MemoryError):
        return None
    if not search.final:
        return None
    return Worth(side(game.turn) * to_game_score(search.score)[0], f"search of {clock.nodes:,} positions")
