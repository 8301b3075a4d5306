"""An n-tuple network: a sum of weights, each looked up by what a few cells hold together.

A tuple of cells reads what they hold as a number in the base of the contents, and that number is the place of a weight
(W. Bledsoe, I. Browning, "Pattern Recognition and Reading by Machine", 1959; S. Lucas, "Learning to Play Othello with
N-Tuple Systems", 2008). With base 3, and cells that hold 2, 0 and 1:

    tuple (a1, b1, c1)      place = 2 + 0 * 3 + 1 * 9 = 11      value = tanh(w[11] + the weights of all other tuples)

A tuple and its images under the symmetries of the board are instances of one table. Where the rules treat the seats
differently, each has tables of its own. As from one position to the next few cells change, only the places of tuples
over these are worked out anew. A step, with N instances and a rate r:

    w += r / N * (goal - value) * (1 - value^2)
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, lowest
    from cython.cimports.games.game import Game
    from cython.cimports.libc.math import fabs
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.players.learning.board_evaluation import BoardEvaluation
else:
    from games.base.bits import Bits, lowest
    from games.game import Game
    from players.learning.board_evaluation import BoardEvaluation

    fabs = abs

from games.layout import Layout
from players.learning.tuples import check_tuples, count_weights

SEATS = cython.declare(cython.int, 3)  # 0, 1 and chance
ROOM = cython.declare(cython.int, 32)  # words of planes


class NTuple(BoardEvaluation):
    """An n-tuple network over the cells of a game.

    game    any position of it.
    layout  its cells.
    tuples  each some different cells, by their numbers.
    based   whether the game's own estimate is added to the sum.
    Raises ValueError where the tuples are not of the layout's cells, or have too many weights.
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
        for seat in range(SEATS):
            first = seat * offset % self.size  # without chance, or with one table for all, there are fewer tables
            for number, start in enumerate(instances):
                self.at[seat * self.instances + number] = start + first

    @classmethod
    def from_shape(cls, game: Game, layout: Layout, shape):
        """The network of that `shape`, without its weights. Raises ValueError where the cells are others."""
        cells = tuple([None if cell is None else tuple(cell) for cell in shape["cells"]])
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

    else:

        def allocate(self, uses):
            """Make room for the places of weights, and for so many uses of cells."""
            self.starts, self.uses = [0] * (len(self.layout.cells) + 1), [0] * (2 * uses)
            self.at, self.held = [0] * (SEATS * self.instances), [0] * (SEATS * ROOM)

    def look(self, table: cython.int):
        """Work out the places of that table's weights from what the planes hold, by the cells that differ."""
        first: cython.int = table * self.instances
        held: cython.int = table * ROOM
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

    def total(self, table: cython.int) -> cython.double:
        """The sum of the weights that the planes choose."""
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
        """Let each of these weights take its part of the step."""
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
