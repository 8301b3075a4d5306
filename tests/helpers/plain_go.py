"""Go once more, written as its rules read: sets of points, flood fill, and a set of all boards that have been."""


class PlainGo:
    """A game without suicide and with positional superko; points are (column, row) from 0, a pass is None."""

    def __init__(self, size, komi=0.0):
        self.size, self.komi = size, komi
        self.stones = {}  # whose, 0 or 1, by point
        self.turn = self.passes = self.made = 0
        self.boards = {frozenset()}

    def around(self, point):
        column, row = point
        near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        return [each for each in near if 0 <= each[0] < self.size and 0 <= each[1] < self.size]

    def reach(self, stones, point):
        """The points joined to that one that hold the same, and what lies around them."""
        inside, border, left = {point}, set(), [point]
        while left:
            for near in self.around(left.pop()):
                if stones.get(near) != stones.get(point):
                    border.add(stones.get(near))
                elif near not in inside:
                    inside.add(near)
                    left.append(near)
        return inside, border

    def after(self, point):
        """The stones after a move there; None where it is not allowed."""
        if point in self.stones:
            return None
        stones = self.stones | {point: self.turn}
        for near in self.around(point):
            if stones.get(near) == 1 - self.turn:
                chain, border = self.reach(stones, near)
                if None not in border:
                    stones = {each: seat for each, seat in stones.items() if each not in chain}
        if None not in self.reach(stones, point)[1] or frozenset(stones.items()) in self.boards:
            return None
        return stones

    def moves(self):
        if self.score() is not None:
            return []
        points = [(column, row) for column in range(self.size) for row in range(self.size)]
        return [None, *(point for point in points if self.after(point) is not None)]

    def make(self, point):
        if point is not None:
            self.stones = self.after(point)
            self.boards.add(frozenset(self.stones.items()))
        self.passes = 0 if point else self.passes + 1
        self.made += 1
        self.turn = 1 - self.turn

    def score(self):
        """By how much Black wins, komi counted; None while the game goes on."""
        if self.passes < 2 and self.made < max(100, 3 * self.size**2):
            return None
        total, seen = -self.komi, set()
        for point in [(column, row) for column in range(self.size) for row in range(self.size)]:
            if point in self.stones:
                total += 1 - 2 * self.stones[point]
            elif point not in seen:
                region, border = self.reach(self.stones, point)
                seen |= region
                total += {frozenset({0}): 1, frozenset({1}): -1}.get(frozenset(border), 0) * len(region)
        return total
