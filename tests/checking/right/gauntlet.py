"""One seat always wins, one moves twice as often, and there is a position with a single move most of the time."""

from games.game import CHANCE, Game


class Gauntlet(Game):
    """Second pushes on or rests twice, then a coin is tossed; First only watches, and may call the end. Heads ahead wins."""

    stakes = 3

    def __init__(self):
        self.turn = 1
        self.pushed = 0
        self.heads = 0
        self.tosses = 0
        self.over = False

    def moves(self):
        if self.score() is not None:
            return []
        if self.turn == CHANCE:
            return [0, 1]
        return [2, 3] if self.turn == 0 else ([4, 5] if self.pushed < 2 else [5])

    def chances(self):
        return [(0, 2), (1, 1)]

    def make(self, move):
        if self.turn == CHANCE:
            self.heads += move
            self.tosses += 1
            self.turn = 0
        elif self.turn == 0:
            self.over = move == 3
            self.turn = 1
            self.pushed = 0
        elif move == 4:
            self.pushed += 1
        else:
            self.turn = CHANCE

    def score(self):
        return self.heads if self.over or self.tosses == 3 else None

    def text(self, move):
        return ("tails", "heads", "watch", "end", "push", "rest")[move]
