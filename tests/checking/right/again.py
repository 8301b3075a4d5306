"""A draw by repetition: the positions passed are counted, and the game says that it looks back."""

from collections import Counter

from games.game import Game


class Again(Game):
    """Kings on a ring of six cells: who steps onto the other wins, and the third time of a position is a draw."""

    looks_back = True

    def __init__(self):
        self.turn = 0
        self.at = (0, 3)
        self.passed = Counter([(0, 3, 0)])

    def moves(self):
        return [] if self.score() is not None else [(self.at[self.turn] + step) % 6 for step in (1, 5)]

    def make(self, move):
        self.at = (move, self.at[1]) if self.turn == 0 else (self.at[0], move)
        self.turn = 1 - self.turn
        self.passed[(*self.at, self.turn)] += 1

    def score(self):
        if self.at[0] == self.at[1]:
            return 1 if self.turn == 1 else -1
        return 0 if self.passed[(*self.at, self.turn)] > 2 else None

    def show(self, seat=None):
        return f"{self.at[0]} against {self.at[1]}"
