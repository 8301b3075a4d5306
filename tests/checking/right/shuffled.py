"""What is hidden is put to the rest and shuffled: each deal comes as often as it should, in whatever order."""

from games.game import CHANCE, Game


class Shuffled(Game):
    """A card each of five; the first stays or raises, then the second; the higher card wins."""

    stakes = 2

    def __init__(self):
        self.turn = CHANCE
        self.hands, self.stock, self.said = [], [1, 2, 3, 4, 5], []

    def moves(self):
        if self.score() is not None:
            return []
        return sorted(self.stock) if self.turn == CHANCE else [10, 11]

    def chances(self):
        return [(card, 1) for card in self.moves()]

    def make(self, move):
        if self.turn == CHANCE:
            self.stock.remove(move)
            self.hands.append(move)
        else:
            self.said.append(move)
        self.turn = CHANCE if len(self.hands) < 2 else len(self.said) % 2

    def score(self):
        if len(self.said) < 2:
            return None
        won = 1 if self.hands[0] > self.hands[1] else -1
        return 1 if self.said == [11, 10] else won * (1 + (self.said == [11, 11]))

    def imagine(self, seat, rng):
        twin = self.copy()
        if self.score() is None:
            hidden = [place for place in range(len(self.hands)) if place != seat]
            pool = self.stock + [self.hands[place] for place in hidden]
            rng.shuffle(pool)
            for place in hidden:
                twin.hands[place] = pool.pop()
            twin.stock = sorted(pool)
        return twin

    def text(self, move):
        return {10: "stay", 11: "raise"}.get(move, f"card{move}")

    def heard(self, move, seat):
        return "card" if self.turn == CHANCE and len(self.hands) != seat else self.text(move)

    def show(self, seat=None):
        open_now = seat is None or self.score() is not None
        cards = [str(card) if open_now or place == seat else "?" for place, card in enumerate(self.hands)]
        return f"cards {' '.join(cards)}, said {self.said}"
