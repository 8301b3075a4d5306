"""Nim with three heaps that are kept with what each has taken, right: the mutants are made of it."""

from games.game import Game


class Heaps(Game):
    """Take as many as you like from one heap; whoever takes the last one wins."""

    def __init__(self):
        self.turn = 0
        self.heaps = [1, 2, 3]
        self.taken = [[], []]

    def moves(self):
        return [10 * heap + count for heap in range(3) for count in range(1, self.heaps[heap] + 1)]

    def make(self, move):
        heap, count = divmod(move, 10)
        self.heaps[heap] -= count
        self.taken[self.turn].append(count)
        self.turn = 1 - self.turn

    def score(self):
        if any(self.heaps):
            return None
        return 1 if self.turn == 1 else -1

    def copy(self):
        twin = Heaps()
        twin.turn = self.turn
        twin.heaps = list(self.heaps)
        twin.taken = [list(counts) for counts in self.taken]
        return twin

    def text(self, move):
        return "abc"[move // 10] + str(move % 10)
