"""High card, right: the mutants are made of it."""

from games.game import CHANCE, Game


class Cards(Game):
    """Each is dealt one of four cards; the first stays or raises, then the second; the higher card wins."""

    stakes = 2

    def __init__(self):
        self.turn = CHANCE
        self.cards = []
        self.said = []

    def chances(self):
        return [(card, 1) for card in range(4) if card not in self.cards]

    def moves(self):
        if self.score() is not None:
            return []
        return [card for card, weight in self.chances()] if self.turn == CHANCE else [10, 11]

    def make(self, move):
        if self.turn == CHANCE:
            self.cards.append(move)
        else:
            self.said.append(move)
        self.turn = CHANCE if len(self.cards) < 2 else len(self.said) % 2

    def score(self):
        if len(self.said) < 2:
            return None
        won = 1 if self.cards[0] > self.cards[1] else -1
        return 1 if self.said == [11, 10] else won * (1 + (self.said == [11, 11]))

    def imagine(self, seat, rng):
        twin = self.copy()
        if self.score() is None:
            for place in range(len(self.cards)):
                if place != seat:
                    mine = self.cards[seat] if seat < len(self.cards) else None
                    twin.cards[place] = rng.choice([card for card in range(4) if card != mine])
        return twin

    def text(self, move):
        return {10: "stay", 11: "raise"}.get(move, f"card{move}")

    def heard(self, move, seat):
        return "card" if move < 10 and len(self.cards) != seat else self.text(move)

    def show(self, seat=None):
        seen = (0, 1) if seat is None or self.score() is not None else (seat,)
        cards = [str(card) if place in seen else "?" for place, card in enumerate(self.cards)]
        return f"cards {' '.join(cards)}, said {self.said}, turn {self.turn}"
