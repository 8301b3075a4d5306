"""The static evaluation of backgammon: the points that a side wins on average (its equity), before a roll.

race.py evaluates races. With contact, three logistic functions of weighted sums estimate the chances that the side that
rolls next wins, wins a gammon, and loses a gammon. (A backgammon counts as two gammons.) The sums have terms of both
sides, such as the rolls that hit a blot, and the lead in the race, for the game and for the gammon. weights.py has the
weights for each class of position.

Each side counts its own points, 24 to 1 and 25 for the bar. `theirs` is the other side.
"""

from __future__ import annotations

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon.race import Race
    from cython.cimports.games.base.bits import backwards, count, lowest
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from games.backgammon.race import Race
    from games.base.bits import backwards, count, lowest

from games.backgammon import tables
from games.backgammon.weights import GAMMON, TERMS, all_weights, pair_weights

TOTAL = cython.declare(cython.int, len(TERMS))
FEW = cython.declare(cython.int, GAMMON)
KEYS = cython.declare(cython.int, 12)
pairs = cython.declare(cython.double[156], pair_weights())
ROW = cython.declare(cython.int, 2 * len(TERMS) + 2)
weights = cython.declare(cython.double[1410], all_weights())
# Indices in CLASSES.
BOTH_BACK = cython.declare(cython.int, 0)
BEARING_OFF = cython.declare(cython.int, 1)
NONE_BACK = cython.declare(cython.int, 2)
ROLLER_PAST = cython.declare(cython.int, 3)
WAITER_PAST = cython.declare(cython.int, 4)
POINT = cython.declare(cython.int, 1000)
HALF = cython.declare(cython.double, 0.5)
MOST = cython.declare(cython.double, 4.0)  # most standard deviations that count
BAR = cython.declare(cython.int, 25)
ON = cython.declare(cython.uint, (1 << 25) - 2)
HOME = cython.declare(cython.uint, 0b1111110)
OUTER = cython.declare(cython.uint, 0b111111111111 << 7)
BACK = cython.declare(cython.uint, 0b111111 << 19)  # their home
ANCHORS = cython.declare(cython.uint, 0b1111111 << 18)  # their home and bar point
MIDDLE = cython.declare(cython.int, 12)
ONE = cython.declare(cython.uint, 1)
AHEAD = cython.declare(cython.uint, (1 << 12) - 1)  # at least as far as a roll without doubles carries a checker
MIRRORED = cython.declare(cython.int, 38)  # shift of a word read backwards, which makes point p point 25 - p
escapes = cython.declare(cython.uchar[4096], tables.ESCAPES)


class EquityEstimate:
    """Evaluates positions, one after the other."""

    __reduce__ = None  # nothing pickles it

    def __init__(self):
        self.race = Race()
        self.roller, self.waiter = Side(), Side()

    def estimate(self, planes: cython.p_uint, side: cython.int, dice: cython.int, opening: cython.bint) -> cython.int:
        """Return the equity for White in thousandths of a point; the arguments are fields of game.py."""
        if opening:
            both: cython.double = self.equity(planes, 0, 0) - self.equity(planes, 1, 0)
            return round_off(both / 2, 0)
        roller: cython.int = 1 - side if dice else side
        left: cython.int = (dice & 7) + (dice >> 3 & 7) + (dice >> 6 & 7) + (dice >> 9)
        return round_off(self.equity(planes, roller, left), roller)

    def equity(self, planes: cython.p_uint, roller: cython.int, left: cython.int) -> cython.double:
        """Return the cubeless equity of `roller`, who rolls next; the other seat has `left` pips still to move."""
        self.roller.read(planes, roller)
        self.waiter.read(planes, 1 - roller)
        contact: cython.bint = self.roller.rear + self.waiter.rear > 25
        self.race.look(0, self.roller.counts, 0, not contact)
        self.race.look(1, self.waiter.counts, left, not contact)
        if not contact:
            return self.race.equity(self.roller.counts, self.waiter.counts)
        self.roller.weigh(self.waiter)
        self.waiter.weigh(self.roller)
        at: cython.int = 3 * ROW * self.classify()
        gammons: cython.double = self.race.gammon_lead(self.waiter.counts, 0, HALF)
        losses: cython.double = self.race.gammon_lead(self.roller.counts, 1, -HALF)
        lead: cython.double = limit(self.race.lead())
        wins: cython.double = logistic(self.add_terms(at, TOTAL, lead) + self.add_pairs(lead))
        gammons = logistic(self.add_terms(at + ROW, FEW, limit(gammons)))
        losses = logistic(self.add_terms(at + 2 * ROW, FEW, limit(losses)))
        return 2 * wins - 1 + gammons - losses

    def classify(self) -> cython.int:
        """Return the class of the position, as an index in CLASSES."""
        if self.roller.counts[0] or self.waiter.counts[0]:
            return BEARING_OFF
        if self.roller.back and self.waiter.back:
            return BOTH_BACK
        return WAITER_PAST if self.roller.back else ROLLER_PAST if self.waiter.back else NONE_BACK

    def add_terms(self, at: cython.int, terms: cython.int, lead: cython.double) -> cython.double:
        """Return the weighted sum of the first `terms` terms of both sides, using the weights from `at`."""
        term: cython.int
        total: cython.double = weights[at + 2 * TOTAL] + weights[at + 2 * TOTAL + 1] * lead
        for term in range(terms):
            total += weights[at + term] * self.roller.terms[term]
            total += weights[at + TOTAL + term] * self.waiter.terms[term]
        return total

    def add_pairs(self, lead: cython.double) -> cython.double:
        """Return the weighted sum of products of two keys, of one side or both, and of keys with the lead."""
        one: cython.int
        two: cython.int
        total: cython.double = 0
        for one in range(KEYS):
            mine: cython.int = self.roller.keys[one]
            theirs: cython.int = self.waiter.keys[one]
            total += pairs[13 * one + KEYS] * lead * (mine + theirs)
            for two in range(one + 1):
                total += pairs[13 * one + two] * (mine * self.roller.keys[two] - theirs * self.waiter.keys[two])
            for two in range(one):
                total += pairs[13 * two + one] * (mine * self.waiter.keys[two] - theirs * self.roller.keys[two])
        return total


