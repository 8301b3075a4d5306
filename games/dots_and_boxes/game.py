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

import re

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
from games.base.notation import fold
from games.dots_and_boxes import notation
from games.option import Whole, check
from games.picture import Cell, Form, Grid

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
MOST = cython.declare(cython.int, 64)  # lines
BOX = cython.declare(cython.int, 8)  # what a box counts in an estimate
LETTERS = "abcdefghijklmnopqrstuv"
PIECES = (("A", "box"), ("B", "box"), ("-", "line"), ("|", "line"), ("+", "dot"))
LINE = re.compile(r"(?:draw|line)?([a-z])([0-9]{1,2})(?:to|[^a-z0-9])?([a-z])([0-9]{1,2})")


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
    scale = 23  # fitted by benchmarks/scale.py
    arrangement = notation.arrange
    options = {
        "rows": Whole(
            3, least=1, most=21, both="columns", note=f"rows of boxes; a board may have at most {MOST} lines"
        ),
        "columns": Whole(3, least=1, most=21),
    }

    lines: cython.ulonglong  # those drawn
    board: cython.ulonglong  # all lines
    boxes: cython.ulonglong  # all boxes
    owned: cython.ulonglong[2]  # by seat
    margin: cython.int  # A's boxes minus B's
    rows: cython.int
    columns: cython.int

    def __init__(self, rows=3, columns=3):
        check(self.options, rows=rows, columns=columns)
        lines = rows * (columns + 1) + columns * (rows + 1)
        if lines > MOST:
            raise ValueError(
                f"rows={rows} with columns={columns} is too large a board: it has {lines} lines, at most {MOST} fit"
            )
        self.turn = self.lines = self.margin = 0
        self.board = (1 << lines) - 1
        self.boxes = sum([(1 << columns) - 1 << (2 * columns + 1) * row for row in range(rows)])
        self.owned = [0, 0]
        self.rows, self.columns = rows, columns

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

    def layout(self):
        """A cell is a line, drawn (1) or not."""
        return notation.layout(self.rows, self.columns)

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

    def position(self, seat=None):
        return notation.write_lattice(self.show().rows, self.seats[self.turn])

    def set_position(self, text):
        self.undoable = None
        lines, owners, turn = notation.read_lattice(text, self.rows, self.columns)
        self.turn, self.lines, self.owned = turn, lines, [0, 0]
        for box in range(MOST):
            if self.boxes & fours(lines, self.columns) & ONE << box:
                self.owned[notation.owner(owners, box, self.columns)] |= ONE << box
            elif box in owners and self.boxes & ONE << box:
                notation.refuse_owner(box, self.columns)
        self.margin = count(self.owned[0]) - count(self.owned[1])

    def text(self, move):
        row, column = divmod(move, 2 * self.columns + 1)
        if column < self.columns:
            return f"{dot(row, column)}-{dot(row, column + 1)}"
        return f"{dot(row, column - self.columns)}-{dot(row + 1, column - self.columns)}"

    def say(self, move, seat=None):
        return f"draws {self.text(move)}"

    def tidy(self, entry):
        # A line has two ends, and either may be named first.
        word = fold(entry)
        if not (found := LINE.fullmatch(word)):
            return word
        ends = sorted([(found[1], int(found[2])), (found[3], int(found[4]))])
        return "".join([f"{letter}{number}" for letter, number in ends])

    def cells(self, move):
        row, column = divmod(move, 2 * self.columns + 1)
        if column < self.columns:
            return ((2 * (self.rows - row), 2 * column + 1),)
        return ((2 * (self.rows - row) - 1, 2 * (column - self.columns)),)

    def show(self, seat=None):
        high, wide = range(2 * self.rows, -1, -1), range(2 * self.columns + 1)
        rows = tuple([tuple([self.cell(height, column) for column in wide]) for height in high])
        row_labels = tuple(["" if height % 2 else str(height // 2 + 1) for height in high])
        column_labels = tuple(["" if column % 2 else LETTERS[column // 2] for column in wide])
        note = f"A {count(self.owned[0])}, B {count(self.owned[1])}"
        return Grid(rows, row_labels, column_labels, note, Form.LATTICE, PIECES)

    @cython.cfunc
    def cell(self, height: cython.int, column: cython.int):
        """What stands on a cell of the lattice, heights counted from the bottom: a dot, a line, a box's owner."""
        place = (2 * self.columns + 1) * (height // 2) + column // 2
        match height % 2, column % 2:
            case 0, 0:
                return Cell("+")
            case 0, 1:
                return Cell("-" if self.lines >> place & 1 else "")
            case 1, 0:
                return Cell("|" if self.lines >> place + self.columns & 1 else "")
        owners = [seat for seat in (0, 1) if self.owned[seat] >> place & 1]
        return Cell(self.seats[owners[0]], owners[0]) if owners else Cell()

    def reason(self):
        return f"all boxes are closed, {count(self.owned[0])} to {count(self.owned[1])}"


def dot(row, column):
    """The dot as it is written: a1 is the lowest on the left."""
    return f"{LETTERS[column]}{row + 1}"
