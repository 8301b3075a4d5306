"""The shots of backgammon: which of the 36 rolls hit a blot, and which let a checker escape.

A roll hits where some way to play it does: by one die, by both with one checker, and by up to four moves of a double.
Checkers on the bar enter first. All is counted as the side that shoots counts its points, 24 to 1 and 25 for the bar.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import lowest
else:
    from games.base.bits import lowest

ON = cython.declare(cython.uint, (1 << 25) - 2)
ONE = cython.declare(cython.uint, 1)
BAR = cython.declare(cython.int, 25)
AHEAD = cython.declare(cython.uint, (1 << 12) - 1)  # as far as a roll carries a checker that is no double, and more


def count_escapes(blocks):
    """Of the 36 rolls, those that a checker can move in full, for a double by two dice, by the next 12 points blocked.

    The lowest bit of `blocks` is the next point. The source of the idea is the input "escapes" of GNU Backgammon.
    """
    ways = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    free = [not blocks << 1 >> point & 1 for point in range(13)]
    return sum([free[one + two] and (free[one] or free[two]) for one, two in ways])


escapes = cython.declare(cython.uchar[4096], [count_escapes(blocks) for blocks in range(4096)])


def count_blocked(blocks: cython.uint, point: cython.int) -> cython.int:
    """The rolls of 36 that a checker on that point, 25 for the bar, cannot move in full, by what the other has made."""
    return 36 - escapes[blocks >> 26 - point & AHEAD]


class Shots:
    """What the rolls of a side hit. `look` counts them.

    rolls  how many of the 36 hit;  twice  how many can hit two blots;
    pips   the pips that the other side loses, summed over these rolls, if the blot that has come farthest is hit.
    """

    def look(self, cells: cython.uint, bar: cython.int, targets: cython.uint, blocks: cython.uint) -> cython.int:
        """Count the shots of checkers there, and so many on the bar, at the targets. None may land on the blocks."""
        large: cython.int
        small: cython.int
        self.rolls = self.pips = self.twice = 0
        if targets:
            for large in range(1, 7):
                self.add(self.hit_by_double(cells, bar, blocks, large) & targets, 1)
                for small in range(1, large):
                    self.add(self.hit_by(cells, bar, blocks, large, small) & targets, 2)
        return self.rolls

    def add(self, hit: cython.uint, weight: cython.int) -> cython.int:
        """Count a roll of that weight that hits there."""
        if hit:
            self.rolls += weight
            more: cython.bint = hit & hit - 1 != 0
            self.twice += weight if more else 0
            self.pips += weight * self.highest(hit)
        return 0

    def highest(self, points: cython.uint) -> cython.int:
        """The highest of the points."""
        while points & points - 1:
            points &= points - 1
        return lowest(points)

    def hit_by(
        self, cells: cython.uint, bar: cython.int, blocks: cython.uint, large: cython.int, small: cython.int
    ) -> cython.uint:
        """The points that two different dice reach."""
        if not bar:
            one: cython.uint = cells >> large & ON
            two: cython.uint = cells >> small & ON
            return one | two | (one & ~blocks) >> small | (two & ~blocks) >> large
        first: cython.uint = (ONE << BAR - large) & ~blocks
        second: cython.uint = (ONE << BAR - small) & ~blocks
        found: cython.uint = first | second
        if bar == 1 and first:
            found |= (cells | first) >> small
        if bar == 1 and second:
            found |= (cells | second) >> large
        return found

    def hit_by_double(self, cells: cython.uint, bar: cython.int, blocks: cython.uint, die: cython.int) -> cython.uint:
        """The points that up to four moves of a double reach."""
        left: cython.int = 4 - bar
        found: cython.uint = 0
        if bar:
            found = (ONE << BAR - die) & ~blocks
            if not found:
                return 0
            cells |= found
        while left > 0:
            cells = cells >> die & ON & ~blocks
            found |= cells
            left -= 1
        return found
