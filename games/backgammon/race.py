"""Races of backgammon, games without contact: who bears off first, and whether the other side saves the gammon.

If all checkers of both sides are at home, the chance to win is summed over the distributions of the bear-off database.
Otherwise the rolls that a side needs are assumed to be normally distributed. For a side at home the database has their
mean and variance. Another side needs its pips and its wastage, at 49/6 pips a roll: its "effective pip count" (W.
Trice, "Backgammon Boot Camp", 2004). The wastage was fitted by value iteration to the mean over all rolls, on 4,000
positions of random races, with a root mean square error of half a pip; the variances to 9,000 races played out. The
rolls until the first checker is off were fitted to 700 positions, each played out 120 times: 0.2 rolls of error.

Backgammons are ignored: without contact, a side nearly always brings its checkers out of the other's home in time.

The bear-off database has the chances to bear off all checkers in a number of rolls, from any points at home. Up to
fifteen checkers on the points 1 to 6 have 54,264 positions, numbered so that each move leads to a lower number: with s1
checkers on the 6 point, s2 on the 6 and 5 points, ... s6 on all six, it is

    C(s1, 1) + C(s2 + 1, 2) + C(s3 + 2, 3) + C(s4 + 3, 4) + C(s5 + 4, 5) + C(s6 + 5, 6)

Positions are computed from 0 up to the highest number needed, once in each process: all of them take a tenth of a
second compiled, and 20 megabytes. Each roll is played for the lowest mean of the rolls after it, as in the one-sided
databases of other programs. Chances are whole multiples of 1 / UNIT, so that they are the same everywhere.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.math import erfc, sqrt
    from cython.cimports.libc.stdlib import calloc, free
else:
    from math import erfc, sqrt

from games.backgammon import tables

PIPS = cython.declare(cython.double, 8.166666666666666)  # 49/6 a roll, on average; C rounds 49 / 6
HOME = cython.declare(cython.int, 6)
# Pips wasted: by every side, by each checker on points 1 and 2, by each beyond two on point 3, and by an empty point 4,
# 5 and 6.
ALWAYS = cython.declare(cython.double, 7.05)
DEEP = cython.declare(cython.double[2], [1.2, 0.75])
STACKED = cython.declare(cython.double, 0.8)
GAPS = cython.declare(cython.double[3], [0.1, 0.45, 0.6])
# The variance of the rolls to come, by their mean.
GROWTH = cython.declare(cython.double, 0.265)
SMALLER = cython.declare(cython.double, 0.7)
LEAST = cython.declare(cython.double, 0.4)
# The mean and variance of the rolls until the first checker is off, by the pips to come home and the checkers away.
FIRST = cython.declare(cython.double, 0.878)
BY_PIP = cython.declare(cython.double, 0.112)
BY_CHECKER = cython.declare(cython.double, 0.188)
LATER_GROWTH = cython.declare(cython.double, 0.238)
LATER_SMALLER = cython.declare(cython.double, 0.23)
ROUGH = cython.declare(cython.double, 0.05)
CHECKERS = cython.declare(cython.int, 15)
NEVER = cython.declare(cython.double, -1000.0)
HALF = cython.declare(cython.double, 0.5)  # half a roll is the lead of the side that rolls next
PLACES = 54264
UNIT = cython.declare(cython.longlong, 1 << 24)  # a chance of 1
ROLLS = cython.declare(cython.int, 32)  # with 15 on the 6 point, less than one game in a million takes more
BEST = cython.declare(cython.int, 24)  # the best places after one to four moves by each die
choose = cython.declare(cython.int[147], tables.CHOOSE)  # C(n, k) at 7 n + k


class Race:
    """A race between two sides, given by their numbers of checkers on each point. The roller has index 0.

    means, variances  of the rolls that both need; `look`, which is called first, fills them in.
    """

    __reduce__ = None  # nothing pickles it

    # places: of both sides in the database, -1 without one.

    def __init__(self):
        self.database = None  # until it is needed
        if not cython.compiled:
            self.places, self.means, self.variances = [0, 0], [0.0, 0.0], [0.0, 0.0]

    def look(self, side: cython.int, counts: cython.p_int, left: cython.int, exact: cython.bint) -> cython.int:
        """Find the rolls that a side needs, which may still move `left` pips; by the database if `exact`."""
        place: cython.int = -1
        if exact and not self.is_away(counts):
            if self.database is None:
                self.database = BearOff()
            place = self.database.place_of(counts)
            self.means[side] = self.database.means[place]
            self.variances[side] = self.database.variances[place]
        else:
            mean: cython.double = self.pips_and_waste(counts) / PIPS
            self.means[side] = mean
            self.variances[side] = max(LEAST, GROWTH * mean - SMALLER)
        self.means[side] -= left / PIPS
        self.places[side] = -1 if left else place
        return 0

    def equity(self, roller: cython.p_int, waiter: cython.p_int) -> cython.double:
        """Return the points that the roller wins on average."""
        wins: cython.double
        if self.places[0] >= 0 and self.places[1] >= 0:
            wins = self.database.chance_first(self.places[0], self.places[1])
        else:
            wins = chance_above(self.lead())
        gammons: cython.double = chance_above(self.gammon_lead(waiter, 0, HALF))
        losses: cython.double = chance_above(self.gammon_lead(roller, 1, -HALF))
        return 2 * wins - 1 + min(gammons, wins) - min(losses, 1 - wins)

    def is_away(self, counts: cython.p_int) -> cython.bint:
        point: cython.int
        found: cython.int = 0
        for point in range(HOME + 1, 26):
            found += counts[point]
        return found != 0

    def pips_and_waste(self, counts: cython.p_int) -> cython.double:
        """Return the effective pip count of a side that is not home."""
        point: cython.int
        found: cython.double = ALWAYS + STACKED * max(0, counts[3] - 2)
        for point in range(1, 26):
            found += point * counts[point]
        for point in range(2):
            found += DEEP[point] * counts[point + 1]
        for point in range(3):
            found += GAPS[point] if counts[point + 4] == 0 else 0
        return found

    def lead(self) -> cython.double:
        """Return the roller's lead in the race in standard deviations."""
        return (self.means[1] - self.means[0] + HALF) / sqrt(self.variances[0] + self.variances[1])

    def gammon_lead(self, loser: cython.p_int, winner: cython.int, ahead: cython.double) -> cython.double:
        """Return the winner's lead over the loser's first checker off in standard deviations, or NEVER.

        ahead  half a roll if the winner rolls next, otherwise minus that.
        """
        point: cython.int
        away: cython.int = 0
        late: cython.int = 0
        checkers: cython.int = 0
        for point in range(1, 26):
            checkers += loser[point]
            if point > HOME:
                late += loser[point]
                away += (point - HOME) * loser[point]
        if checkers < CHECKERS:
            return NEVER
        mean: cython.double = 1
        variance: cython.double = ROUGH + self.variances[winner]
        if away:
            mean = FIRST + BY_PIP * away + BY_CHECKER * late
            variance += max(0.0, LATER_GROWTH * mean - LATER_SMALLER)
        return (mean - self.means[winner] + ahead) / sqrt(variance)


