"""The board is drawn once, by a seed that is an option, with a random.Random of its own."""

import random

from games.game import Game


class Setup(Game):
    """Take the coin at either end of a row; whoever has more wins. Nobody ever chooses where but one coin is left."""

    def __init__(self, coins=8, seed=3):
        rng = random.Random(seed)
        self.turn = 1
        self.coins = [rng.randint(1, 9) for _ in range(coins)]
        self.won = {0: 0, 1: 0}

    def moves(self):
        return list(range(min(2, len(self.coins))))

    def make(self, move):
        self.won[self.turn] += self.coins.pop(0 if move == 0 else -1)
        self.turn = 1 - self.turn

    def score(self):
        if self.coins:
            return None
        return (self.won[0] > self.won[1]) - (self.won[0] < self.won[1])

    def estimate(self):
        return self.won[0] - self.won[1]

    def text(self, move):
        return ("left", "right")[move]
