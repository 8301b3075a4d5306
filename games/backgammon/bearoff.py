"""The bear-off database of backgammon: the chances to bear all checkers off in so many rolls, from any places at home.

For up to fifteen checkers on the points 1 to 6 there are 54,264 positions. They are numbered so that each move leads to
a lower number: with s1 checkers on the 6 point, s2 on that and the 5 point, ... s6 on all six, it is

    C(s1, 1) + C(s2 + 1, 2) + C(s3 + 2, 3) + C(s4 + 3, 4) + C(s5 + 4, 5) + C(s6 + 5, 6)

Positions are worked out from 0 up to the highest number that was asked for, once a process: all of them take a tenth of
a second compiled, and 20 megabytes. Each roll is played for the fewest rolls on average after it, as in the one-sided
databases of other programs. Chances are whole numbers of parts of UNIT, so that they are the same everywhere.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free

from math import comb

PLACES = 54264
UNIT = cython.declare(cython.longlong, 1 << 24)  # a chance of 1
ROLLS = cython.declare(cython.int, 32)  # by then less than one game in a million is not over, of 15 on the 6 point
FIRST = cython.declare(cython.int, 24)  # of the best places after one to four moves by a die, one for each die
# C(n, k) at 7 n + k.
choose = cython.declare(cython.int[147], [comb(n, k) for n in range(21) for k in range(7)])


class BearOff:
    """The database, as far as it is worked out."""

    # known: so many positions, from number 0 on. chances: of n rolls at ROLLS * number + n. means, variances: of the
    # rolls. best: at FIRST * number + 6 * (moves - 1) + die - 1 where so many moves by that die lead. sums: of the
    # position that is worked out, s1 to s6. ways, ends: where each die can lead from there, up to six places a die.

    if cython.compiled:

        def __cinit__(self):
            self.chances = cython.cast(cython.p_int, calloc(PLACES * ROLLS, cython.sizeof(cython.int)))
            self.best = cython.cast(cython.p_int, calloc(PLACES * FIRST, cython.sizeof(cython.int)))
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
            self.chances, self.best = [0] * (PLACES * ROLLS), [0] * (PLACES * FIRST)
            self.means, self.variances = [0.0] * PLACES, [0.0] * PLACES
            self.sums, self.ways, self.ends = [0] * 6, [0] * 36, [0] * 6
        self.chances[0] = UNIT
        self.known = 1

    def look(self, place: cython.int) -> cython.int:
        """Work out all positions up to that number."""
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
        """Fill in the position whose sums these are; all lower ones are known."""
        die: cython.int
        other: cython.int
        moves: cython.int
        self.list_ways()
        for moves in range(4):
            for die in range(6):
                self.best[FIRST * place + 6 * moves + die] = self.find_best(die, 6 * (moves - 1) + die)
        for die in range(6):
            self.add_roll(place, self.best[FIRST * place + 18 + die], 1)
            for other in range(die):
                one: cython.int = self.find_best(die, other)
                two: cython.int = self.find_best(other, die)
                self.add_roll(place, one if self.means[one] <= self.means[two] else two, 2)
        self.take_mean(place)
        return 0

    def list_ways(self) -> cython.int:
        """Note for each die where it can lead: from any point that is high enough, else from the highest."""
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
        """The number once a checker has moved from the point 6 - start to the point 6 - end, where 0 is off."""
        step: cython.int
        found: cython.int = 0
        for step in range(6):
            found += choose[7 * (self.sums[step] - (start <= step < end) + step) + step + 1]
        return found

    def find_best(self, die: cython.int, then: cython.int) -> cython.int:
        """The place with the fewest rolls to come after a move by that die and those of a column of `best`.

        A negative column stands for no more moves.
        """
        way: cython.int
        found: cython.int = -1
        for way in range(self.ends[die]):
            place: cython.int = self.ways[6 * die + way]
            if then >= 0:
                place = self.best[FIRST * place + then]
            if found < 0 or self.means[place] < self.means[found]:
                found = place
        return found

    def add_roll(self, place: cython.int, end: cython.int, weight: cython.int) -> cython.int:
        """Add to the chances of a place those of one that a roll of that weight leads to."""
        roll: cython.int
        for roll in range(1, ROLLS):
            self.chances[ROLLS * place + roll] += weight * self.chances[ROLLS * end + roll - 1]
        return 0

    def take_mean(self, place: cython.int) -> cython.int:
        """Bring the sums of `add_roll` to chances, and note their mean and variance."""
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
        """The number of a position with so many checkers on the points 1 to 6; all up to it are known then."""
        step: cython.int
        total: cython.int = 0
        found: cython.int = 0
        for step in range(6):
            total += counts[6 - step]
            found += choose[7 * (total + step) + step + 1]
        return self.look(found)

    def distribution(self, counts: list) -> list:
        """The chances to need so many rolls, from none on, with so many checkers on the points 1 to 6."""
        all_counts: cython.int[7]
        if not cython.compiled:
            all_counts = [0] * 7
        point: cython.int
        for point in range(6):
            all_counts[point + 1] = counts[point]
        place: cython.int = self.place_of(all_counts)
        return [self.chances[ROLLS * place + roll] / cython.cast(cython.double, UNIT) for roll in range(ROLLS)]

    def chance_first(self, roller: cython.int, waiter: cython.int) -> cython.double:
        """How likely a side at the place `roller` that rolls next is off before one at the place `waiter`."""
        roll: cython.int
        left: cython.longlong = UNIT  # that the other side is not off yet
        found: cython.longlong = 0
        for roll in range(1, ROLLS):
            left -= self.chances[ROLLS * waiter + roll - 1]
            found += left * self.chances[ROLLS * roller + roll]
        return found / (cython.cast(cython.double, UNIT) * UNIT)
