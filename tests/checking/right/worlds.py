"""Cards dealt unevenly and one by one, a card that is open, and folding; what is hidden has weights of its own."""

from games.game import CHANCE, Game

DECK = {"J": 3, "Q": 2, "K": 1}
NAMES = list(DECK)


class Worlds(Game):
    """A card each of a deck of six, then an open one; First bets or passes, Second calls or folds; pairs win."""

    stakes = 2

    def __init__(self):
        self.turn = CHANCE
        self.dealt = []
        self.said = []

    def left(self, but=()):
        return {name: DECK[name] - self.dealt.count(name) - list(but).count(name) for name in NAMES}

    def chances(self):
        return [(place, left) for place, left in enumerate(self.left().values()) if left]

    def moves(self):
        if self.score() is not None:
            return []
        if self.turn == CHANCE:
            return [place for place, _ in self.chances()]
        return [10, 11] if self.turn == 0 else [12, 13]

    def make(self, move):
        if self.turn == CHANCE:
            self.dealt.append(NAMES[move])
            self.turn = CHANCE if len(self.dealt) < 3 else 0
        else:
            self.said.append(move)
            self.turn = 1 - self.turn

    def worth(self, seat):
        return (self.dealt[seat] == self.dealt[2], NAMES.index(self.dealt[seat]))

    def score(self):
        if not self.said or (self.said == [11]):
            return None
        if self.said[-1] == 13:
            return 1
        stake = 2 if 11 in self.said else 1
        return stake * ((self.worth(0) > self.worth(1)) - (self.worth(0) < self.worth(1)))

    def text(self, move):
        return NAMES[move] if move < 3 else {10: "pass", 11: "bet", 12: "call", 13: "fold"}[move]

    def heard(self, move, seat):
        return "a card" if self.turn == CHANCE and len(self.dealt) == 1 - seat else self.text(move)

    def show(self, seat=None):
        shut = None if seat is None or self.score() is not None else 1 - seat
        cards = ["?" if place == shut else name for place, name in enumerate(self.dealt)]
        return " ".join([*cards, *map(self.text, self.said)])

    def imagine(self, seat, rng):
        twin = self.copy()
        other = 1 - seat
        if len(self.dealt) > other and self.score() is None:
            twin.dealt[other] = "none"
            left = twin.left()
            twin.dealt[other] = rng.choices(list(left), list(left.values()))[0]
        return twin
