r"""Dots and boxes: draw lines between neighbouring dots; who closes a box owns it and moves again. Most boxes win.

Published by E. Lucas as "La pipopipette" (1889); rules and strategy as in E. Berlekamp, "The Dots and Boxes Game:
Sophisticated Child's Play", A K Peters 2000. A move draws one line, which may close two boxes; nobody must close a box
that can be closed. The game goes on until all lines are drawn. The score is A's boxes minus B's.

One word of 64 bits holds the lines drawn, from the bottom up: a row of flat ones, then the upright ones between it and
the next, and so on without a gap. A box has the number of the line below it. On 2 rows of 3 columns:

    3  +--14--+--15--+--16--+
       10     11     12     13        7      8      9
    2  +-- 7--+-- 8--+-- 9--+
       3      4      5      6         0      1      2
    1  +-- 0--+-- 1--+-- 2--+
       a      b      c      d         boxes

From a box to the line on its left is a step of columns, to that on its right of one more, and to the line above it of
both together: where the word is laid over itself, shifted by these, the four lines of each box meet in its bit. So many
bits are there for boxes of a row, and none of a row of upright lines. A move is the number of its line.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import count, lowest, stir
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.dots_and_boxes.board import beside, fours, sides, threes, twos
    from cython.cimports.games.dots_and_boxes.evaluation import collect_captures, collect_chains, evaluate
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.base.bits import count, lowest, stir
    from games.base.planes import Planes
    from games.dots_and_boxes.board import beside, fours, sides, threes, twos
    from games.dots_and_boxes.evaluation import collect_captures, collect_chains, evaluate
    from games.game import ONGOING, Game, MoveList

from games.base import refusals
from games.dots_and_boxes import notation, picture
from games.option import Whole, check

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
MOST = cython.declare(cython.int, 64)  # lines
BOX = cython.declare(cython.int, 8)  # what a box counts in an estimate


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def add(out: MoveList, lines: cython.ulonglong) -> cython.void:
    """Add the moves that draw those lines; there must be room reserved for them."""
    while lines:
        out.push(lowest(lines))
        lines &= lines - 1


@cython.cclass
class DotsAndBoxes(Game):
    """Draw lines between dots; who closes a box owns it and moves again. The score is A's boxes minus B's."""

    selective = False
    seats = ("A", "B")
    why_not = refusals.drawing
    text, tidy, say, position = notation.text, notation.tidy, notation.say, notation.position
    show, cells, layout, reason = picture.show, picture.cells, picture.layout, picture.reason
    scale = 23  # fitted by benchmarks/scale.py
    arrangement = notation.arrange
    options = {
        "rows": Whole(
            3, least=1, most=21, both="columns", note=f"rows of boxes; a board may have at most {MOST} lines"
        ),
        "columns": Whole(3, least=1, most=21),
    }

    lines = cython.declare(cython.ulonglong, visibility="readonly")  # those drawn
    board: cython.ulonglong  # all lines
    boxes = cython.declare(cython.ulonglong, visibility="readonly")  # all boxes
    owned = cython.declare(cython.ulonglong[2], visibility="readonly")  # by seat
    margin: cython.int  # A's boxes minus B's
    rows = cython.declare(cython.int, visibility="readonly")
    columns = cython.declare(cython.int, visibility="readonly")

    def __init__(self, rows=3, columns=3):
        check(self.options, rows=rows, columns=columns)
        self.boxes = notation.place_boxes(rows, columns, MOST)
        self.rows, self.columns = rows, columns
        self.turn = self.lines = self.margin = 0
        self.board = WORD >> MOST - self.rows * (self.columns + 1) - self.columns * (self.rows + 1)
        self.owned = [0, 0]

    @property
    def stakes(self):
        """As many as there are boxes."""
        return self.rows * self.columns

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # Those that close a box, then those that give none away, then the others.
        free: cython.ulonglong = self.board & ~self.lines
        closing: cython.ulonglong = sides(threes(self.lines, self.columns) & self.boxes, self.columns) & free
        giving: cython.ulonglong = sides(twos(self.lines, self.columns) & self.boxes, self.columns) & free & ~closing
        out.reserve(MOST)
        add(out, closing)
        add(out, free & ~(closing | giving))
        add(out, giving)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # No two ranks alike: ordered by what was good elsewhere in the search they took more positions.
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

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        self.lines |= ONE << move
        closed: cython.ulonglong = self.closed_boxes(move)
        if closed:
            self.owned[self.turn] |= closed
            self.margin += (1 - 2 * self.turn) * count(closed)
        else:
            self.turn ^= 1

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        # Who closed a box is to move still.
        closed: cython.ulonglong = self.closed_boxes(move)
        self.lines ^= ONE << move
        if closed:
            self.owned[self.turn] ^= closed
            self.margin -= (1 - 2 * self.turn) * count(closed)
        else:
            self.turn ^= 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def closed_boxes(self, move: cython.int) -> cython.ulonglong:
        """The boxes with all four lines of which that line, the last one drawn, is one."""
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
        # Whose boxes these are matters by the margin only.
        bits: cython.ulonglong = stir(stir(self.lines) + 2 * (self.margin + MOST) + self.turn & WORD)
        return bits or 1

    @cython.cfunc
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
