"""Yucky chocolate: break a piece off the bar and eat it; the seat left with nothing but the yucky square has lost.

One square of the bar is yucky: the one at the top left, unless yucky=2/3 names the row and column of another. A move
breaks the bar along one of its lines and eats the part without the yucky square. With the yucky square in the corner
this is the "yucky choccy" of I. Stewart, "Choosily Chomping Chocolate", Scientific American, October 1998.

It is nim with four heaps: the columns right of the yucky square, the rows below it, the columns left of it and the rows
above it. It is lost for the seat to move exactly if the nim-sum of the four is 0; in the corner, if the bar is square
(C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901, pages 35-39). That
settles every position, so an evaluation would be either the solution or noise: there is none, and a search has to find
its way to the end.

People type what a move eats: R3 for three rows from the bottom, C2 for two columns from the right, T3 from the top, L2
from the left. The number says how many, not where the break is. A move stores the side from which it eats, this number,
the size of the heap before it, and the two heaps across, so it tells which squares it eats without the position:

    bits   29 28   27 ... 21   20 ... 14   13 ... 7   6 ... 0
           side     before       left or     right     eaten
                                 above      or below
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.base import refusals
from games.option import Sizes, Whole, check
from games.yucky_chocolate import notation

MOST = cython.declare(cython.int, 99)
ABOVE = cython.declare(cython.int, 100)  # more than any heap
NUMBER = cython.declare(cython.int, 127)
LATER = cython.declare(cython.int, 7)  # where the bits of each part begin: the heap across to the right or below
EARLIER = cython.declare(cython.int, 14)
BEFORE = cython.declare(cython.int, 21)
SIDE = cython.declare(cython.int, 28)
# A side is the number of its heap: right, bottom, left, top. Even sides eat columns.


@cython.cclass
class YuckyChocolate(Game):
    """Break rows or columns off the bar and eat them; the player left with the yucky square loses."""

    why_not = refusals.breaking
    text, tidy, say, position = notation.text, notation.tidy, notation.say, notation.position
    show, cells, reason, theory = notation.show, notation.cells, notation.reason, notation.theory
    options = {
        "rows": Whole(4, least=1, most=MOST, note="at least 2 where columns is 1"),
        "columns": Whole(7, least=1, most=MOST, note="at least 2 where rows is 1"),
        "yucky": Sizes((1, 1), least=1, most=MOST, count=2, note="row and column of the yucky square"),
    }

    heaps = cython.declare(cython.int[4], visibility="readonly")  # lines left on each side of the yucky square
    row = cython.declare(cython.int, visibility="readonly")  # of the yucky square, from 0
    column = cython.declare(cython.int, visibility="readonly")
    height = cython.declare(cython.int, visibility="readonly")  # of the whole bar
    width = cython.declare(cython.int, visibility="readonly")

    def __init__(self, rows=4, columns=7, yucky=(1, 1)):
        check(self.options, rows=rows, columns=columns, yucky=yucky)
        self.turn, self.height, self.width = 0, rows, columns
        self.row, self.column = notation.find_yucky(rows, columns, yucky)
        if not cython.compiled:
            self.heaps = [0] * 4
        self.heaps[0], self.heaps[1] = self.width - 1 - self.column, self.height - 1 - self.row
        self.heaps[2], self.heaps[3] = self.column, self.row

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # The longest side first, and there the most.
        done: cython.int = 0
        while done != 15:
            best: cython.int = -1
            side: cython.int
            for side in range(4):
                if not done >> side & 1 and (best < 0 or self.heaps[side] > self.heaps[best]):
                    best = side
            done |= 1 << best
            self.eat(out, best)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # In the order of the list: a search of 50 rows by 49 columns then needs a third fewer positions than with rows
        # first and the least first. With the history heuristic 99 by 99 took more than a million positions.
        bottom: cython.int = out.count
        place: cython.int
        self.collect(out)
        for place in range(out.count - bottom):
            ranks.add(-place)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def eat(self, out: MoveList, side: cython.int) -> cython.void:
        """Add the moves that eat from one side."""
        across: cython.int = self.heaps[(side & 1 ^ 1) + 2] << EARLIER | self.heaps[side & 1 ^ 1] << LATER
        count: cython.int
        for count in range(self.heaps[side], 0, -1):
            out.add(side << SIDE | self.heaps[side] << BEFORE | across | count)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        self.heaps[move >> SIDE] -= move & NUMBER
        self.turn ^= 1

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.heaps[move >> SIDE] += move & NUMBER
        self.turn ^= 1

    @cython.ccall
    def value(self) -> cython.int:
        if self.heaps[0] | self.heaps[1] | self.heaps[2] | self.heaps[3]:
            return ONGOING
        return 1 if self.turn == 1 else -1

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The order of heaps does not matter, so they are sorted. The highest bit keeps the key from being 0.
        found: cython.ulonglong = 1
        size: cython.int
        side: cython.int
        below: cython.int = -1  # the largest size written so far
        written: cython.int = 0
        while written < 4:
            size = ABOVE
            for side in range(4):
                if below < self.heaps[side] < size:
                    size = self.heaps[side]
            for side in range(4):
                if self.heaps[side] == size:
                    found = found << 7 | size
                    written += 1
            below = size
        return found << 1 | self.turn

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: YuckyChocolate = other
        self.turn = of.turn
        self.heaps[:] = of.heaps
        self.row, self.column, self.height, self.width = of.row, of.column, of.height, of.width

    def set_position(self, text):
        self.undoable = None
        turn, heaps = notation.read_position(self, text)
        self.turn, self.heaps = turn, heaps
