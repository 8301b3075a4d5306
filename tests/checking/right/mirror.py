"""One key for a board and its mirror image, by a table of random numbers that is filled once."""

import random

from games.game import Game

RNG = random.Random(64)
CODES = [[RNG.getrandbits(64) for _ in range(2)] for _ in range(6)]


class Mirror(Game):
    """A stone each in turn on six cells in a row; who first has two neighbours wins, else a draw."""

    def __init__(self):
        self.turn = 0
        self.row = [None] * 6

    def moves(self):
        return [] if self.score() is not None else [cell for cell in range(6) if self.row[cell] is None]

    def make(self, move):
        self.row[move] = self.turn
        self.turn = 1 - self.turn

    def unmake(self, move):
        self.row[move] = None
        self.turn = 1 - self.turn

    def score(self):
        for one, other in zip(self.row, self.row[1:]):
            if one is not None and one == other:
                return 1 - 2 * one
        return 0 if None not in self.row else None

    def key(self):
        def code(row):
            found = 0
            for codes, stone in zip(CODES, row):
                found ^= 0 if stone is None else codes[stone]
            return found

        return min(code(self.row), code(self.row[::-1])) ^ self.turn or 1

    def text(self, move):
        return "abcdef"[move]

    def show(self, seat=None):
        return "".join(".XO"[0 if stone is None else stone + 1] for stone in self.row)
