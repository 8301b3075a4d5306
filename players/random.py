"""A player that moves at random."""

import random
from math import inf
from typing import ClassVar

from games.game import Game
from games.option import Option, Whole, check


class RandomPlayer:
    """Picks a legal move at random."""

    options: ClassVar[dict[str, Option]] = {
        "seed": Whole(None, least=0, note="for its random numbers; the match's own by default"),
    }

    def __init__(self, seed: int | None = None):
        check(self.options, seed=seed)
        self.random = random.Random(seed)

    def choose(self, game: Game, deadline: float = inf) -> int:
        return self.random.choice(game.moves())
