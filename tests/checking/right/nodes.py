"""The moves are kept in objects that have no words of their own, each with the one before it."""

from games.game import Game


class Node:
    def __init__(self, taken, before):
        self.taken, self.before = taken, before


class Nodes(Game):
    """Take one or two counters; whoever takes the last one wins."""

    def __init__(self):
        self.turn = 0
        self.left = 12
        self.last = None
        self.marks = [Node(0, None)]

    def moves(self):
        return [1, 2][: self.left]

    def make(self, move):
        self.left -= move
        self.last = Node(move, self.last)
        self.marks[0].taken += move
        self.turn = 1 - self.turn

    def score(self):
        if self.left:
            return None
        return 1 if self.turn == 1 else -1
