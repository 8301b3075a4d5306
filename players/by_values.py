"""The best move by the values of all reachable positions."""

import random
from time import monotonic

from games.game import Game
from players.player import Candidate, Thought
from players.search.clock import Clock
from players.search.values.value_iteration import RETROGRADE, VALUE_ITERATION, ValueIteration


def choose_by_values(game: Game, sweep: ValueIteration, clock: Clock, rng: random.Random, start: float) -> Thought:
    """Return a best move, drawn by `rng` from all best ones; unproven, the first move, if the clock stops the sweep.

    start  when the player began to think, by monotonic().
    Raises UnknownPosition, and Unplayable if there are too many positions.
    """
    final = sweep.run(clock)
    side = -1 if game.turn == 1 else 1
    rows = [(move, text, side * score) for move, text, score in sweep.moves(game)] if final else []
    # One of several equal moves may lead in circles for ever; drawing lots breaks the circle.
    best = rng.choice(sweep.best(game))[0] if final else game.moves()[0]
    return Thought(
        move=best,
        value=next((value for move, _, value in rows if move == best), 0.0),
        proven=final,
        distance=sweep.distance(game) if final else None,
        line=(game.text(best),),
        candidates=tuple(Candidate(*row, proven=True) for row in rows),
        nodes=sweep.positions,
        depth=0,
        seconds=monotonic() - start,
        how="unfinished search" if not final else VALUE_ITERATION if sweep.has_chance else RETROGRADE,
    )
