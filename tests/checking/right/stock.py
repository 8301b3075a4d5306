"""A whole deal is one move, the stock is hidden from both, and a card is drawn that only one sees."""

from itertools import permutations

from games.game import CHANCE, Game

DEALS = list(permutations(range(5)))
KEEP, DRAW = 200, 201


class Stock(Game):
    """A card each of five; each may keep it, or exchange it once for the top of the stock, which three lie in."""

    def __init__(self):
        self.turn = CHANCE
        self.hands = []
        self.stock = []
        self.thrown = []
        self.said = []

    def moves(self):
        if self.score() is not None:
            return []
        return list(range(len(DEALS))) if self.turn == CHANCE else [KEEP, DRAW]

    def chances(self):
        return [(deal, 1) for deal in range(len(DEALS))]

    def make(self, move):
        if self.turn == CHANCE:
            one, two, *self.stock = DEALS[move]
            self.hands = [one, two]
            self.turn = 0
            return
        if move == DRAW:
            self.thrown.append(self.hands[self.turn])
            self.hands[self.turn] = self.stock.pop()
        self.said.append(move)
        self.turn = 1 - self.turn

    def score(self):
        if len(self.said) < 2:
            return None
        return 1 if self.hands[0] > self.hands[1] else -1

    def text(self, move):
        if move in (KEEP, DRAW):
            return "keep" if move == KEEP else "draw"
        return "".join(map(str, DEALS[move]))

    def heard(self, move, seat):
        return f"a deal with {DEALS[move][seat]} for you" if self.turn == CHANCE else self.text(move)

    def known(self, seat):
        return self.show(seat)

    def show(self, seat=None):
        if seat is None or self.score() is not None:
            return f"{self.hands} stock {self.stock} thrown {self.thrown} said {self.said}"
        if not self.hands:
            return "nothing dealt"
        return f"you hold {self.hands[seat]}, thrown {self.thrown}, said {self.said}"

    def imagine(self, seat, rng):
        twin = self.copy()
        if self.hands and self.score() is None:
            pool = [card for card in range(5) if card != self.hands[seat] and card not in self.thrown]
            rng.shuffle(pool)
            twin.hands[1 - seat] = pool.pop()
            twin.stock = pool
        return twin
