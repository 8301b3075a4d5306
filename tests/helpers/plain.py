"""Games as a student would write them: plain Python, no unmake, no C types."""

from games.game import CHANCE, Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class PlainTicTacToe(Game):
    """Tic-tac-toe with its moves in the same order as the compiled one."""

    def __init__(self):
        self.turn = 0
        self.cells_taken = [None] * 9

    def moves(self):
        return [] if self.score() is not None else [cell for cell in range(9) if self.cells_taken[cell] is None]

    def make(self, move):
        self.cells_taken[move] = self.turn
        self.turn = 1 - self.turn

    def score(self):
        for a, b, c in LINES:
            if self.cells_taken[a] is not None and self.cells_taken[a] == self.cells_taken[b] == self.cells_taken[c]:
                return 1 if self.cells_taken[a] == 0 else -1
        return None if None in self.cells_taken else 0

    def text(self, move):
        return str(move + 1)


class Grab(Game):
    """Take 1 to 3 coins worth their place; who takes 3 moves again; the score is the difference: margins, extra turns."""

    stakes = 60

    def __init__(self, coins=9):
        self.turn = 0
        self.coins = coins
        self.lead = 0

    def moves(self):
        return list(range(1, min(3, self.coins) + 1))

    def make(self, move):
        worth = sum(coin % 4 for coin in range(self.coins - move, self.coins))
        self.lead += worth if self.turn == 0 else -worth
        self.coins -= move
        if move != 3:
            self.turn = 1 - self.turn

    def score(self):
        return None if self.coins else self.lead


class HighCard(Game):
    """Each is dealt one of four cards; the first stays or doubles, the second folds or sees; the higher card wins."""

    stakes = 2

    def __init__(self):
        self.turn = CHANCE
        self.cards = []
        self.said = []

    def moves(self):
        if self.score() is not None:
            return []
        return [card for card in range(4) if card not in self.cards] if self.turn == CHANCE else [10, 11]

    def chances(self):
        return [(card, 1) for card in self.moves()]

    def make(self, move):
        (self.cards if self.turn == CHANCE else self.said).append(move)
        self.turn = CHANCE if len(self.cards) < 2 else len(self.said) % 2

    def score(self):
        if len(self.said) < 2:
            return None
        won = 1 if self.cards[0] > self.cards[1] else -1
        return 1 if self.said == [11, 10] else won * (1 + (self.said == [11, 11]))

    def imagine(self, seat, rng):
        twin = self.copy()
        for place in range(len(self.cards)):
            if place != seat and self.score() is None:
                mine = self.cards[seat] if seat < len(self.cards) else None
                twin.cards[place] = rng.choice([card for card in range(4) if card != mine])
        return twin

    def text(self, move):
        return {10: "no", 11: "yes"}.get(move, f"card{move}")

    def heard(self, move, seat):
        return "card" if move < 10 and len(self.cards) != seat else self.text(move)

    def show(self, seat=None):
        open_to = {None: (0, 1)}.get(seat, (0, 1) if self.score() is not None else (seat,))
        cards = [str(card) if place in open_to else "?" for place, card in enumerate(self.cards)]
        return f"cards {' '.join(cards)}, said {self.said}, turn {self.turn}"


class Race(Game):
    """Roll a die of three, step or stay; first at the goal wins: a game of chance."""

    def __init__(self, goal=5):
        self.turn = CHANCE
        self.mover = 0
        self.die = 0
        self.places = [0, 0]
        self.goal = goal

    def chances(self):
        return [(1, 1), (2, 1), (3, 2)]

    def moves(self):
        if self.score() is not None:
            return []
        return [1, 2, 3] if self.turn == CHANCE else [0, 1]

    def make(self, move):
        if self.turn == CHANCE:
            self.die, self.turn = move, self.mover
        else:
            self.places[self.mover] += move * self.die
            self.mover, self.turn = 1 - self.mover, CHANCE

    def score(self):
        return next((1 - 2 * seat for seat in (0, 1) if self.places[seat] >= self.goal), None)


class PlainPig(Game):
    """Pig, in plain Python: roll as long as you dare, a one loses the turn's total; who holds keeps it."""

    def __init__(self, target=10):
        self.turn = self.mover = self.total = 0
        self.target = target
        self.scores = [0, 0]

    def moves(self):
        if self.score() is not None:
            return []
        if self.turn == CHANCE:
            return [1, 2, 3, 4, 5, 6]
        return [7] if self.scores[self.mover] + self.total >= self.target else [0, 7]

    def make(self, move):
        if move == 0:
            self.turn = CHANCE
            return
        if 1 < move < 7:
            self.total += move
        else:
            self.scores[self.mover] += self.total if move == 7 else 0
            self.mover, self.total = 1 - self.mover, 0
        self.turn = self.mover

    def score(self):
        return next((1 - 2 * seat for seat in (0, 1) if self.scores[seat] >= self.target), None)


def pig_by_neller(target):
    """How often the first wins: P(i, j, k) of T. W. Neller and C. G. M. Presser, iterated over all of i, j and k."""
    grid = [(i, j, k) for i in range(target) for j in range(target) for k in range(target - i)]
    wins = dict.fromkeys(grid, 0.0)

    def win(i, j, k):
        return 1.0 if i + k >= target else wins[i, j, k]

    change = 1.0
    while change > 1e-12:
        change = 0.0
        for i, j, k in reversed(grid):
            roll = (1 - win(j, i, 0) + sum(win(i, j, k + face) for face in range(2, 7))) / 6
            best = max(roll, 1 - win(j, i + k, 0))
            change = max(change, abs(best - wins[i, j, k]))
            wins[i, j, k] = best
    return wins[0, 0, 0]


class PlainKuhn(Game):
    """Kuhn poker, in plain Python: three cards, a bet of one, and the other calls or folds (H. W. Kuhn, 1950)."""

    stakes = 2

    def __init__(self):
        self.turn = CHANCE
        self.cards = []
        self.said = ""

    def moves(self):
        if self.score() is not None:
            return []
        return [card for card in range(3) if card not in self.cards] if self.turn == CHANCE else [10, 11]

    def chances(self):
        return [(card, 1) for card in self.moves()]

    def make(self, move):
        if self.turn == CHANCE:
            self.cards.append(move)
        else:
            self.said += "pb"[move - 10]
        self.turn = CHANCE if len(self.cards) < 2 else len(self.said) % 2

    def score(self):
        higher = 1 if self.cards[:1] > self.cards[1:] else -1
        return {"pp": higher, "bb": 2 * higher, "pbb": 2 * higher, "bp": 1, "pbp": -1}.get(self.said)

    def imagine(self, seat, rng):
        twin = self.copy()
        for place in range(len(self.cards)):
            if place != seat and self.score() is None:
                mine = self.cards[seat] if seat < len(self.cards) else None
                twin.cards[place] = rng.choice([card for card in range(3) if card != mine])
        return twin

    def text(self, move):
        return {10: "pass", 11: "bet"}.get(move) or "JQK"[move]

    def heard(self, move, seat):
        return "card" if move < 10 and len(self.cards) != seat else self.text(move)

    def show(self, seat=None):
        seen = [seat in (None, place) or self.score() is not None for place in range(len(self.cards))]
        cards = ["JQK"[card] if open_to else "?" for card, open_to in zip(self.cards, seen)]
        return f"{''.join(cards)}:{self.said}"
