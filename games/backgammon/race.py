"""What a game of backgammon without contact is worth: who bears off first, and whether the other saves the gammon.

Where all checkers of both sides are at home, the chance to win is summed over the distributions of the bear-off
database. Else the rolls that a side needs are taken for normally distributed. Of a side at home the database has their
mean and variance. Another side needs its pips and what it wastes, at 49/6 pips a roll: its "effective pip count" (W.
Trice, "Backgammon Boot Camp", 2004). How much is wasted was fitted by value iteration to the mean over all rolls, on
4,000 positions of random races, with a root mean square error of half a pip; the variances to 9,000 races played out.
When a side bears off its first checker was fitted to 700 positions, each played out 120 times: 0.2 rolls of error.

A backgammon is not looked for: who has a checker in the other's home without contact brings it home in time, mostly.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon.bearoff import BearOff
    from cython.cimports.libc.math import erfc, sqrt
else:
    from math import erfc, sqrt

    from games.backgammon.bearoff import BearOff

PIPS = cython.declare(cython.double, 8.166666666666666)  # 49/6 a roll, on average; C rounds 49 / 6
HOME = cython.declare(cython.int, 6)
# Pips that are wasted: by every side, by each checker on points 1 and 2, by each beyond two on point 3, and by an empty
# point 4, 5 and 6.
ALWAYS = cython.declare(cython.double, 7.05)
DEEP = cython.declare(cython.double[2], [1.2, 0.75])
STACKED = cython.declare(cython.double, 0.8)
GAPS = cython.declare(cython.double[3], [0.1, 0.45, 0.6])
# The variance of the rolls to come, by their mean.
GROWTH = cython.declare(cython.double, 0.265)
SMALLER = cython.declare(cython.double, 0.7)
LEAST = cython.declare(cython.double, 0.4)
# The same for the rolls until the first checker is off: by the pips that are missing home, and the checkers away.
FIRST = cython.declare(cython.double, 0.878)
BY_PIP = cython.declare(cython.double, 0.112)
BY_CHECKER = cython.declare(cython.double, 0.188)
LATER_GROWTH = cython.declare(cython.double, 0.238)
LATER_SMALLER = cython.declare(cython.double, 0.23)
ROUGH = cython.declare(cython.double, 0.05)
CHECKERS = cython.declare(cython.int, 15)
NEVER = cython.declare(cython.double, -1000.0)
HALF = cython.declare(cython.double, 0.5)  # a roll, by which who rolls next is ahead


class Race:
    """A race between two sides, given by how many checkers they have on each point. The roller has index 0 here.

    means, variances  of the rolls that both need. `look` fills them in, and is called first.
    """

    # places: of both in the database, -1 where it was not asked.

    def __init__(self):
        self.database = None  # until a race is asked for
        if not cython.compiled:
            self.places, self.means, self.variances = [0, 0], [0.0, 0.0], [0.0, 0.0]

    def look(self, side: cython.int, counts: cython.p_int, left: cython.int, exact: cython.bint) -> cython.int:
        """Find the rolls that a side needs, who may still move so many pips; by the database if that is exact."""
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
        """The points that the roller wins on average in a race."""
        wins: cython.double
        if self.places[0] >= 0 and self.places[1] >= 0:
            wins = self.database.chance_first(self.places[0], self.places[1])
        else:
            wins = chance_above(self.lead())
        gammons: cython.double = chance_above(self.gammon_lead(waiter, 0, HALF))
        losses: cython.double = chance_above(self.gammon_lead(roller, 1, -HALF))
        return 2 * wins - 1 + min(gammons, wins) - min(losses, 1 - wins)

    def is_away(self, counts: cython.p_int) -> cython.bint:
        """Whether a checker is not home."""
        point: cython.int
        found: cython.int = 0
        for point in range(HOME + 1, 26):
            found += counts[point]
        return found != 0

    def pips_and_waste(self, counts: cython.p_int) -> cython.double:
        """The effective pip count of a side that is not home."""
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
        """By how many standard deviations the roller is ahead in the race."""
        return (self.means[1] - self.means[0] + HALF) / sqrt(self.variances[0] + self.variances[1])

    def gammon_lead(self, loser: cython.p_int, winner: cython.int, ahead: cython.double) -> cython.double:
        """By how many deviations the winner, of that index, is ahead of the loser's first checker off; or NEVER.

        ahead  half a roll if the winner rolls next, and minus that if it does not.
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
    """The chance that a normally distributed number is less than so many deviations above its mean."""
    return erfc(-deviations * 0.7071067811865476) / 2
