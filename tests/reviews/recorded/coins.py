"""A game as a student would write it: two rows of coins; a move takes one or two from a row, and the last coin wins."""

from games.game import Game


class Coins(Game):
    def __init__(self):
        self.turn = 0
        self.rows = [4, 5]

    def moves(self):
        return [10 * row + count for row in (0, 1) for count in (1, 2) if count <= self.rows[row]]

    def make(self, move):
        row, count = divmod(move, 10)
        self.rows[row] -= count
        self.turn = 1 - self.turn

    def score(self):
        if any(self.rows):
            return None
        return -1 if self.turn == 0 else 1
