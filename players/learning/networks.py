"""The networks that learn: n-tuple networks, and networks with a layer of hidden units."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
    from cython.cimports.libc.math import fabs
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.players.learning.board_evaluation import ROOM, TABLES, BoardEvaluation
else:
    from games.game import Game
    from players.learning.board_evaluation import ROOM, TABLES, BoardEvaluation

    fabs = abs

from random import Random

from games.layout import Layout
from players.learning.board_evaluation import told_numbers
from players.learning.tuples import check_tuples, count_weights

OFTEN = cython.declare(cython.int, 4096)  # positions after which sums are recomputed, because rounding errors grow
WIDEST = 1000  # hidden units
LARGEST = 5_000_000  # weights


class NTuple(BoardEvaluation):
    """An n-tuple network over the cells of a game: a sum of weights, each looked up by the contents of a few cells.

    A tuple of cells reads their contents as a number in base `kinds`, and that number is the place of a weight (W.
    Bledsoe, I. Browning, "Pattern Recognition and Reading by Machine", 1959; S. Lucas, "Learning to Play Othello with
    N-Tuple Systems", 2008). With base 3, and cells that hold 2, 0 and 1:

        tuple (a1, b1, c1)      place = 2 + 0 * 3 + 1 * 9 = 11      value = tanh(w[11] + the other tuples' weights)

    A tuple and its images under the symmetries of the board are instances of one table. If the rules treat the seats
    differently, each has tables of its own. From one position to the next few cells change, and only the places of
    tuples over these are updated. A step, with N instances and a rate r:

        w += r / N * (goal - value) * (1 - value^2)

    game    any position of it.
    layout  its cells.
    tuples  tuples of different cells, by number.
    based   whether the game's own estimate is added to the sum.
    Raises ValueError for cells that are not in the layout, and for too many weights.
    """

    kind = "n-tuple"

    def __init__(self, game: Game, layout, tuples, based=False):
        self.tuples = tuple(map(tuple, tuples))
        check_tuples(layout, self.tuples)
        BoardEvaluation.__init__(self, game, layout, count_weights(game, layout, self.tuples), based)
        offset: cython.int = 0
        instances, uses = [], [[] for _ in layout.cells]
        for cells in self.tuples:
            images = sorted({tuple([symmetry[cell] for cell in cells]) for symmetry in layout.symmetries})
            for image in images:
                for power, cell in enumerate(image):
                    uses[cell].append((len(instances), layout.kinds**power))
                instances.append(offset)
            offset += layout.kinds ** len(cells)
        self.instances = len(instances)
        self.allocate(sum(map(len, uses)))
        place: cython.int = 0
        for cell, pairs in enumerate(uses):
            self.starts[cell] = place
            for instance, power in pairs:
                self.uses[2 * place], self.uses[2 * place + 1] = instance, power
                place += 1
        self.starts[len(layout.cells)] = place
        seat: cython.int
        for seat in range(TABLES):
            first = seat * offset % self.size  # there are fewer tables without chance, or with one for all
            for number, start in enumerate(instances):
                self.at[seat * self.instances + number] = start + first

    @classmethod
    def from_shape(cls, game: Game, layout: Layout, shape):
        """Return a network of this `shape`, without its weights. Raises ValueError if the cells differ."""
        cells = tuple([None if cell is None else tuple(cell) for cell in shape["cells"]])
        if (cells, shape["kinds"], shape["seated"]) != (layout.cells, layout.kinds, layout.seated):
            raise ValueError("the cells are others")
        return cls(game, layout, shape["tuples"], shape["based"])

    def shape(self):
        """Return what the network is made of, as JSON's types."""
        return {
            "cells": self.layout.cells, "kinds": self.layout.kinds, "seated": self.layout.seated,
            "marks": self.layout.marks, "tuples": self.tuples, "based": self.based,
        }  # fmt: skip

    if cython.compiled:

        def allocate(self, uses: cython.int):
            self.starts = cython.cast(cython.p_int, calloc(len(self.layout.cells) + 1, cython.sizeof(cython.int)))
            self.uses = cython.cast(cython.p_int, calloc(2 * uses + 1, cython.sizeof(cython.int)))
            self.at = cython.cast(cython.p_int, calloc(TABLES * self.instances, cython.sizeof(cython.int)))
            if not (self.starts and self.uses and self.at):
                raise MemoryError("no room for the places of weights")

        def __dealloc__(self):
            free(self.starts)
            free(self.uses)
            free(self.at)

    else:

        def allocate(self, uses):
            """Make room for the places of weights, and for `uses` uses of cells."""
            self.starts, self.uses = [0] * (len(self.layout.cells) + 1), [0] * (2 * uses)
            self.at = [0] * (TABLES * self.instances)

    def change(self, table: cython.int, cell: cython.int, before: cython.int, now: cython.int):
        """Update the places of the table's weights for the cell."""
        use: cython.int
        for use in range(self.starts[cell], self.starts[cell + 1]):
            self.at[table * self.instances + self.uses[2 * use]] += (now - before) * self.uses[2 * use + 1]

    def total(self, table: cython.int) -> cython.double:
        self.look(table)
        first: cython.int = table * self.instances
        one: cython.double = 0
        two: cython.double = 0
        number: cython.int
        for number in range(first, first + self.instances - 1, 2):
            one += self.weights[self.at[number]]
            two += self.weights[self.at[number + 1]]
        if self.instances & 1:
            one += self.weights[self.at[first + self.instances - 1]]
        return one + two

    def step(self, table: cython.int, error: cython.double, rate: cython.double) -> cython.int:
        number: cython.int
        error /= self.instances
        for number in range(table * self.instances, (table + 1) * self.instances):
            place: cython.int = self.at[number]
            change: cython.double = rate * error
            if self.moved[place] > 0:
                change *= fabs(self.agreed[place]) / self.moved[place]
            self.agreed[place] += error
            self.moved[place] += fabs(error)
            self.weights[place] += change
        return 0

    def cell_values(self, content: int) -> list:
        """Return for each cell how much more a position is worth to seat 0 with `content` there than with nothing.

        That is the difference between the mean weights of a tuple's learnt entries with and without it, summed over
        the tuples on the cell.
        """
        found = [0.0] * len(self.layout.cells)
        vacant = bytearray([kind in self.layout.vacant for kind in range(self.layout.kinds)])
        offset = 0
        for cells in self.tuples:
            images = {tuple([symmetry[cell] for cell in cells]) for symmetry in self.layout.symmetries}
            for power in range(len(cells)):
                size, base = self.layout.kinds ** len(cells), self.layout.kinds**power
                worth = self.difference(offset, size, base, content, vacant)
                for image in images:
                    found[image[power]] += worth
            offset += self.layout.kinds ** len(cells)
        return found

    def difference(
        self,
        offset: cython.int,
        size: cython.int,
        base: cython.int,
        content: cython.int,
        vacant: cython.uchar[::1],
    ) -> float:
        """Return a table's mean weight with `content` in the digit of place value `base`, minus that with none there.

        vacant  for each content, whether it stands for an empty cell.
        """
        sums: cython.double[2] = [0.0, 0.0]
        counts: cython.int[2] = [0, 0]
        entry: cython.int
        for entry in range(size):
            digit: cython.int = entry // base % self.kinds
            held: cython.int = 1 if digit == content else 0 if vacant[digit] else 2
            if held < 2 and self.weights[offset + entry] != 0:
                sums[held] += self.weights[offset + entry]
                counts[held] += 1
        return sums[1] / counts[1] - sums[0] / counts[0] if counts[0] and counts[1] else 0.0


class Layered(BoardEvaluation):
    """A network with one layer of hidden units, over the content of each cell and over numbers from the game.

    There is an input x for each cell and each content but 0, which is 1 if the cell holds it, and one for each number.
    With the weights W, b, v and c, and h hidden units (G. Tesauro, "Temporal Difference Learning and TD-Gammon", CACM
    38:3, 1995, whose units are sigmoids):

        u = max(0, b + W x)     sum = c + v u           without hidden units: sum = b + W x, which is linear

    If the rules treat the seats differently, each has a b of its own. From one position to the next few cells change:
    their rows are subtracted from b + W x and added to it. After a step, and now and then, it is recomputed. In a
    step with a rate r, e is the error, and n the number of active inputs, the same for all positions: one for b, one
    for each cell and one for each number.

        v += r / h * e u        c += r / h * e          W += r / n * e v x  where u > 0     b likewise

    game    any position of it.
    layout  its cells, or NO_CELLS.
    hidden  the number of hidden units; 0 for a linear network.
    told    whether the numbers of the game's `features` are inputs.
    based   whether the game's own estimate is added to the sum.
    seed    draws the first weights.
    Raises ValueError if there are no inputs, or too many weights.
    """

    kind = "layered"

    def __init__(self, game: Game, layout, hidden: int, told=False, based=False, seed=0):
        if not 0 <= hidden <= WIDEST:
            raise ValueError(f"{hidden} hidden units are too many, {WIDEST:,} at most")
        count = len(told_numbers(game)) if told else 0
        self.hidden, self.width, self.seated = hidden, hidden or 1, layout.seated
        self.biases = (layout.kinds - 1) * len(layout.cells) + count  # rows of W, then of b
        self.outputs = (self.biases + (TABLES if layout.seated else 1)) * self.width
        size = self.outputs + (hidden + 1 if hidden else 0)
        if self.biases == 0:
            raise ValueError("there is nothing to look at")
        if size > LARGEST:
            raise ValueError(f"{hidden} hidden units make {size:,} weights, and {LARGEST:,} are possible")
        BoardEvaluation.__init__(self, game, layout, size, based, count)
        self.inputs = self.biases - count  # where the rows of the numbers begin
        self.active = count + 1 + sum([cell is not None for cell in layout.cells])
        if cython.compiled:
            self.sums = cython.cast(cython.p_float, calloc(TABLES * self.width, cython.sizeof(cython.float)))
            self.units = cython.cast(cython.p_float, calloc(self.width, cython.sizeof(cython.float)))
            if not (self.sums and self.units):
                raise MemoryError("no room for the hidden units")
        else:
            self.sums, self.units = [0.0] * (TABLES * self.width), [0.0] * self.width
            self.uses = [0] * TABLES
        if hidden:
            rng, wide = Random(seed), self.active**-0.5
            first = [rng.uniform(-wide, wide) for _ in range(self.outputs)]
            self.store.values = first + [rng.uniform(-1, 1) * hidden**-0.5 for _ in range(hidden)] + [0.0]
        self.forget()

    if cython.compiled:

        def __dealloc__(self):
            free(self.sums)
            free(self.units)

    @classmethod
    def from_shape(cls, game: Game, layout: Layout, shape):
        """Return a network of this `shape`, without its weights.

        Raises ValueError if cells or numbers differ, and OverflowError for an impossible number of hidden units.
        """
        cells = tuple([None if cell is None else tuple(cell) for cell in shape["cells"]])
        if (cells, shape["kinds"], shape["seated"]) != (layout.cells, layout.kinds, layout.seated):
            raise ValueError("the cells are others")
        if not 0 <= shape["hidden"] <= WIDEST:
            raise OverflowError("no network has so many hidden units")
        made = cls(game, layout, int(shape["hidden"]), shape["count"] > 0, shape["based"])
        if made.count != shape["count"]:
            raise ValueError("the game tells other numbers")
        return made

    def shape(self):
        """Return what the network is made of, as JSON's types."""
        return {
            "cells": self.layout.cells, "kinds": self.layout.kinds, "seated": self.layout.seated,
            "marks": self.layout.marks, "hidden": self.hidden, "count": self.count, "based": self.based,
        }  # fmt: skip

    def forget(self) -> None:
        """Recompute all sums at the next look; to be called after the weights have changed."""
        table: cython.int
        for table in range(TABLES):
            self.uses[table] = 0

    def begin(self, table: cython.int):
        """Set the table's sums to an empty board's."""
        unit: cython.int
        word: cython.int
        first: cython.int = (self.biases + (table if self.seated else 0)) * self.width
        for unit in range(self.width):
            self.sums[table * self.width + unit] = self.weights[first + unit]
        for word in range(self.words):
            self.held[table * ROOM + word] = 0
        self.uses[table] = OFTEN

    def add(self, table: cython.int, row: cython.int, times: cython.double):
        """Add `times` times a row of W to the table's sums."""
        unit: cython.int
        factor: cython.float = times
        to: cython.int = table * self.width
        start: cython.int = row * self.width
        for unit in range(self.width):
            self.sums[to + unit] += factor * self.weights[start + unit]

    def change(self, table: cython.int, cell: cython.int, before: cython.int, now: cython.int):
        """Update the table's sums for the cell."""
        row: cython.int = cell * (self.kinds - 1) - 1
        if before:
            self.add(table, row + before, -1)
        if now:
            self.add(table, row + now, 1)

    def total(self, table: cython.int) -> cython.double:
        """Return the sum for the planes and numbers as they are; leave the hidden units in `units`."""
        unit: cython.int
        place: cython.int
        if self.uses[table] == 0:
            self.begin(table)
        self.uses[table] -= 1
        self.look(table)
        for unit in range(self.width):
            self.units[unit] = self.sums[table * self.width + unit]
        for place in range(self.count):
            factor: cython.float = self.numbers[place]
            row: cython.int = (self.inputs + place) * self.width
            for unit in range(self.width):
                self.units[unit] += factor * self.weights[row + unit]
        if not self.hidden:
            return self.units[0]
        found: cython.double = self.weights[self.outputs + self.hidden]
        for unit in range(self.width):
            self.units[unit] = max(self.units[unit], 0)
        for unit in range(self.width):
            found += self.units[unit] * self.weights[self.outputs + unit]
        return found

    def step(self, table: cython.int, error: cython.double, rate: cython.double) -> cython.int:
        """Take a step down the gradient of the sum that `total` returned last."""
        unit: cython.int
        place: cython.int
        number: cython.int
        for unit in range(self.hidden):
            back: cython.double = error * self.weights[self.outputs + unit] if self.units[unit] > 0 else 0
            self.nudge(self.outputs + unit, error * self.units[unit], rate / self.width)
            self.units[unit] = back
        if self.hidden:
            self.nudge(self.outputs + self.hidden, error, rate / self.width)
        else:
            self.units[0] = error
        rate /= self.active
        self.nudge_row(self.biases + (table if self.seated else 0), 1, rate)
        for number in range(self.count):
            self.nudge_row(self.inputs + number, self.numbers[number], rate)
        for place in range(self.planes.cells):
            content: cython.int = self.planes.content(place)
            if 0 < content < self.kinds:
                self.nudge_row(place * (self.kinds - 1) + content - 1, 1, rate)
        self.forget()
        return 0

    def nudge_row(self, row: cython.int, times: cython.double, rate: cython.double):
        """Move the weights of a row of W or b; `units` hold the error of each unit."""
        unit: cython.int
        for unit in range(self.width):
            if self.units[unit] != 0:
                self.nudge(row * self.width + unit, times * self.units[unit], rate)

    def nudge(self, place: cython.int, slope: cython.double, rate: cython.double):
        """Move one weight, by a rate of its own (temporal coherence)."""
        change: cython.double = rate * slope
        if self.moved[place] > 0:
            change *= fabs(self.agreed[place]) / self.moved[place]
        self.agreed[place] += slope
        self.moved[place] += fabs(slope)
        self.weights[place] += change
