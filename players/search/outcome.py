"""Who wins a position, by a search of the game's own, in parts, so that a clock can stop it."""

from time import monotonic

from games.capabilities import OwnSolver
from games.game import Game
from players.search.clock import Clock, hurried

PART = 100_000  # positions of the first part; each is twice as large as the last, as it begins anew


def own_outcome(solver: OwnSolver, game: Game, clock: Clock) -> int | None:
    """What seat 0 wins with best play; None where the clock leaves no time or no positions for that."""
    score, part = game.score(), PART
    while score is None and monotonic() < clock.deadline and clock.nodes < clock.budget and not hurried():
        before = solver.nodes
        score = solver.outcome(game, min(part, clock.budget - clock.nodes))
        clock.nodes += solver.nodes - before
        part *= 2
    return score


def keeping_move(solver: OwnSolver, game: Game, score: int, clock: Clock, first: int | None = None) -> int | None:
    """A move after which seat 0 still wins that with best play, the first one if it does; None if the clock ended it.

    first  the move to look at before the others.
    """
    for move in sorted(game.moves(), key=lambda each: each != first):
        twin = game.copy()
        twin.make(move)
        if own_outcome(solver, twin, clock) == score:
            return move
    return None
