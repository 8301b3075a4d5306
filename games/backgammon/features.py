"""One side of a backgammon board in numbers: what the estimate weighs, a row of backgammon_weights.py each.

Points are counted as the side itself counts them. "Theirs" is the other side.
"""

from __future__ import annotations

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon.bits import mirror
    from cython.cimports.games.backgammon.shots import Shots, count_blocked
    from cython.cimports.games.base.bits import count, lowest
else:
    from games.backgammon.bits import mirror
    from games.backgammon.shots import Shots, count_blocked
    from games.base.bits import count, lowest

BAR = cython.declare(cython.int, 25)
ON = cython.declare(cython.uint, (1 << 25) - 2)
HOME = cython.declare(cython.uint, 0b1111110)
OUTER = cython.declare(cython.uint, 0b111111111111 << 7)
BACK = cython.declare(cython.uint, 0b111111 << 19)  # their home
ANCHORS = cython.declare(cython.uint, 0b1111111 << 18)  # that, and their bar point
MIDDLE = cython.declare(cython.int, 12)


class Side:
    """One side. `read` says where its checkers are; `weigh` fills in the terms, once both sides have been read.

    counts    how many checkers are off, on the points 1 to 24, and on the bar.
    occupied  the points with a checker, of which `made` have more than one, and `single` only one;  rear: the highest,
              25 if it is the bar.
    back      checkers in their home and on the bar;  home: points made in its own.
    terms     the numbers, in the order of the rows of backgammon_weights.py.
    keys      those of them whose products count too, in the order of PAIRS there.
    """

    def __init__(self):
        self.shots = Shots()
        if not cython.compiled:
            self.counts, self.terms, self.keys = [0] * 26, [0] * 46, [0] * 12

    def read(self, planes: cython.p_uint, seat: cython.int) -> cython.int:
        """Take the checkers of that seat from the words of backgammon_play.py."""
        at: cython.int = 4 * seat
        point: cython.int
        low: cython.uint = planes[at]
        more: cython.uint = planes[at + 1] | planes[at + 2] | planes[at + 3]
        cells: cython.uint = low | more
        for point in range(26):
            self.counts[point] = 0
        self.made = more & ON
        self.occupied = cells & ON
        self.single = self.occupied & ~self.made
        while cells:
            point = lowest(cells)
            self.counts[point] = (
                (low >> point & 1)
                + 2 * (planes[at + 1] >> point & 1)
                + 4 * (planes[at + 2] >> point & 1)
                + 8 * (planes[at + 3] >> point & 1)
            )
            cells &= cells - 1
            self.rear = point
        self.home = count(self.made & HOME)
        self.back = self.sum_counts(19, BAR)
        return 0

    def sum_counts(self, first: cython.int, last: cython.int) -> cython.int:
        """How many checkers stand on those points."""
        point: cython.int
        found: cython.int = 0
        for point in range(first, last + 1):
            found += self.counts[point]
        return found

    def weigh(self, theirs: Side) -> cython.int:
        """Fill in the terms, against that side."""
        self.weigh_threats(theirs)
        self.weigh_stand(theirs)
        self.weigh_points()
        self.choose_keys()
        return 0

    def weigh_threats(self, theirs: Side) -> cython.int:
        """The terms 0 to 9: what is on the bar, what can be hit, what is held back."""
        bar: cython.int = self.counts[BAR]
        anchored: cython.bint = self.made & ANCHORS != 0
        self.shots.look(theirs.occupied, theirs.counts[BAR], mirror(self.single), mirror(self.made))
        self.terms[0] = bar
        self.terms[1] = theirs.home * theirs.home if bar else 0
        self.terms[2] = self.shots.rolls
        self.terms[3] = self.shots.pips
        self.terms[4] = count_blocked(theirs.made, self.rear)
        self.terms[5] = self.hold(theirs)
        self.terms[6] = self.back
        self.terms[7] = max(0, self.back - 2)
        self.terms[8] = anchored
        self.terms[9] = count(self.single & BACK)
        self.terms[17] = bar * theirs.home
        self.terms[18] = self.shots.rolls * theirs.home
        self.terms[19] = self.shots.twice
        self.terms[20] = self.home * theirs.back
        self.terms[21] = self.home * count(theirs.single & BACK)
        self.terms[22] = 0 if anchored else self.back * theirs.home
        return 0

    def hold(self, theirs: Side) -> cython.int:
        """The blocked rolls of all checkers beyond the 12 point together."""
        found: cython.int = 0
        point: cython.int
        for point in range(MIDDLE + 1, BAR + 1):
            if self.counts[point]:
                found += self.counts[point] * count_blocked(theirs.made, point)
        return found

    def weigh_stand(self, theirs: Side) -> cython.int:
        """The terms 10 to 16 and 23 to 28: how the checkers are spread."""
        point: cython.int
        away: cython.int = 0
        stacked: cython.int = 0
        for point in range(1, BAR + 1):
            away += max(0, point - 6) * self.counts[point]
            stacked += max(0, self.counts[point] - 3) if point < BAR else 0
        row: cython.uint = self.made & self.made >> 1 & self.made >> 2 & self.made >> 3
        self.terms[10] = self.home
        self.terms[11] = self.home * self.home
        self.terms[12] = count(row)
        self.terms[13] = self.counts[1] + self.counts[2]
        self.terms[14] = away
        self.terms[15] = self.counts[0]
        self.terms[16] = max(0, self.sum_counts(1, MIDDLE) - 9)
        self.terms[23] = count(row & row >> 1)
        self.terms[24] = count(row & row >> 1 & row >> 2)
        self.terms[25] = stacked
        self.terms[26] = self.sum_counts(7, MIDDLE)
        self.terms[27] = count(self.single & HOME)
        self.terms[28] = count(self.single & OUTER)
        return 0

    def weigh_points(self) -> cython.int:
        """The terms 29 to 45: the points that are made."""
        point: cython.int
        for point in range(8):
            self.terms[29 + point] = self.made >> point + 1 & 1
        self.terms[37] = count(self.made >> 9 & 0b111)
        self.terms[38] = count(self.made >> 12 & 0b11111)
        for point in range(7):
            self.terms[39 + point] = self.made >> point + 18 & 1
        return 0

    def choose_keys(self) -> cython.int:
        """Fill in the keys, of the terms."""
        self.keys[0] = self.home
        self.keys[1] = min(6, self.back)
        self.keys[2] = self.terms[4]
        self.keys[3] = self.terms[8]
        self.keys[4] = self.shots.rolls
        self.keys[5] = min(2, self.counts[BAR])
        self.keys[6] = min(3, self.terms[12] + self.terms[23] + self.terms[24])
        self.keys[7] = self.terms[14]
        self.keys[8] = self.terms[13] + self.terms[25]
        self.keys[9] = self.terms[27]
        self.keys[10] = self.terms[16]
        self.keys[11] = self.terms[26]
        return 0
