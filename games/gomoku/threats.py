"""What stones do on the cells of gomoku: the threats that they make, kept up as stones come and go.

For each side, free cell and direction it is known what a stone there makes of the line through it. A line of 5 as the
example; m is how many stones it then lacks to be full, and it is open where two stones win it, or lead to that:

    kind   m                                            kind   m
     9     0    five                                     4     3    two, open           . x x . . .
     8     1    open four      . x x x x .               3     3    two
     7     1    four           o x x x x .               2, 1  4    one stone, and less, open or not
     6     2    open three     . x x x . .               0          nobody can fill a line there
     5     2    three          o x x x . .

Kinds are the classes of Go-Moku's literature (L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku and
Threat-Space Search", Report CS 93-02, University of Limburg, 1993). A stone changes those of the cells that it can be
in one line with, which are looked up by what stands around them, as own stones and as blocked cells.

Stones placed are entered only when somebody asks, so that random games cost nothing.

The estimate adds up the worth of all kinds, of both sides. Who makes a line with the next stone, or cannot be kept from
it any more as far as fours, threes and their crossings tell, is ahead by more than any such sum. None of it is a proof:
a side that is forced may win by fours of its own on the way.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count
    from cython.cimports.games.game import Game
    from cython.cimports.games.gomoku.board import FIRST, TABLE, WHITE, WIDTH, Lines
else:
    from games.base.bits import Bits, count
    from games.game import Game
    from games.gomoku.board import FIRST, TABLE, WHITE, WIDTH, Lines

    FIVE, OPEN_FOUR, FOUR_AND_THREE, TWO_THREES, FOUR = 5, 4, 3, 2, 1
    THREES, FOURS, ROWS = 7, 56, 164

from games.gomoku.board import middle_first

WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
PAD = 20  # bits below the first cell of a row
MEMO = cython.declare(cython.int, 4)  # cells to each side, up to which kinds are kept in a table
steps = cython.declare(cython.int[4], [1, 23, 24, 22])
# By kind: what it is worth, and what it adds to the marks of a cell.
weights = cython.declare(cython.int[10], [0, 0, 0, 2, 4, 6, 18, 24, 60, 100])
codes = cython.declare(cython.int[10], [0, 0, 0, 0, 0, 4096, 1, 8, 64, 512])
# What the best threat of the side to move is worth; 20 for the next move without one.
sures = cython.declare(cython.int[6], [20, 20, 3000, 6000, 15000, 30000])


def row_of(direction, cell):
    """(the row of cells, the place in it) of a cell in that direction."""
    row, column = divmod(cell - FIRST, WIDTH)
    return ((row, column), (41 + column, row), (82 + row - column + 18, row), (123 + row + column, row))[direction]


table = [row_of(direction, cell) if cell >= FIRST else (0, 0) for direction in range(4) for cell in range(TABLE)]
rows = cython.declare(cython.short[2116], [row if 0 <= row < ROWS else 0 for row, _ in table])
places = cython.declare(cython.short[2116], [place + PAD for _, place in table])
NEW = cython.declare(cython.int, 255)
# Kinds of both sides by what stands around, NEW until asked for. For lines of 2 to 5, if they must be exact of 2 to 4.
memo = cython.declare(cython.uchar[139792], [255] * 139792)
starts = cython.declare(cython.int[12], [0, 0, 0, 16, 272, 4368, 0, 0, 69904, 70160, 74256, 0])


class Threats(Lines):
    """A board of stones, and what a stone of either side would do on each free cell."""

    def begin_threats(self):
        """Know an empty board of that size."""
        self.reach = self.line - 1 + self.exact
        self.made = self.seen = 0
        if not cython.compiled:
            self.words, self.kinds = [0] * (2 * ROWS), [0] * (4 * TABLE)
            self.marks, self.worths, self.sums, self.tally = [0] * (2 * TABLE), [0] * (2 * TABLE), [0, 0], [0] * 12
            self.journal = [0] * 361
        number: cython.int
        cell: cython.int
        direction: cython.int
        for number in range(2 * ROWS):
            self.words[number] = WORD
        for number in range(2 * TABLE):
            self.marks[number] = self.worths[number] = 0
        for number in range(4 * TABLE):
            self.kinds[number] = 0
        for number in range(12):
            self.tally[number] = 0
        self.sums[0] = self.sums[1] = 0
        self.memo_start = starts[6 * int(self.exact) + self.line] if self.line <= MEMO + 1 else 0
        cells = middle_first(self.columns, self.rows)
        for cell in cells:
            for direction in range(4):
                bit: Bits = cython.cast(Bits, 1) << places[TABLE * direction + cell]
                self.words[rows[TABLE * direction + cell]] ^= bit
                self.words[ROWS + rows[TABLE * direction + cell]] ^= bit
        for cell in cells:
            for direction in range(4):
                self.look_at(direction, cell)

    @cython.final
    def know(self) -> cython.void:
        """Enter the stones that were placed since it was last asked."""
        while self.seen < self.made:
            cell: cython.int = self.journal[self.seen]
            self.change(cell, self.board[cell] == WHITE, True)
            self.seen += 1

    @cython.final
    def forget(self, cell: cython.int, seat: cython.int) -> cython.void:
        """Take back the last stone, if it was entered."""
        self.made -= 1
        if self.seen > self.made:
            self.seen = self.made
            self.change(cell, seat, False)

    @cython.final
    def change(self, cell: cython.int, seat: cython.int, placing: cython.bint) -> cython.void:
        """Let a stone of the seat come to that cell, or go from it."""
        direction: cython.int
        for direction in range(4):
            row: cython.int = rows[TABLE * direction + cell]
            bit: Bits = cython.cast(Bits, 1) << places[TABLE * direction + cell]
            self.words[ROWS * seat + row] ^= bit
        for direction in range(4):
            if placing:
                self.enter(direction, cell, 0)
            else:
                self.look_at(direction, cell)
            self.walk(cell, direction, 1)
            self.walk(cell, direction, -1)

    @cython.final
    def walk(self, cell: cython.int, direction: cython.int, way: cython.int) -> cython.void:
        """Look again at the free cells to one side, as far as one of the sides can still have a line with that one."""
        black: Bits = self.words[rows[TABLE * direction + cell]]
        white: Bits = self.words[ROWS + rows[TABLE * direction + cell]]
        place: cython.int = places[TABLE * direction + cell]
        met: cython.int = 0
        _: cython.int
        for _ in range(self.reach):
            place += way
            cell += way * steps[direction]
            here: cython.int = black >> place & 1 | (white >> place & 1) << 1
            met |= here
            if met == 3:
                return
            if here == 0:
                self.look_at(direction, cell)

    @cython.final
    def look_at(self, direction: cython.int, cell: cython.int) -> cython.void:
        """Find out what stones make on that free cell in that direction."""
        row: cython.int = rows[TABLE * direction + cell]
        place: cython.int = places[TABLE * direction + cell] - self.reach
        wide: Bits = (cython.cast(Bits, 1) << 2 * self.reach + 1) - 1
        self.enter(
            direction, cell, self.classify(self.words[row] >> place & wide, self.words[ROWS + row] >> place & wide)
        )

    @cython.final
    def enter(self, direction: cython.int, cell: cython.int, kinds: cython.int) -> cython.void:
        """Write down what stones make on that cell in that direction: Black's in the lower four bits, White's above."""
        before: cython.int = self.kinds[TABLE * direction + cell]
        if before == kinds:
            return
        self.kinds[TABLE * direction + cell] = kinds
        self.reckon(0, cell, before & 15, kinds & 15)
        self.reckon(1, cell, before >> 4, kinds >> 4)

    @cython.final
    def reckon(self, seat: cython.int, cell: cython.int, before: cython.int, kind: cython.int) -> cython.void:
        """Count one kind for another of that seat on that cell."""
        more: cython.int = weights[kind] - weights[before]
        self.worths[TABLE * seat + cell] += more
        self.sums[seat] += more
        if codes[kind] != codes[before]:
            self.tally[6 * seat + self.does(seat, cell)] -= 1
            self.marks[TABLE * seat + cell] += codes[kind] - codes[before]
            self.tally[6 * seat + self.does(seat, cell)] += 1

    @cython.final
    def does(self, seat: cython.int, cell: cython.int) -> cython.int:
        """What a stone of the seat does on that cell, all its lines together: FIVE and so on down, 0 no threat."""
        marks: cython.int = self.marks[TABLE * seat + cell] & 4095
        if marks < 2:
            return 0
        if marks >= 64:
            return FIVE if marks >= 512 else OPEN_FOUR
        if marks >= 16:  # two fours
            return OPEN_FOUR
        if marks < 8:
            return TWO_THREES
        return FOUR_AND_THREE if marks & THREES else FOUR

    @cython.final
    def classify(self, black: Bits, white: Bits) -> cython.int:
        """The kinds of lines that stones make in the middle of such cells; those of neither side are in both words."""
        index: cython.int = 0
        if self.reach <= MEMO:
            low: Bits = (cython.cast(Bits, 1) << self.reach) - 1
            index = cython.cast(
                cython.int, (black & low | black >> 1 & ~low) | (white & low | white >> 1 & ~low) << 2 * self.reach
            )
            index += self.memo_start
            if memo[index] != NEW:
                return memo[index]
        kinds: cython.int = self.measure(black & ~white, white) | self.measure(white & ~black, black) << 4
        if self.reach <= MEMO:
            memo[index] = kinds
        return kinds

    @cython.final
    def measure(self, own: Bits, blocked: Bits) -> cython.int:
        """The kind of line that a stone makes in the middle of own stones and cells blocked."""
        one: Bits = 1
        own |= one << self.reach
        least: cython.int = 99
        before: cython.int = 99
        wins: Bits = 0
        opens: cython.bint = False
        first: cython.int
        for first in range(self.exact, self.exact + self.line):
            line: Bits = (one << self.line) - 1 << first
            lacks: cython.int = self.line - count(own & line)
            ends: Bits = (one << first + self.line | one << first >> 1) if self.exact else 0
            if blocked & line or own & ends:
                before = 99
                continue
            if lacks < least:
                least, opens = lacks, False
            if lacks == 1:
                wins |= line & ~own
            # Two lines side by side lack as much, and neither end of the two has a stone.
            if lacks == least == before and not own & (one << first >> 1 | one << first + self.line - 1):
                opens = True
            before = lacks
        if least in (0, 99):
            return 9 if least == 0 else 0
        if least == 1:
            opens = wins & wins - 1 != 0
        return 2 * max(0, 4 - min(least, 4)) + 1 + opens

    # The estimate.

    @cython.ccall
    def estimate(self) -> cython.int:
        """How far Black is ahead by what all kinds are worth; where a line loses, how far behind."""
        self.know()
        if self.misere:
            return self.sums[1] - self.sums[0]
        return -self.judge() if self.turn else self.judge()

    @cython.final
    def judge(self) -> cython.int:
        """How far the side to move is ahead."""
        mine: cython.int = 6 * self.turn
        theirs: cython.int = 6 - mine
        ahead: cython.int = self.sums[self.turn] - self.sums[1 - self.turn]
        if self.tally[mine + FIVE]:
            return ahead + sures[FIVE]
        if self.tally[theirs + FIVE]:
            return ahead - 20000  # less than any answer can bring, so that quiescence looks at the answers
        if self.tally[mine + OPEN_FOUR]:
            return ahead + sures[OPEN_FOUR]
        if self.tally[theirs + OPEN_FOUR]:
            return ahead - (6000 if self.tally[theirs + OPEN_FOUR] > 3 else sures[0])
        two: cython.bint = self.tally[mine + TWO_THREES] > 0 and not self.tally[theirs + FOUR]
        return ahead + sures[FOUR_AND_THREE if self.tally[mine + FOUR_AND_THREE] else TWO_THREES if two else 0]

    @cython.final
    def take_over(self, other: Game) -> cython.void:
        """Know the same of the same stones."""
        of: Threats = other
        self.reach, self.memo_start, self.made, self.seen = of.reach, of.memo_start, of.made, of.seen
        self.journal[:] = of.journal
        self.words[:] = of.words
        self.kinds[:] = of.kinds
        self.marks[:] = of.marks
        self.worths[:] = of.worths
        self.sums[:] = of.sums
        self.tally[:] = of.tally
