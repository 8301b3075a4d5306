"""A race by a die of three sides, right: the mutants are made of it."""

from games.game import CHANCE, Game


class Dice(Game):
    """Roll, then step so far or stay; the first at the goal wins."""

    def __init__(self):
        self.turn = CHANCE
        self.mover = 0
        self.die = 0
        self.places = [0, 0]

    def chances(self):
        return [(1, 1), (2, 1), (3, 1)]

    def moves(self):
        if self.score() is not None:
            return []
        return [1, 2, 3] if self.turn == CHANCE else [0, 1]

    def make(self, move):
        if self.turn == CHANCE:
            self.die = move
            self.turn = self.mover
        else:
            self.places[self.mover] += move * self.die
            self.mover = 1 - self.mover
            self.turn = CHANCE

    def score(self):
        for seat in (0, 1):
            if self.places[seat] >= 5:
                return 1 - 2 * seat
        return None

    def text(self, move):
        return f"rolls{move}" if self.turn == CHANCE else ("stay", "step")[move]
