r"""Dots and boxes: draw lines between neighbouring dots; closing a box wins it and another move. Most boxes win.

Published by E. Lucas as "La pipopipette" (1889); rules and strategy as in E. Berlekamp, "The Dots and Boxes Game:
Sophisticated Child's Play", A K Peters 2000. A move draws one line, which may close two boxes; closing a box is never
mandatory. The game goes on until all lines are drawn. The score is A's boxes minus B's.

One word of 64 bits holds the lines drawn, from the bottom up: a row of flat lines, then the upright lines above it, and
so on without a gap. A box has the number of the line below it. On 2 rows of 3 columns:

    3  +--14--+--15--+--16--+
       10     11     12     13        7      8      9
    2  +-- 7--+-- 8--+-- 9--+
       3      4      5      6         0      1      2
    1  +-- 0--+-- 1--+-- 2--+
       a      b      c      d         boxes

The line on the left of a box is `columns` bits away, the line on its right one more, and the line above it both
together. So if the word is laid over itself, shifted by these distances, the four lines of each box meet in the box's
bit. A move is the number of its line.

A *chain* is a row of boxes with two lines each, joined by lines not yet drawn; a *loop* is a closed chain. Drawing a
line in one opens it to the other side, which takes its boxes. A chain is long if it has three boxes or more. Boxes with
fewer lines are *joints*. The side that takes a long chain may leave the last two boxes, of a loop the last four, so
that the other side has to move after taking them: the double-dealing move (Berlekamp).
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, count, lowest, stir
    from games.base.planes import Planes
    from games.dots_and_boxes.board import beside, chain, fours, sides, threes, twos
    from games.game import ONGOING, Game, MoveList

from games.base import refusals
from games.dots_and_boxes import notation
from games.option import Whole, check

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
MOST = cython.declare(cython.int, 64)  # lines
BOX = cython.declare(cython.int, 8)  # the worth of a box in an estimate


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def add(out: MoveList, lines: cython.ulonglong) -> cython.void:
    """Add the moves that draw the lines; room for them must be reserved."""
    while lines:
        out.push(lowest(lines))
        lines &= lines - 1


class DotsAndBoxes(Game):
    """Draw lines between dots; closing a box wins it and another move. The score is A's boxes minus B's."""

    selective = False
    seats = ("A", "B")
    why_not = refusals.drawing
    text, tidy, say, position = notation.text, notation.tidy, notation.say, notation.position
    show, cells, layout, reason = notation.show, notation.cells, notation.layout, notation.reason
    scale = 23  # fitted by benchmarks/scale.py
    arrangement = notation.arrange
    options = {
        "rows": Whole(
            3, least=1, most=21, both="columns", note=f"rows of boxes; a board may have at most {MOST} lines"
        ),
        "columns": Whole(3, least=1, most=21),
    }

    def __init__(self, rows=3, columns=3):
        check(self.options, rows=rows, columns=columns)
        self.boxes = notation.place_boxes(rows, columns, MOST)
        self.rows, self.columns = rows, columns
        self.turn = self.lines = self.margin = 0
        self.board = WORD >> MOST - self.rows * (self.columns + 1) - self.columns * (self.rows + 1)
        self.owned = [0, 0]

    @property
    def stakes(self):
        """The number of boxes."""
        return self.rows * self.columns

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # First the lines that close a box, then those that give none away, then the others.
        free: cython.ulonglong = self.board & ~self.lines
        closing: cython.ulonglong = sides(threes(self.lines, self.columns) & self.boxes, self.columns) & free
        giving: cython.ulonglong = sides(twos(self.lines, self.columns) & self.boxes, self.columns) & free & ~closing
        out.reserve(MOST)
        add(out, closing)
        add(out, free & ~(closing | giving))
        add(out, giving)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Unique ranks: breaking ties by history searched more positions.
        free: cython.ulonglong = self.board & ~self.lines
        bottom: cython.int = out.count
        place: cython.int
        if not collect_captures(self.lines, free, self.boxes, self.columns, out):
            giving: cython.ulonglong = sides(twos(self.lines, self.columns) & self.boxes, self.columns) & free
            out.reserve(MOST)
            add(out, free & ~giving)
            collect_chains(self.lines, giving, self.boxes, self.columns, out)
        for place in range(out.count - bottom):
            ranks.add(-place)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the lines that close a box."""
        out.reserve(MOST)
        add(out, sides(threes(self.lines, self.columns) & self.boxes, self.columns) & self.board & ~self.lines)

    def apply(self, move: cython.int) -> cython.void:
        self.lines |= ONE << move
        closed: cython.ulonglong = self.closed_boxes(move)
        if closed:
            self.owned[self.turn] |= closed
            self.margin += (1 - 2 * self.turn) * count(closed)
        else:
            self.turn ^= 1

    def revert(self, move: cython.int) -> cython.void:
        # A seat that closed a box is still to move.
        closed: cython.ulonglong = self.closed_boxes(move)
        self.lines ^= ONE << move
        if closed:
            self.owned[self.turn] ^= closed
            self.margin -= (1 - 2 * self.turn) * count(closed)
        else:
            self.turn ^= 1

    def closed_boxes(self, move: cython.int) -> cython.ulonglong:
        """Return the boxes that the line, the last one drawn, has closed."""
        return beside(ONE << move, self.columns) & self.boxes & fours(self.lines, self.columns)

    @cython.ccall
    def value(self) -> cython.int:
        return self.margin if self.lines == self.board else ONGOING

    @cython.ccall
    def at_least(self) -> cython.int:
        return self.margin - count(self.boxes & ~(self.owned[0] | self.owned[1]))

    @cython.ccall
    def at_most(self) -> cython.int:
        return self.margin + count(self.boxes & ~(self.owned[0] | self.owned[1]))

    @cython.ccall
    def estimate(self) -> cython.int:
        ahead: cython.int = evaluate(self.lines, self.board, self.boxes, self.columns)
        return BOX * (self.margin + (-ahead if self.turn else ahead))

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        out.words[0] = self.lines

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The owners of boxes matter only by the margin.
        bits: cython.ulonglong = stir(stir(self.lines) + 2 * (self.margin + MOST) + self.turn & WORD)
        return bits or 1

    def become(self, other: Game) -> cython.void:
        of: DotsAndBoxes = other
        self.turn = of.turn
        self.lines, self.board, self.boxes = of.lines, of.board, of.boxes
        self.owned[:] = of.owned
        self.margin, self.rows, self.columns = of.margin, of.rows, of.columns

    def set_position(self, text):
        self.undoable = None
        self.turn, self.lines, owned = notation.read_position(self, text)
        self.owned = owned
        self.margin = count(self.owned[0]) - count(self.owned[1])


