"""Yucky chocolate: break a piece off the bar and eat it; whoever is left with nothing but the yucky square has lost.

One square of the bar is yucky, that at the top left unless yucky=2/3 names the row and column of another one. A move
breaks the bar along one of its lines and eats the part without the yucky square. With the yucky square in the corner
this is the "yucky choccy" of I. Stewart, "Choosily Chomping Chocolate", Scientific American, October 1998.

It is nim with four heaps, the columns right of the yucky square, the rows below it, the columns left of it and the rows
above it, and is lost for the seat to move exactly when the nim-sum of the four is 0; in the corner when the bar is
square (C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901, pages 35-39).
Since that settles every position, a static evaluation that knew it would be the solution and one that did not would be
noise: there is none, and a search has to find its way to the end.

A move is typed as what it eats: R3 for three rows from the bottom, C2 for two columns from the right, T3 from the top,
L2 from the left. The number says how many, not where the break is. It holds the side from which it eats, that number,
the size of the heap before it, and the two heaps across, so that it says by itself which squares it eats:

    bits   29 28   27 ... 21   20 ... 14   13 ... 7   6 ... 0
           side     before       left or     right     eaten
                                 above      or below
"""

import re

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.base import refusals
from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat
from games.option import Sizes, Whole, check
from games.picture import Cell, Grid, Ground
from games.theory import Theory

MOST = 99
ABOVE = cython.declare(cython.int, MOST + 1)
NUMBER = cython.declare(cython.int, 127)
LATER = cython.declare(cython.int, 7)  # where the bits of each begin: the heap across to the right or below
EARLIER = cython.declare(cython.int, 14)
BEFORE = cython.declare(cython.int, 21)
SIDE = cython.declare(cython.int, 28)
# The sides from which to eat, which are the heaps. Their parity says along what: columns are even.
RIGHT = cython.declare(cython.int, 0)
BOTTOM = cython.declare(cython.int, 1)
LEFT = cython.declare(cython.int, 2)
TOP = cython.declare(cython.int, 3)

LETTERS = "CRLT"
WORDS = (("column", ""), ("row", ""), ("column", " on the left"), ("row", " at the top"))
SPOKEN = re.compile(
    r"(eat|take|break(off)?)?0*(?P<before>\d*)(?P<line>[tl]|r(ows?)?|c(ol(umn)?s?)?)0*(?P<after>\d*)", re.ASCII
)

FORM = re.compile(r"(?P<rows>\d+(-\d+)?) ?x ?(?P<columns>\d+(-\d+)?) (?P<side>\w+)", re.ASCII | re.IGNORECASE)
NOTE = "Rn eats the n rows at the bottom, Cn the n columns at the right; Y is yucky"
NOTE_OF_ALL = "Rn eats n rows at the bottom, Tn at the top, Cn columns at the right, Ln left"


def labels(low, high, before, behind, where, whole):
    """For each line of the whole bar the move that eats it and all beyond it; blanks, just as wide, where none does.

    low, high  letters of the moves that eat from the first line on, and from the last;  before, behind  how many lines
    are left on each side of the yucky one, which is the one after `where` others.
    """
    wide = len(f"R{max(where, whole - 1 - where)}")
    names = [""] * whole
    for line in range(before):
        names[where - 1 - line] = f"{low}{before - line}"
    for line in range(behind):
        names[where + 1 + line] = f"{high}{behind - line}"
    return tuple([name.rjust(wide) for name in names])


