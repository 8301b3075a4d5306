"""What was worked out is kept: in a field, in a cached property, and in a table of all games."""

from functools import cached_property

from games.game import Game

WEIGHED = {}


class Memo(Game):
    """Take one to three counters from either of two piles; whoever takes the last one wins."""

    def __init__(self):
        self.turn = 0
        self.piles = (4, 5)
        self.listed = None
        self.asked = 0

    def moves(self):
        self.asked += 1
        if self.listed is None:
            self.listed = [10 * pile + n for pile in (0, 1) for n in range(1, min(3, self.piles[pile]) + 1)]
        return list(self.listed)

    def make(self, move):
        pile, number = divmod(move, 10)
        self.piles = tuple(size - number * (place == pile) for place, size in enumerate(self.piles))
        self.turn = 1 - self.turn
        self.listed = None
        self.__dict__.pop("left", None)

    @cached_property
    def left(self):
        return sum(self.piles)

    def score(self):
        return None if self.left else 2 * self.turn - 1

    def estimate(self):
        if self.piles not in WEIGHED:
            WEIGHED[self.piles] = (self.piles[0] ^ self.piles[1]) % 4
        return WEIGHED[self.piles] * (1 - 2 * self.turn)

    def text(self, move):
        return "ab"[move // 10] + str(move % 10)

    def show(self, seat=None):
        if not hasattr(self, "words"):
            self.words = {}
        if self.piles not in self.words:
            self.words[self.piles] = " ".join(map(str, self.piles))
        return self.words[self.piles]
