"""The static evaluation of backgammon: the points that a side wins on average, before a roll.

In a race they are told by backgammon_race.py. With contact there are three guesses, each a logistic function of a sum
of terms: that the side that rolls next wins, that it wins a gammon, and that it loses one. (A backgammon counts as two
gammons.) The terms are those of both sides (backgammon_side.py) and how far they are ahead in the race, for the game
and for the gammon. backgammon_weights.py says what each is worth by the class of the position.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon.features import Side
    from cython.cimports.games.backgammon.race import Race
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from games.backgammon.features import Side
    from games.backgammon.race import Race

from games.backgammon.logits import GAMMON, TERMS, all_weights, pair_weights

TOTAL = cython.declare(cython.int, len(TERMS))
FEW = cython.declare(cython.int, GAMMON)
KEYS = cython.declare(cython.int, 12)
pairs = cython.declare(cython.double[156], pair_weights())
ROW = cython.declare(cython.int, 2 * len(TERMS) + 2)
weights = cython.declare(cython.double[1410], all_weights())
# Places in CLASSES.
BOTH_BACK = cython.declare(cython.int, 0)
BEARING_OFF = cython.declare(cython.int, 1)
NONE_BACK = cython.declare(cython.int, 2)
ROLLER_PAST = cython.declare(cython.int, 3)
WAITER_PAST = cython.declare(cython.int, 4)
POINT = cython.declare(cython.int, 1000)
HALF = cython.declare(cython.double, 0.5)
MOST = cython.declare(cython.double, 4.0)  # standard deviations that count


class EquityEstimate:
    """Reads a position and says what it is worth. One serves for all positions, one after the other."""

    def __init__(self):
        self.race = Race()
        self.roller, self.waiter = Side(), Side()

    def estimate(self, planes: cython.p_uint, side: cython.int, dice: cython.int, opening: cython.bint) -> cython.int:
        """What backgammon_play.py answers, in thousandths of a point for White; the arguments are its fields."""
        if opening:
            both: cython.double = self.equity(planes, 0, 0) - self.equity(planes, 1, 0)
            return round_off(both / 2, 0)
        roller: cython.int = 1 - side if dice else side
        left: cython.int = (dice & 7) + (dice >> 3 & 7) + (dice >> 6 & 7) + (dice >> 9)
        return round_off(self.equity(planes, roller, left), roller)

    def equity(self, planes: cython.p_uint, roller: cython.int, left: cython.int) -> cython.double:
        """The points, without a cube, of the seat that rolls next. The other one still has so many pips to move."""
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
        """The class of the position, as its place in CLASSES."""
        if self.roller.counts[0] or self.waiter.counts[0]:
            return BEARING_OFF
        if self.roller.back and self.waiter.back:
            return BOTH_BACK
        return WAITER_PAST if self.roller.back else ROLLER_PAST if self.waiter.back else NONE_BACK

    def add_terms(self, at: cython.int, terms: cython.int, lead: cython.double) -> cython.double:
        """The sum by the row of weights that begins there, of which so many terms of both sides count."""
        term: cython.int
        total: cython.double = weights[at + 2 * TOTAL] + weights[at + 2 * TOTAL + 1] * lead
        for term in range(terms):
            total += weights[at + term] * self.roller.terms[term]
            total += weights[at + TOTAL + term] * self.waiter.terms[term]
        return total

    def add_pairs(self, lead: cython.double) -> cython.double:
        """The sum of the products of two keys, of one side and of both, and of keys with the lead in the race."""
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
    """A lead in deviations, no more than what counts."""
    return max(-MOST, min(MOST, lead))


def logistic(total: cython.double) -> cython.double:
    """The chance with those logits."""
    return 1 / (1 + exp(-total))


def round_off(equity: cython.double, seat: cython.int) -> cython.int:
    """Those points of a seat in thousandths for White."""
    found: cython.int = cython.cast(cython.int, abs(equity) * POINT + HALF)
    return found if (equity < 0) == (seat == 1) else -found
