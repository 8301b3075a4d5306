"""Both choose at once: the first choice is hidden until the second is made. Nothing is dealt."""

from games.game import Game

BEATS = {(0, 2), (1, 0), (2, 1)}


class Fingers(Game):
    """Rock, paper, scissors, to two wins or four rounds."""

    stakes = 1

    def __init__(self):
        self.turn = 0
        self.rounds = []
        self.secret = None

    def wins(self, seat):
        pairs = self.rounds if seat == 0 else [pair[::-1] for pair in self.rounds]
        return sum(pair in BEATS for pair in pairs)

    def moves(self):
        return [] if self.score() is not None else [0, 1, 2]

    def make(self, move):
        if self.turn == 0:
            self.secret = move
        else:
            self.rounds.append((self.secret, move))
            self.secret = None
        self.turn = 1 - self.turn

    def score(self):
        one, two = self.wins(0), self.wins(1)
        if max(one, two) == 2:
            return 1 if one > two else -1
        return (one > two) - (one < two) if len(self.rounds) == 4 else None

    def text(self, move):
        return ("rock", "paper", "scissors")[move]

    def heard(self, move, seat):
        return "something" if self.turn == 0 and seat == 1 else self.text(move)

    def show(self, seat=None):
        rounds = ", ".join(f"{self.text(a)} {self.text(b)}" for a, b in self.rounds)
        if self.secret is None:
            return rounds
        return f"{rounds}; {'?' if seat == 1 else self.text(self.secret)}"

    def known(self, seat):
        return self.show(seat) + f" turn {self.turn}"

    def imagine(self, seat, rng):
        twin = self.copy()
        if seat == 1 and self.secret is not None:
            twin.secret = rng.randrange(3)
        return twin