def chance_above(deviations: cython.double) -> cython.double:
    """Return the chance that a normally distributed number is less than its mean plus these deviations."""
    return erfc(-deviations * 0.7071067811865476) / 2


class BearOff:
    """The bear-off database, as far as it is computed."""

    __reduce__ = None  # nothing pickles it

    # known: the number of positions computed. chances: of n rolls, at ROLLS * number + n. means, variances: of the
    # rolls. best: the best place after some moves by a die, at BEST * number + 6 * (moves - 1) + die - 1. For the
    # position under way, sums: s1 to s6; ways, ends: where each die can lead, up to six places a die.

    if cython.compiled:

        def __cinit__(self):
            self.chances = cython.cast(cython.p_int, calloc(PLACES * ROLLS, cython.sizeof(cython.int)))
            self.best = cython.cast(cython.p_int, calloc(PLACES * BEST, cython.sizeof(cython.int)))
            self.means = cython.cast(cython.p_double, calloc(PLACES, cython.sizeof(cython.double)))
            self.variances = cython.cast(cython.p_double, calloc(PLACES, cython.sizeof(cython.double)))
            if not (self.chances and self.best and self.means and self.variances):
                raise MemoryError("no room for the bear-off database")

        def __dealloc__(self):
            free(self.chances)
            free(self.best)
            free(self.means)
            free(self.variances)

    def __init__(self):
        if not cython.compiled:
            self.chances, self.best = [0] * (PLACES * ROLLS), [0] * (PLACES * BEST)
            self.means, self.variances = [0.0] * PLACES, [0.0] * PLACES
            self.sums, self.ways, self.ends = [0] * 6, [0] * 36, [0] * 6
        self.chances[0] = UNIT
        self.known = 1

    def look(self, place: cython.int) -> cython.int:
        """Compute all positions up to this number."""
        while self.known <= place:
            step: cython.int = 0
            while step < 5 and self.sums[step] == self.sums[step + 1]:
                self.sums[step] = 0
                step += 1
            self.sums[step] += 1
            self.work_out(self.known)
            self.known += 1
        return place

    def work_out(self, place: cython.int) -> cython.int:
        """Compute the position with these sums; all lower ones are known."""
        die: cython.int
        other: cython.int
        moves: cython.int
        self.list_ways()
        for moves in range(4):
            for die in range(6):
                self.best[BEST * place + 6 * moves + die] = self.find_best(die, 6 * (moves - 1) + die)
        for die in range(6):
            self.add_roll(place, self.best[BEST * place + 18 + die], 1)
            for other in range(die):
                one: cython.int = self.find_best(die, other)
                two: cython.int = self.find_best(other, die)
                self.add_roll(place, one if self.means[one] <= self.means[two] else two, 2)
        self.take_mean(place)
        return 0

    def list_ways(self) -> cython.int:
        """List where each die can lead: from any point that is high enough, otherwise from the highest."""
        die: cython.int
        step: cython.int
        for die in range(6):
            self.ends[die] = 0
            for step in range(6):  # the point 6 - step
                if self.sums[step] == (self.sums[step - 1] if step else 0):
                    continue
                if self.ends[die] and step > 5 - die:
                    break
                self.ways[6 * die + self.ends[die]] = self.place_after(step, min(6, step + die + 1))
                self.ends[die] += 1
        return 0

    def place_after(self, start: cython.int, end: cython.int) -> cython.int:
        """Return the number after a move from the point 6 - start to the point 6 - end, where 0 is off."""
        step: cython.int
        found: cython.int = 0
        for step in range(6):
            found += choose[7 * (self.sums[step] - (start <= step < end) + step) + step + 1]
        return found

    def find_best(self, die: cython.int, then: cython.int) -> cython.int:
        """Return the best place after a move by `die` and the moves of the column `then` of `best`, if any."""
        way: cython.int
        found: cython.int = -1
        for way in range(self.ends[die]):
            place: cython.int = self.ways[6 * die + way]
            if then >= 0:
                place = self.best[BEST * place + then]
            if found < 0 or self.means[place] < self.means[found]:
                found = place
        return found

    def add_roll(self, place: cython.int, end: cython.int, weight: cython.int) -> cython.int:
        """Add the chances after a roll of this weight that leads to `end`."""
        roll: cython.int
        for roll in range(1, ROLLS):
            self.chances[ROLLS * place + roll] += weight * self.chances[ROLLS * end + roll - 1]
        return 0

    def take_mean(self, place: cython.int) -> cython.int:
        """Divide the sums of `add_roll` by 36, and store their mean and variance."""
        roll: cython.int
        first: cython.longlong = 0
        second: cython.longlong = 0
        for roll in range(1, ROLLS):
            chance: cython.int = (self.chances[ROLLS * place + roll] + 18) // 36
            self.chances[ROLLS * place + roll] = chance
            first += roll * chance
            second += cython.cast(cython.longlong, roll * roll) * chance
        mean: cython.double = first / cython.cast(cython.double, UNIT)
        self.means[place] = mean
        self.variances[place] = second / cython.cast(cython.double, UNIT) - mean * mean
        return 0

    def place_of(self, counts: cython.p_int) -> cython.int:
        """Return the number of the position with these checkers on points 1 to 6, once it is computed."""
        step: cython.int
        total: cython.int = 0
        found: cython.int = 0
        for step in range(6):
            total += counts[6 - step]
            found += choose[7 * (total + step) + step + 1]
        return self.look(found)

    def distribution(self, counts: list) -> list:
        """Return the chances to need 0, 1, 2, ... rolls with these checkers on points 1 to 6."""
        all_counts: cython.int[7]
        if not cython.compiled:
            all_counts = [0] * 7
        point: cython.int
        for point in range(6):
            all_counts[point + 1] = counts[point]
        place: cython.int = self.place_of(all_counts)
        return [self.chances[ROLLS * place + roll] / cython.cast(cython.double, UNIT) for roll in range(ROLLS)]

    def chance_first(self, roller: cython.int, waiter: cython.int) -> cython.double:
        """Return the chance that a side at the place `roller`, which rolls, is off before one at `waiter`."""
        roll: cython.int
        left: cython.longlong = UNIT  # the chance that the other side is not off yet
        found: cython.longlong = 0
        for roll in range(1, ROLLS):
            left -= self.chances[ROLLS * waiter + roll - 1]
            found += left * self.chances[ROLLS * roller + roll]
        return found / (cython.cast(cython.double, UNIT) * UNIT)
