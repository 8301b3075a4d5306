"""A game with a limit of plies: the key holds how many are left, and nobody is shown that."""

from games.game import Game


class March(Game):
    """Two kings on a strip of five cells; who is driven off loses, and after 14 plies it is a draw."""

    def __init__(self, limit=14):
        self.turn = 0
        self.at = [0, 4]
        self.plies = 0
        self.limit = limit

    def moves(self):
        if self.score() is not None:
            return []
        here, there = self.at[self.turn], self.at[1 - self.turn]
        return [cell for cell in (here - 1, here, here + 1) if 0 <= cell <= 4 and cell != there]

    def make(self, move):
        self.at[self.turn] = move
        self.plies += 1
        self.turn = 1 - self.turn

    def score(self):
        if self.at[0] == 4:
            return 1
        if self.at[1] == 0:
            return -1
        return 0 if self.plies >= self.limit else None

    def key(self):
        return 1 + self.turn + 2 * (self.at[0] + 5 * (self.at[1] + 5 * self.plies))

    def show(self, seat=None):
        return "".join("AB"[self.at.index(cell)] if cell in self.at else "." for cell in range(5))