# Strategy: moves that can be left out, and the estimate.


@cython.cfunc
@cython.exceptval(-1, check=False)
def collect_captures(lines: Bits, free: Bits, boxes: Bits, columns: cython.int, out: MoveList) -> cython.bint:
    """If a box can be taken, add the one or two moves worth trying; return whether there was such a box.

    Taking it is best, because otherwise the other side takes it. The only alternative is to draw the line with which
    the next box would be taken, leaving two boxes to the other side, which then has to move. If the chain goes on, that
    is too early: later it leaves no more boxes. If that line takes a box too, the order does not matter. (These are the
    rules of J. K. Barker and R. E. Korf, "Solving Dots-And-Boxes", AAAI 2012.)
    """
    three: Bits = threes(lines, columns) & boxes
    two: Bits = twos(lines, columns) & boxes
    left: Bits = three
    way: cython.int = -1
    if not three:
        return False
    while left:
        box: Bits = left & -left
        left ^= box
        line: Bits = sides(box, columns) & free
        following: Bits = beside(line, columns) & two
        other: Bits = sides(following, columns) & free & ~line
        beyond: Bits = beside(other, columns) & boxes & ~following
        last: Bits = sides(beyond & two, columns) & free & ~other
        if not other or beyond & three or (last and not beside(last, columns) & three):
            out.add(lowest(line))
            return True
        first, way = lowest(line), lowest(other)
    out.add(first)
    out.add(way)
    return True


