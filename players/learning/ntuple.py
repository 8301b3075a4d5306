"""An n-tuple network: a sum of weights, each looked up by what a few cells hold together.

A tuple of cells reads what they hold as a number in the base of the contents, and that number is the place of a weight
(W. Bledsoe, I. Browning, "Pattern Recognition and Reading by Machine", 1959; S. Lucas, "Learning to Play Othello with
N-Tuple Systems", 2008). With base 3, and cells that hold 2, 0 and 1:

    tuple (a1, b1, c1)      place = 2 + 0 * 3 + 1 * 9 = 11      value = tanh(w[11] + the weights of all other tuples)

A tuple and its images under the symmetries of the board are instances of one table. The value is that of the seat to
move; where the rules treat the seats differently, each has tables of its own. As from one position to the next few
cells change, only the places of tuples over these are worked out anew.

A step goes down the gradient of half the squared error, with N instances and a rate r:

    w += r / N * (goal - value) * (1 - value^2)

and with temporal coherence, each weight has a rate of its own: |sum of its corrections| / sum of |its corrections|
(D. Beal, M. Smith, "Temporal Coherence and Prediction Decay in TD Learning", IJCAI 1999; taken to connect four by
M. Thill, P. Koch and W. Konen, PPSN 2012).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.bits import Bits, lowest
    from cython.cimports.games.game import Game
    from cython.cimports.games.planes import Planes
    from cython.cimports.libc.math import fabs, lround, tanh
    from cython.cimports.libc.stdlib import calloc, free, realloc
    from cython.cimports.players.learning.approximator import Approximator
    from cython.cimports.players.learning.weights import Weights
else:
    from math import tanh

    from games.bits import Bits, lowest
    from games.game import Game
    from games.planes import Planes
    from players.learning.approximator import Approximator
    from players.learning.weights import Weights

    fabs, lround = abs, round

from games.capabilities import counts_points, has_chance, scale_of
from games.layout import Layout
from games.picture_layout import read_picture
from players.learning.tuples import check_tuples, count_weights

UNIT = cython.declare(cython.int, 200)  # of an estimate: a sum of 1
SURE = cython.declare(cython.double, 4.0)  # of the game's own estimate at most
POINT = cython.declare(cython.int, 1000)  # of an estimate that is averaged: a point of the score
SEATS = cython.declare(cython.int, 3)  # 0, 1 and chance
ROOM = cython.declare(cython.int, 32)  # words of planes
PLIES = cython.declare(cython.int, 256)  # positions for which there is room at first


class NTuple(Approximator):
    """An n-tuple network over the cells of a game.

    game    any position of it.
    layout  its cells.
    tuples  each some different cells, by their numbers.
    based   whether the game's own estimate is added to the sum, so that only what it gets wrong has to be learnt. Only
            for games that name its scale.
    Raises ValueError where the tuples are not of the layout's cells, or have too many weights.
    """

    kind = "n-tuple"

    def __init__(self, game: Game, layout, tuples, based=False):
        self.averaged = has_chance(game) or counts_points(game)
        Approximator.__init__(self, game, POINT if self.averaged else UNIT, UNIT / 2)
        self.layout, self.tuples, self.based = layout, tuple(map(tuple, tuples)), based
        check_tuples(layout, self.tuples)
        self.store = Weights(count_weights(game, layout, self.tuples))
        self.size, self.weights = self.store.size, self.store.weights
        self.agreed, self.moved = self.store.agreed, self.store.moved
        self.known = 0.5 / scale_of(game) if based else 0.0
        self.planes, self.pictured = Planes(layout.kinds, len(layout.cells)), bool(layout.marks)
        self.span, self.layers, self.kinds = self.planes.span, self.planes.planes, layout.kinds
        self.words = self.layers * self.span
        offset: cython.int = 0
        instances, uses = [], [[] for _ in layout.cells]
        for cells in self.tuples:
            images = sorted({tuple(symmetry[cell] for cell in cells) for symmetry in layout.symmetries})
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
        for seat in range(SEATS):
            first = seat * offset % self.size  # without chance, or with one table for all, there are fewer tables
            for number, start in enumerate(instances):
                self.at[seat * self.instances + number] = start + first

    @classmethod
    def from_shape(cls, game: Game, layout: Layout, shape):
        """The network of that `shape`, without its weights. Raises ValueError where the cells are others."""
        cells = tuple(None if cell is None else tuple(cell) for cell in shape["cells"])
        if (cells, shape["kinds"], shape["seated"]) != (layout.cells, layout.kinds, layout.seated):
            raise ValueError("the cells are others")
        return cls(game, layout, shape["tuples"], shape["based"])

    def shape(self):
        """What the network is made of, as JSON has it."""
        return {
            "cells": self.layout.cells, "kinds": self.layout.kinds, "seated": self.layout.seated,
            "marks": self.layout.marks, "tuples": self.tuples, "based": self.based,
        }  # fmt: skip

    if cython.compiled:

        def allocate(self, uses: cython.int):
            self.starts = cython.cast(cython.p_int, calloc(len(self.layout.cells) + 1, cython.sizeof(cython.int)))
            self.uses = cython.cast(cython.p_int, calloc(2 * uses + 1, cython.sizeof(cython.int)))
            self.at = cython.cast(cython.p_int, calloc(SEATS * self.instances, cython.sizeof(cython.int)))
            if not (self.starts and self.uses and self.at):
                raise MemoryError("no room for the places of weights")

        def __dealloc__(self):
            free(self.starts)
            free(self.uses)
            free(self.at)
            free(self.record)
            free(self.bases)

        def grow(self, slot: cython.int):
            room: cython.int = 2 * slot + PLIES
            size: cython.size_t = self.words * cython.sizeof(Bits)
            record = cython.cast(cython.pointer(Bits), realloc(self.record, room * size))
            bases = cython.cast(cython.p_double, realloc(self.bases, room * cython.sizeof(cython.double)))
            self.record = record or self.record
            self.bases = bases or self.bases
            if not (record and bases):
                raise MemoryError("no room for a game so long")
            self.room = room
            return 0

    else:

        def allocate(self, uses):
            """Make room for the places of weights, and for so many uses of cells."""
            self.starts, self.uses = [0] * (len(self.layout.cells) + 1), [0] * (2 * uses)
            self.at, self.held = [0] * (SEATS * self.instances), [0] * (SEATS * ROOM)
            self.record, self.bases, self.room, self.latest = [], [], 0, 0.0

        def grow(self, slot):
            """Make room for a position in that slot."""
            self.record += [0] * (self.words * (slot + PLIES))
            self.bases += [0.0] * (slot + PLIES)
            self.room = len(self.bases)

    def look(self, seat: cython.int):
        """Work out the places of that seat's weights from what the planes hold, by the cells that differ."""
        first: cython.int = seat * self.instances
        held: cython.int = seat * ROOM
        word: cython.int
        plane: cython.int
        use: cython.int
        for word in range(self.span):
            changed: Bits = 0
            for plane in range(self.layers):
                changed |= self.planes.words[plane * self.span + word] ^ self.held[held + plane * self.span + word]
            while changed:
                bit: cython.int = lowest(changed)
                changed &= changed - 1
                now: cython.int = 0
                before: cython.int = 0
                for plane in range(self.layers):
                    place: cython.int = plane * self.span + word
                    now |= cython.cast(cython.int, self.planes.words[place] >> bit & 1) << plane
                    before |= cython.cast(cython.int, self.held[held + place] >> bit & 1) << plane
                # A content that the layout knows nothing of counts as none: there is no weight for it.
                more: cython.int = (now if now < self.kinds else 0) - (before if before < self.kinds else 0)
                cell: cython.int = 64 * word + bit
                if cell < self.planes.cells:
                    for use in range(self.starts[cell], self.starts[cell + 1]):
                        self.at[first + self.uses[2 * use]] += more * self.uses[2 * use + 1]
        for plane in range(self.words):
            self.held[held + plane] = self.planes.words[plane]

    def total(self, seat: cython.int) -> cython.double:
        """The sum of the weights that the planes choose for that seat."""
        self.look(seat)
        first: cython.int = seat * self.instances
        one: cython.float = 0
        two: cython.float = 0
        number: cython.int
        for number in range(first, first + self.instances - 1, 2):
            one += self.weights[self.at[number]]
            two += self.weights[self.at[number + 1]]
        if self.instances & 1:
            one += self.weights[self.at[first + self.instances - 1]]
        return one + two

    def read(self, game: Game) -> cython.int:
        """Fill the planes with what the cells of the game hold."""
        if self.pictured:
            self.planes.set_contents(read_picture(game.show(), self.layout))
        else:
            game.collect_contents(self.planes)
        return 0

    def base(self, game: Game) -> cython.double:
        """What the game's own estimate adds to the sum, for the seat to move."""
        if not self.based:
            return 0
        found: cython.double = max(-SURE, min(SURE, game.estimate() * self.known))
        return -found if game.turn == 1 else found

    def judge(self, game: Game) -> cython.double:
        """What a position is worth in which the game goes on."""
        self.read(game)
        self.latest = self.base(game)
        return tanh(self.latest + self.total(game.turn if game.turn >= 0 else 2))

    def estimate(self, game: Game) -> cython.int:
        """What the position is worth to seat 0: in POINTs where estimates are averaged, else the sum in UNITs.

        The sum is half the natural logarithm of the odds. It orders positions as their values do.
        """
        self.read(game)
        total: cython.double = self.base(game) + self.total(game.turn if game.turn >= 0 else 2)
        found: cython.int = lround(POINT * max(1.0, self.stakes) * tanh(total) if self.averaged else UNIT * total)
        return -found if game.turn == 1 else found

    def remember(self, slot: cython.int) -> cython.int:
        """Keep in that slot what the cells of the position held that was judged last."""
        place: cython.int
        if slot >= self.room:
            self.grow(slot)
        self.bases[slot] = self.latest
        for place in range(self.words):
            self.record[slot * self.words + place] = self.planes.words[place]
        return 0

    def copy_slot(self, source: cython.int, target: cython.int) -> cython.int:
        """Keep what is in one slot in another one, too."""
        place: cython.int
        if target >= self.room:
            self.grow(target)
        self.bases[target] = self.bases[source]
        for place in range(self.words):
            self.record[target * self.words + place] = self.record[source * self.words + place]
        return 0

    def correct(self, slot: cython.int, seat: cython.int, goal: cython.double, rate: cython.double) -> cython.double:
        """Take a step towards the goal from the position in that slot; its value before the step."""
        place: cython.int
        number: cython.int
        for place in range(self.words):
            self.planes.words[place] = self.record[slot * self.words + place]
        if seat < 0:
            seat = 2
        value: cython.double = tanh(self.bases[slot] + self.total(seat))
        error: cython.double = (goal - value) * (1 - value * value) / self.instances
        for number in range(seat * self.instances, (seat + 1) * self.instances):
            place = self.at[number]
            step: cython.double = rate * error
            if self.moved[place] > 0:
                step *= fabs(self.agreed[place]) / self.moved[place]
            self.agreed[place] += error
            self.moved[place] += fabs(error)
            self.weights[place] += step
        return value
