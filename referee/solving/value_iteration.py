"""What a position of open dice is worth, found by value iteration."""

import math
from time import monotonic
from typing import Any

from games.game import CHANCE, Game
from players.search.clock import Clock
from players.search.values.value_iteration import VALUE_ITERATION, ValueIteration
from referee.drawing.progress import meter
from referee.solving.exhaustive import chance

PACE = 0.1  # seconds between two drawings of the bar


def by_sweep(game: Game, seconds: float | None) -> dict[str, Any]:
    """What value iteration finds, as JSON's types; `solved` says whether there was time for it."""
    end = math.inf if seconds is None else monotonic() + seconds
    sweep = ValueIteration(game)
    with meter() as told:
        while not (solved := sweep.run(Clock(min(end, monotonic() + PACE)))) and monotonic() < end:
            told(f"{sweep.positions:,} positions", None)
    found = {"solved": solved, "method": VALUE_ITERATION, "positions": sweep.positions}
    if not solved:
        return found
    texts = [text for _, text, _ in sweep.best(game)] if game.turn != CHANCE else []
    after = {text: value for _, text, value in sweep.moves(game)}
    value = {"value": sweep.value(), "chance": chance(game, sweep.value())}
    return found | value | {"best": texts, "moves": after}