@cython.cfunc
@cython.exceptval(-1, check=False)
def collect_chains(lines: Bits, giving: Bits, boxes: Bits, columns: cython.int, out: MoveList) -> cython.int:
    """If no box can be taken, add one line that gives away each chain and loop, short ones first.

    All lines of a chain are equivalent, except in a chain of two: after the line in its middle both must be taken.
    """
    two: Bits = twos(lines, columns) & boxes
    size: cython.int
    later: Bits = 0
    for size in range(1, 4):
        while two:
            found: Bits = chain(two & -two, two, giving, columns)
            two ^= found
            if size < 3 and count(found) != size:
                later |= found
                continue
            line: Bits = sides(found, columns) & giving
            if size == 2:
                line &= sides(found & -found, columns) & sides(found & found - 1, columns)
            out.add(lowest(line))
        two, later = later, 0
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def evaluate(lines: Bits, board: Bits, boxes: Bits, columns: cython.int) -> cython.int:
    """Return how many more of the open boxes the side to move will probably win than the other side.

    It takes all boxes that it can. If then each line gives boxes away, the rest is counted by chains, and the side to
    move may also leave the last boxes to the other side.
    """
    three: Bits = threes(lines, columns) & boxes
    rest: Bits = boxes & ~fours(lines, columns)
    after: Bits = lines
    opened: Bits = three
    while opened:
        after |= sides(opened, columns)
        opened = threes(after, columns) & boxes
    left: Bits = rest & ~fours(after, columns)
    taken: cython.int = count(rest) - count(left)
    free: Bits = board & ~after
    if not left or free & ~sides(twos(after, columns) & boxes, columns):
        return taken
    ahead: cython.int = give(after, left, free, columns)
    declined: cython.int = leave(three, rest & ~left, board & ~lines, columns) if taken > 1 else 0
    if declined and -ahead - declined > ahead:
        ahead = -ahead - declined
    return taken + ahead


@cython.cfunc
@cython.exceptval(check=False)
def leave(three: Bits, taken: Bits, free: Bits, columns: cython.int) -> cython.int:
    """Return the cost of leaving the end of a chain to the other side: 4, for a loop 8; 0 if that is impossible."""
    cost: cython.int = 0
    while three:
        found: Bits = chain(three & -three, taken, free, columns)
        openings: cython.int = count(found & three)
        if openings == 1 and count(found) > 1:
            return 4
        if openings == 2 and count(found) > 3:
            cost = 8
        three &= ~found
    return cost


@cython.cfunc
@cython.exceptval(check=False)
def give(lines: Bits, left: Bits, free: Bits, columns: cython.int) -> cython.int:
    """Return the margin of the side to move, usually negative, if each line gives away some of the boxes left.

    The sides take turns at giving away short chains, the shorter first. The side that then has to open a long chain
    loses all long ones; the other leaves it two boxes of each chain and four of each loop except the last: the
    controlled value (Berlekamp, chapter 10). A joint makes one chain of two.
    """
    two: Bits = twos(lines, columns) & left
    value: cython.int = count(left)
    ones: cython.int = 0
    pairs: cython.int = 0
    chains: cython.int = 0
    longest: cython.int = 0
    loops: cython.int = 0
    joints: cython.int = count(left & ~two)
    while two:
        found: Bits = chain(two & -two, two, free, columns)
        size: cython.int = count(found)
        two ^= found
        if size < 3:
            value -= size
            ones += size & 1
            pairs += size >> 1
        elif size > 3 and count(sides(found, columns) & free) == size:
            loops += 1
        else:
            chains += 1
            longest = max(longest, size)
    short: cython.int = -(ones & 1) + (2 if ones & 1 else -2) * (pairs & 1)
    if not value:
        return short
    least: cython.int = 2 - (value & 1)
    value += 4 * joints - 4 * chains - 8 * loops
    value += (4 if longest > 3 or not loops else 6) if chains else 8
    value = max(value, least)
    return short + (value if ones + pairs & 1 else -value)