@cython.cclass
class YuckyChocolate(Game):
    """Break rows or columns off the bar and eat them; whoever is left with the yucky square loses."""

    why_not = refusals.breaking
    options = {
        "rows": Whole(4, least=1, most=MOST, note="at least 2 where columns is 1"),
        "columns": Whole(7, least=1, most=MOST, note="at least 2 where rows is 1"),
        "yucky": Sizes((1, 1), least=1, most=MOST, count=2, note="row and column of the yucky square"),
    }

    heaps: cython.int[4]  # lines that are left on each side of the yucky square
    row: cython.int  # of the yucky square, from 0
    column: cython.int
    height: cython.int  # of the whole bar
    width: cython.int

    def __init__(self, rows=4, columns=7, yucky=(1, 1)):
        check(self.options, rows=rows, columns=columns, yucky=yucky)
        if rows == columns == 1:
            raise ValueError("rows=1,columns=1 is the yucky square alone: rows or columns must be at least 2")
        if len(yucky) != 2 or yucky[0] > rows or yucky[1] > columns:
            said = "/".join(map(str, yucky))
            raise ValueError(f"yucky={said} must be a row from 1 to {rows} and a column from 1 to {columns}, as in 1/1")
        self.turn = 0
        self.height, self.width = rows, columns
        self.row, self.column = yucky[0] - 1, yucky[1] - 1
        self.heaps = [columns - yucky[1], rows - yucky[0], yucky[1] - 1, yucky[0] - 1]

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
        # As they are listed: a search of 50 rows by 49 columns then looks at a third fewer positions than with rows
        # first and the least. By what was good elsewhere in the search 99 by 99 took more than a million positions.
        bottom: cython.int = out.count
        place: cython.int
        self.collect(out)
        for place in range(out.count - bottom):
            ranks.add(-place)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def eat(self, out: MoveList, side: cython.int) -> cython.void:
        """Add the moves that eat from that side."""
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

    def theory(self):
        nim_sum = self.heaps[0] ^ self.heaps[1] ^ self.heaps[2] ^ self.heaps[3]
        left = self.heaps[0] + self.heaps[1] + self.heaps[2] + self.heaps[3]
        return Theory("nim-sum", 1 if (self.turn == 1) == (nim_sum == 0) else -1, left, state=f"nim-sum {nim_sum}")

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # In whatever order the heaps lie the future is alike, so that they are sorted. The bit above keeps it from 0.
        found: cython.ulonglong = 1
        size: cython.int
        below: cython.int = -1  # what has been written, from the smallest
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

    def position(self, seat=None):
        """The rows and columns that are left, and the side to move: `3x5 First`, or `2-4x1-5 First`."""
        rows = write_span(self.row, self.heaps[TOP], self.heaps[BOTTOM])
        columns = write_span(self.column, self.heaps[LEFT], self.heaps[RIGHT])
        return f"{rows}x{columns} {self.seats[self.turn]}"

    def set_position(self, text):
        self.undoable = None
        found = match_form(FORM, text, "3x5 First")
        top, bottom = read_span(found["rows"], "rows", self.row, self.height)
        left, right = read_span(found["columns"], "columns", self.column, self.width)
        turn = read_seat(found["side"], self.seats)
        self.turn, self.heaps = turn, [right, bottom, left, top]

    def text(self, move):
        return f"{LETTERS[move >> SIDE]}{move & NUMBER}"

    def say(self, move, seat=None):
        count, (line, where) = move & NUMBER, WORDS[move >> SIDE]
        return f"breaks off {count} {line}{'s' * (count > 1)}{where}"

    def tidy(self, entry):
        """The entry as `r3` or `c2`, where it says so at more length: `3 rows`, `row 3`, `break off 2 columns`."""
        found = SPOKEN.fullmatch(fold(entry))
        if found is None or bool(found["before"]) == bool(found["after"]):
            return fold(entry)
        return found["line"][0] + (found["before"] or found["after"])

    def cells(self, move):
        # What was eaten, found from the move alone, as the bar may be smaller by now.
        side, before, count = move >> SIDE, move >> BEFORE & NUMBER, move & NUMBER
        earlier, later = move >> EARLIER & NUMBER, move >> LATER & NUMBER
        home, across = (self.row, self.column) if side & 1 else (self.column, self.row)
        far = range(before, before - count, -1)
        lines = sorted([home - step if side & 2 else home + step for step in far])
        others = range(across - earlier, across + later + 1)
        return tuple(sorted([(line, other) if side & 1 else (other, line) for line in lines for other in others]))

    def show(self, seat=None):
        right, bottom, left, top = self.heaps
        note = NOTE if self.row == self.column == 0 else NOTE_OF_ALL
        return Grid(
            tuple([tuple([self.cell(row, column) for column in range(self.width)]) for row in range(self.height)]),
            labels("T", "R", top, bottom, self.row, self.height),
            labels("L", "C", left, right, self.column, self.width),
            note="" if self.value() != ONGOING else note,
            pieces=(("Y", "yucky square"), ("#", "chocolate"), (":", "crumbs")),
            ground=Ground.CHOCOLATE,
        )

    def cell(self, row, column):
        """The square there, counted from the top left: Y, # for chocolate, : for crumbs of what has been eaten."""
        down, across = row - self.row, column - self.column
        if down == across == 0:
            return Cell("Y", firm=True)
        right, bottom, left, top = self.heaps
        return Cell("#", firm=True) if -top <= down <= bottom and -left <= across <= right else Cell(":")

    def reason(self):
        return f"{self.seats[self.turn]} is left with the yucky square"


def write_span(home, before, behind):
    """The lines that are left around the one after `home` others: `3` for 1 to 3, or `2-4`."""
    first, last = home - before + 1, home + behind + 1
    return str(last) if first == 1 else f"{first}-{last}"


def read_span(text, what, home, whole):
    """How many lines are left before and behind that one of the yucky square. Raises ValueError."""
    first, dash, last = text.rpartition("-")
    end = read_number(last, f"the {what}", home + 1, whole)
    begin = read_number(first, f"the first of the {what}", 1, home + 1) if dash else 1
    return home + 1 - begin, end - home - 1