def limit(lead: cython.double) -> cython.double:
    """Return the lead in standard deviations, limited to MOST."""
    return max(-MOST, min(MOST, lead))


def logistic(total: cython.double) -> cython.double:
    """Return the chance with these logits."""
    return 1 / (1 + exp(-total))


def round_off(equity: cython.double, seat: cython.int) -> cython.int:
    """Convert a seat's equity to thousandths of a point from White's side."""
    found: cython.int = cython.cast(cython.int, abs(equity) * POINT + HALF)
    return found if (equity < 0) == (seat == 1) else -found


class Side:
    """One side. `read` finds its checkers; `weigh` computes the terms, once both sides have been read.

    counts    the number of checkers off, on points 1 to 24, and on the bar.
    occupied  the points with checkers;  made: those with more than one;  single: with one;  rear: the highest, 25 for
              the bar.
    back      checkers in their home and on the bar;  home: points made at home.
    terms     the terms, in the order of the rows of weights.py.
    keys      the terms whose products count too, in the order of PAIRS there.
    """

    __reduce__ = None  # nothing pickles it

    def __init__(self):
        self.shots = Shots()
        if not cython.compiled:
            self.counts, self.terms, self.keys = [0] * 26, [0] * 46, [0] * 12

    def read(self, planes: cython.p_uint, seat: cython.int) -> cython.int:
        """Read the checkers of the seat from the words of game.py."""
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
        """Return how many checkers stand on points `first` to `last`."""
        point: cython.int
        found: cython.int = 0
        for point in range(first, last + 1):
            found += self.counts[point]
        return found

    def weigh(self, theirs: Side) -> cython.int:
        """Compute the terms against the other side."""
        self.weigh_threats(theirs)
        self.weigh_stand(theirs)
        self.weigh_points()
        self.choose_keys()
        return 0

    def weigh_threats(self, theirs: Side) -> cython.int:
        """Compute the terms 0 to 9 and 17 to 22: checkers on the bar, hits, and checkers held back."""
        bar: cython.int = self.counts[BAR]
        anchored: cython.bint = self.made & ANCHORS != 0
        blots: cython.uint = cython.cast(cython.uint, backwards(self.single) >> MIRRORED)
        made: cython.uint = cython.cast(cython.uint, backwards(self.made) >> MIRRORED)
        self.shots.look(theirs.occupied, theirs.counts[BAR], blots, made)
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
        """Return the sum of the blocked rolls of all checkers beyond the 12 point."""
        found: cython.int = 0
        point: cython.int
        for point in range(MIDDLE + 1, BAR + 1):
            if self.counts[point]:
                found += self.counts[point] * count_blocked(theirs.made, point)
        return found

    def weigh_stand(self, theirs: Side) -> cython.int:
        """Compute the terms 10 to 16 and 23 to 28: the distribution of the checkers."""
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
        """Compute the terms 29 to 45: the points made."""
        point: cython.int
        for point in range(8):
            self.terms[29 + point] = self.made >> point + 1 & 1
        self.terms[37] = count(self.made >> 9 & 0b111)
        self.terms[38] = count(self.made >> 12 & 0b11111)
        for point in range(7):
            self.terms[39 + point] = self.made >> point + 18 & 1
        return 0

    def choose_keys(self) -> cython.int:
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


def count_blocked(blocks: cython.uint, point: cython.int) -> cython.int:
    """Return how many of the 36 rolls a checker on `point` cannot play in full because of the `blocks`."""
    return 36 - escapes[blocks >> 26 - point & AHEAD]


class Shots:
    """The rolls of a side that hit a blot, as `look` counts them.

    A roll hits if some way to play it does: with one die, with both for one checker, or with up to four moves of a
    double. Checkers on the bar enter first.

    rolls  how many of the 36 hit;  twice  how many can hit two blots;
    pips   the pips that the other side loses, summed over these rolls, if the blot farthest advanced is hit.
    """

    __reduce__ = None  # nothing pickles it

    def look(self, cells: cython.uint, bar: cython.int, targets: cython.uint, blocks: cython.uint) -> cython.int:
        """Count the rolls that hit `targets` from `cells` and from the bar without landing on `blocks`."""
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
        """Count a roll of this weight that hits these points."""
        if hit:
            self.rolls += weight
            more: cython.bint = hit & hit - 1 != 0
            self.twice += weight if more else 0
            self.pips += weight * self.highest(hit)
        return 0

    def highest(self, points: cython.uint) -> cython.int:
        while points & points - 1:
            points &= points - 1
        return lowest(points)

    def hit_by(self, cells, bar, blocks, large, small):
        """Return the points that two different dice reach."""
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
        """Return the points that up to four moves of a double reach."""
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
