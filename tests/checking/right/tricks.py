"""Two cards each, played in two tricks: what is played tells of what is kept, by a choice that nobody knows."""

from games.game import CHANCE, Game

DECK = (1, 1, 2, 2, 3, 3, 4)


class Tricks(Game):
    """Two cards each from seven; each plays one openly, higher takes the sum of both; then the other card too."""

    stakes = 14

    def __init__(self):
        self.turn = CHANCE
        self.hands = [[], []]
        self.table = []
        self.played = []

    def dealt(self):
        return len(self.hands[0]) + len(self.hands[1]) + len(self.table) + len(self.played)

    def left(self):
        out = list(DECK)
        for c in (*self.hands[0], *self.hands[1], *self.table, *self.played):
            out.remove(c)
        return out

    def moves(self):
        if self.score() is not None:
            return []
        return sorted(set(self.left())) if self.turn == CHANCE else sorted({10 + c for c in self.hands[self.turn]})

    def chances(self):
        return [(c, self.left().count(c)) for c in sorted(set(self.left()))]

    def make(self, move):
        if self.turn == CHANCE:
            n = self.dealt()
            self.hands[n % 2].append(move)
            self.hands[n % 2].sort()
            self.turn = 0 if n == 3 else CHANCE
        else:
            self.hands[self.turn].remove(move - 10)
            self.table.append(move - 10)
            self.turn = 1 - self.turn
            if len(self.table) == 2:
                self.played += self.table
                self.table = []

    def score(self):
        if len(self.played) < 4:
            return None
        total = 0
        for a, b in (self.played[:2], self.played[2:]):
            total += 0 if a == b else (a + b) * (1 if a > b else -1)
        return total

    def text(self, move):
        return f"play{move - 10}" if move > 9 else f"card{move}"

    def heard(self, move, seat):
        return "card" if self.turn == CHANCE and self.dealt() % 2 != seat else self.text(move)

    def imagine(self, seat, rng):
        w = self.copy()
        o = 1 - seat
        if self.score() is None:
            pool = self.left() + self.hands[o]
            rng.shuffle(pool := sorted(pool))
            w.hands[o] = sorted(pool[: len(self.hands[o])])
        return w

    def known(self, seat):
        return self.show(seat)

    def show(self, seat=None):
        o = seat is None or self.score() is not None
        h = [h if o or i == seat else ["?"] * len(h) for i, h in enumerate(self.hands)]
        return f"{h} table {self.table} played {self.played} turn {self.turn}"
