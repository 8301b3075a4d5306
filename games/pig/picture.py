"""What people see of pig: scores, the turn's total, and how a game ended."""

from typing import Any

from games.game import CHANCE
from games.picture import Heap, Heaps


def show(game: Any, seat: int | None = None) -> Heaps:
    """Return both scores, and what the turn has brought."""
    heaps = [Heap(game.seats[whose], game.scores[whose], whose) for whose in (0, 1)]
    if game.score() is not None:
        return Heaps(tuple(heaps), note=f"{game.target} win")
    note = f"{game.seats[game.mover]} {'rolls' if game.turn == CHANCE else 'may roll or hold'}, {game.target} win"
    return Heaps((*heaps, Heap("Turn", game.total, game.mover)), note=note)


def reason(game: Any) -> str:
    """Return who reached the target."""
    winner = 0 if game.score() > 0 else 1
    return f"{game.seats[winner]} reached {game.target} with {game.scores[winner]}"
