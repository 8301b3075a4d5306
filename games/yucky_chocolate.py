"""Yucky chocolate: break a piece off the bar and eat it; whoever is left with nothing but the yucky square has lost.

The square in one corner of the bar, here that at the top left, is yucky. A move breaks the bar along one of its lines
and eats the part without the yucky square: some rows from the bottom or some columns from the right. This is the
"yucky choccy" of I. Stewart, "Choosily Chomping Chocolate", Scientific American, October 1998.

It is nim with two heaps, the lines across the bar and those down it, rows - 1 and columns - 1, and is lost for the seat
to move exactly when the bar is square (C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of
Mathematics 3, 1901, pages 35-39). Since that settles every position, a static evaluation that knew it would be the
solution and one that did not would be noise: there is none, and a search has to find its way to the end.

A move is typed as what it eats, R3 for three rows, C2 for two columns: the number says how many, not where the break
is. It holds that number and the size of the bar before it, from which it is taken back:

    bits      21       20 ... 14   13 ... 7   6 ... 0
           1: columns    rows      columns     eaten
"""

import re

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.heap_text import match_form, read_number, read_seat
from games.notation import fold
from games.option import Whole, check
from games.picture import Cell, Grid, Ground
from games.theory import Theory

MOST = 99
NUMBER = cython.declare(cython.int, 127)
COLUMNS = cython.declare(cython.int, 7)  # where the bits of each begin
ROWS = cython.declare(cython.int, 14)
DOWN = cython.declare(cython.int, 21)  # set: the break runs down the bar, and columns are eaten

SPOKEN = re.compile(
    r"(eat|take|break(off)?)?0*(?P<before>\d*)(?P<line>r(ows?)?|c(ol(umn)?s?)?)0*(?P<after>\d*)", re.ASCII
)

FORM = re.compile(r"(?P<rows>\d+) ?x ?(?P<columns>\d+) (?P<side>\w+)", re.ASCII | re.IGNORECASE)
NOTE = "Rn eats the n rows at the bottom, Cn the n columns at the right; Y is yucky"


def labels(letter, left, whole):
    """For each line of the whole bar the move that eats it and all beyond it; blanks, just as wide, where none does."""
    wide = len(f"{letter}{whole - 1}")
    return tuple((f"{letter}{left - line}" if 0 < line < left else "").rjust(wide) for line in range(whole))


@cython.cclass
class YuckyChocolate(Game):
    """Break rows or columns off the bar and eat them; whoever is left with the yucky square loses."""

    options = {
        "rows": Whole(4, least=1, most=MOST, note="at least 2 where columns is 1"),
        "columns": Whole(7, least=1, most=MOST, note="at least 2 where rows is 1"),
    }

    rows: cython.int  # of what is left
    columns: cython.int
    height: cython.int  # of the whole bar
    width: cython.int

    def __init__(self, rows=4, columns=7):
        check(self.options, rows=rows, columns=columns)
        if rows == columns == 1:
            raise ValueError("rows=1,columns=1 is the yucky square alone: rows or columns must be at least 2")
        self.turn = 0
        self.rows = self.height = rows
        self.columns = self.width = columns

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # The longer side first, and there the most.
        if self.rows > self.columns:
            self.across(out)
            self.down(out)
        else:
            self.down(out)
            self.across(out)

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
    def across(self, out: MoveList) -> cython.void:
        """Add the moves that eat rows."""
        size: cython.int = self.rows << ROWS | self.columns << COLUMNS
        count: cython.int
        for count in range(self.rows - 1, 0, -1):
            out.add(size | count)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def down(self, out: MoveList) -> cython.void:
        """Add the moves that eat columns."""
        size: cython.int = 1 << DOWN | self.rows << ROWS | self.columns << COLUMNS
        count: cython.int
        for count in range(self.columns - 1, 0, -1):
            out.add(size | count)

    @cython.ccall
    def make(self, move: cython.int) -> cython.void:
        if move >> DOWN:
            self.columns -= move & NUMBER
        else:
            self.rows -= move & NUMBER
        self.turn ^= 1

    @cython.ccall
    def unmake(self, move: cython.int) -> cython.void:
        self.rows = move >> ROWS & NUMBER
        self.columns = move >> COLUMNS & NUMBER
        self.turn ^= 1

    @cython.ccall
    def value(self) -> cython.int:
        if self.rows + self.columns > 2:
            return ONGOING
        return 1 if self.turn == 1 else -1

    def theory(self):
        lost: cython.bint = self.rows == self.columns
        state = f"nim-sum {self.rows - 1 ^ self.columns - 1}"
        return Theory("nim-sum", 1 if (self.turn == 1) == lost else -1, self.rows + self.columns - 2, state=state)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # A bar and its mirror image have the same future; the longer side, at least 1, keeps the key from being 0.
        longer: cython.int = max(self.rows, self.columns)
        shorter: cython.int = min(self.rows, self.columns)
        return longer << 8 | shorter << 1 | self.turn

    @cython.ccall
    def become(self, other: Game) -> cython.void:
        of: YuckyChocolate = other
        self.turn = of.turn
        self.rows = of.rows
        self.columns = of.columns
        self.height = of.height
        self.width = of.width

    def position(self, seat=None):
        """The rows and columns that are left, and the side to move: `3x5 First`."""
        return f"{self.rows}x{self.columns} {self.seats[self.turn]}"

    def set_position(self, text):
        found = match_form(FORM, text, "3x5 First")
        self.rows = read_number(found["rows"], "the rows", 1, self.height)
        self.columns = read_number(found["columns"], "the columns", 1, self.width)
        self.turn = read_seat(found["side"], self.seats)

    def text(self, move):
        return f"{'C' if move >> DOWN else 'R'}{move & NUMBER}"

    def say(self, move, seat=None):
        count, line = move & NUMBER, "column" if move >> DOWN else "row"
        return f"breaks off {count} {line}{'s' * (count > 1)}"

    def tidy(self, entry):
        """The entry as `r3` or `c2`, where it says so at more length: `3 rows`, `row 3`, `break off 2 columns`."""
        found = SPOKEN.fullmatch(fold(entry))
        if found is None or bool(found["before"]) == bool(found["after"]):
            return fold(entry)
        return found["line"][0] + (found["before"] or found["after"])

    def cells(self, move):
        # What was eaten, found from the move alone, as the bar may be smaller by now.
        rows, columns, count = move >> ROWS & NUMBER, move >> COLUMNS & NUMBER, move & NUMBER
        top, left = (0, columns - count) if move >> DOWN else (rows - count, 0)
        return tuple((row, column) for row in range(top, rows) for column in range(left, columns))

    def show(self, seat=None):
        return Grid(
            tuple(tuple(self.cell(row, column) for column in range(self.width)) for row in range(self.height)),
            labels("R", self.rows, self.height),
            labels("C", self.columns, self.width),
            note="" if self.value() != ONGOING else NOTE,
            pieces=(("Y", "yucky square"), ("#", "chocolate"), (":", "crumbs")),
            ground=Ground.CHOCOLATE,
        )

    def cell(self, row, column):
        """The square there, counted from the yucky one: Y, # for chocolate, : for crumbs of what has been eaten."""
        if row == column == 0:
            return Cell("Y", firm=True)
        return Cell("#", firm=True) if row < self.rows and column < self.columns else Cell(":")

    def reason(self):
        return f"{self.seats[self.turn]} is left with the yucky square"
