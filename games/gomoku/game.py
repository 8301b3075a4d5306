r"""Gomoku: place stones on a board; five in a row, a column or a diagonal win, and a full board is a draw.

Black moves first, anywhere, and nothing is forbidden. Rules as in L. V. Allis, H. J. van den Herik and M. P. H.
Huntjens, "Go-Moku and Threat-Space Search", Report CS 93-02, University of Limburg, 1993. More than five in line also
win (free-style gomoku), but not with `exact=yes` (standard gomoku). With other sizes these are the m,n,k games: m
columns, n rows, k in line. With `misere=yes`, making such a line loses.

Each cell has a number, 0 if it is empty, in rows of 23 whatever the board. A margin two cells wide ends every line, and
absorbs what stones at the edge count around them. Cell a1 is number 48, and a move is the number of its cell:

    15   370 371 372 ... 384        +22 +23 +24
     .     .   .   .       .           \ | /
     2    71  72  73 ...  85       -1 --   -- +1
     1    48  49  50 ...  62           / | \
          a   b   c  ...  o        -24 -23 -22

The empty cells stand in one list, so that the legal moves are copied in one block: first the cells near a stone, then
the others, at first from the middle outwards.

    cells    0 ... near - 1   near ... left - 1
             near a stone     the others

A cell that leaves its part of the list is replaced by the last one there, and remembers its own place. Moves are taken
back in reverse order, so each cell returns to where it was.

For each side, free cell and direction, the game knows the kind of the line that a stone there would make, as in
games/gomoku/kinds.py. A stone changes the kinds of the cells that can be in one line with it; they are looked up by the
own stones and the blocked cells around them. New stones are entered only on demand, so that random games cost nothing.

Two sorts of moves may be left out. If the other side can make an open four, all moves that neither stop it nor make a
four lose: it makes the four, and two moves later its line. And cells in no line that anybody can still fill are
useless.

The estimate adds up the worth of all kinds of both sides. A side that can make a line with its next stone, or cannot be
stopped as far as fours, threes and their crossings show, is ahead by more than any such sum. None of it is a proof: a
side under threat may win by fours of its own.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, stir
    from games.game import ONGOING, Game, MoveList
    from games.gomoku.kinds import classify

    WIDTH, FIRST, TABLE = 23, 48, 529
    BLACK, WHITE, MARGIN, TAKEN = 1, 2, -1, 64
    FIVE, OPEN_FOUR, FOUR_AND_THREE, TWO_THREES, FOUR = 5, 4, 3, 2, 1
    THREES, FOURS, ROWS = 7, 56, 164

from games.arrangement import arrange_board
from games.base import refusals
from games.gomoku import notation
from games.option import Whole, YesNo, check

MOST = 19
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
SKIPPED = cython.declare(cython.ulonglong, 0x6A09E667F3BCC909)  # part of the key after a skipped turn
words = cython.declare(cython.ulonglong[1058], [stir(number) for number in range(1058)])
steps = cython.declare(cython.int[4], [1, 23, 24, 22])
# From a stone to the cells near it: its neighbours, then the next in each line through it.
AROUND = cython.declare(cython.int, 16)
nearby = cython.declare(cython.int[16], [1, -1, 23, -23, 24, -24, 22, -22, 2, -2, 46, -46, 48, -48, 44, -44])
PAD = 20  # bits below the first cell of a row
# By kind: its worth, and what it adds to the marks of a cell.
weights = cython.declare(cython.int[10], [0, 0, 0, 2, 4, 6, 18, 24, 60, 100])
codes = cython.declare(cython.int[10], [0, 0, 0, 0, 0, 4096, 1, 8, 64, 512])
# The worth of the best threat of the side to move; without one, being on the move is worth 20.
sures = cython.declare(cython.int[6], [20, 20, 3000, 6000, 15000, 30000])


def row_of(direction, cell):
    """Return the row of cells in this direction through a cell, and the cell's place in the row."""
    row, column = divmod(cell - FIRST, WIDTH)
    return ((row, column), (41 + column, row), (82 + row - column + 18, row), (123 + row + column, row))[direction]


table = [row_of(direction, cell) if cell >= FIRST else (0, 0) for direction in range(4) for cell in range(TABLE)]
rows = cython.declare(cython.short[2116], [row if 0 <= row < ROWS else 0 for row, _ in table])
row_places = cython.declare(cython.short[2116], [place + PAD for _, place in table])


class Gomoku(Game):
    """Place stones; five in line win, on a board of any size and with lines of any length."""

    seats = ("Black", "White")
    scale = 2290  # fitted by benchmarks/scale.py
    swing = 40
    options = {
        "columns": Whole(15, least=1, most=MOST, both="rows"),
        "rows": Whole(15, least=1, most=MOST),
        "line": Whole(5, least=2, most=MOST, note="this many in a row win; at most the longer side of the board"),
        "exact": YesNo(False, note="exactly this many win, and more do not"),
        "misere": YesNo(False, note="whoever makes such a row loses"),
    }
    position, text, tidy, cells = notation.position, notation.text, notation.tidy, notation.cells
    show, winning_cells, reason = notation.show, notation.winning_cells, notation.reason
    why_not, arrangement = refusals.placing, arrange_board

    def __init__(self, columns=15, rows=15, line=5, exact=False, misere=False):
        check(self.options, columns=columns, rows=rows, line=line, exact=exact, misere=misere)
        if line > max(columns, rows):
            raise ValueError(f"line={line} must be at most {max(columns, rows)}, the longer side of the board")
        self.columns, self.rows, self.line, self.exact, self.misere = columns, rows, line, exact, misere
        self.clear()

    def set_position(self, text):
        self.undoable = None
        cells = notation.read(text, self)
        self.clear()
        for cell in cells:
            self.apply(cell)
        if cells:  # a line may have grown longer than allowed while the stones were placed; the last move decides
            self.revert(cells[-1])
            self.apply(cells[-1])

    def clear(self):
        """Remove all stones from the board."""
        columns, rows = self.columns, self.rows
        self.undoable = None
        self.turn = self.near = 0
        self.left = columns * rows
        self.result = ONGOING
        self.hash = stir(4 * (WIDTH * columns + rows) + 2 * self.misere + self.exact)
        if not cython.compiled:  # compiled, the arrays are there from the start
            self.tables()
        for cell in range(TABLE):
            self.board[cell] = MARGIN
            self.around[cell] = TAKEN
        cells = notation.middle_first(columns, rows)
        for place, cell in enumerate(cells):
            self.board[cell] = self.around[cell] = 0
            self.put(place, cell)
        self.begin_threats(cells)

    def begin_threats(self, cells):
        """Find the kinds of all `cells` of an empty board."""
        self.reach = self.line - 1 + self.exact
        self.made = self.seen = 0
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
        for cell in cells:
            for direction in range(4):
                bit: Bits = cython.cast(Bits, 1) << row_places[TABLE * direction + cell]
                self.words[rows[TABLE * direction + cell]] ^= bit
                self.words[ROWS + rows[TABLE * direction + cell]] ^= bit
        for cell in cells:
            for direction in range(4):
                self.look_at(direction, cell)

    if not cython.compiled:

        def tables(self):
            """Create the lists that are C arrays if compiled."""
            self.board, self.around, self.places, self.befores = [[0] * TABLE for _ in range(4)]
            self.cells_left, self.journal = [0] * (MOST * MOST), [0] * (MOST * MOST)
            self.words, self.kinds = [0] * (2 * ROWS), [0] * (4 * TABLE)
            self.marks, self.worths, self.sums, self.tally = [0] * (2 * TABLE), [0] * (2 * TABLE), [0, 0], [0] * 12

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.result == ONGOING:
            out.extend(self.cells_left, self.left)

    def apply(self, move: cython.int) -> cython.void:
        colour: cython.int = WHITE if self.turn else BLACK
        self.board[move] = colour
        self.hash ^= words[move + TABLE * self.turn]
        self.journal[self.made] = move
        self.made += 1
        self.take(move)
        if self.has_line(move, colour):
            self.result = 1 - 2 * (self.turn ^ self.misere)
        elif self.left == 0:
            self.result = 0
        self.turn ^= 1

    def revert(self, move: cython.int) -> cython.void:
        self.turn ^= 1
        if move < 0:
            self.hash ^= SKIPPED
            return
        self.result = ONGOING
        self.forget(move, self.turn)
        self.give(move)
        self.hash ^= words[move + TABLE * self.turn]
        self.board[move] = 0

    @cython.final
    def has_line(self, move: cython.int, colour: cython.int) -> cython.bint:
        """Return whether the stone just placed completes a line."""
        direction: cython.int
        for direction in range(4):
            step: cython.int = steps[direction]
            ahead: cython.int = move + step
            behind: cython.int = move - step
            while self.board[ahead] == colour:
                ahead += step
            while self.board[behind] == colour:
                behind -= step
            # Counted in steps, which saves a division.
            if ahead - behind > self.line * step and (not self.exact or ahead - behind == (self.line + 1) * step):
                return True
        return False

    @cython.ccall
    def value(self) -> cython.int:
        return self.result

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The turn follows from the stones.
        return self.hash or 1

    def become(self, other: Game) -> cython.void:
        of: Gomoku = other
        self.columns, self.rows, self.line, self.exact, self.misere = of.columns, of.rows, of.line, of.exact, of.misere
        self.turn, self.result, self.hash, self.left, self.near = of.turn, of.result, of.hash, of.left, of.near
        self.board[:] = of.board
        self.around[:] = of.around
        self.cells_left[:] = of.cells_left
        self.places[:] = of.places
        self.befores[:] = of.befores
        self.reach, self.made, self.seen = of.reach, of.made, of.seen
        self.journal[:] = of.journal
        self.words[:] = of.words
        self.kinds[:] = of.kinds
        self.marks[:] = of.marks
        self.worths[:] = of.worths
        self.sums[:] = of.sums
        self.tally[:] = of.tally

    # The list of empty cells.

    @cython.final
    def put(self, place: cython.int, cell: cython.int) -> cython.void:
        self.cells_left[place] = cell
        self.places[cell] = place

    @cython.final
    def take(self, move: cython.int) -> cython.void:
        """Remove the cell from the list, and bring the cells around it forward."""
        hole: cython.int = self.places[move]
        number: cython.int
        if self.around[move]:
            self.near -= 1
            self.put(hole, self.cells_left[self.near])
            self.places[move] = hole
            hole = self.near
        self.left -= 1
        if hole != self.left:
            self.put(hole, self.cells_left[self.left])
        self.around[move] += TAKEN
        for number in range(AROUND):
            cell: cython.int = move + nearby[number]
            self.around[cell] += 1
            if self.around[cell] == 1:
                self.befores[cell] = self.places[cell]
                self.put(self.places[cell], self.cells_left[self.near])
                self.put(self.near, cell)
                self.near += 1

    @cython.final
    def give(self, move: cython.int) -> cython.void:
        """Undo the last `take`."""
        number: cython.int
        for number in range(AROUND - 1, -1, -1):
            cell: cython.int = move + nearby[number]
            self.around[cell] -= 1
            if self.around[cell] == 0:
                self.near -= 1
                self.put(self.near, self.cells_left[self.befores[cell]])
                self.put(self.befores[cell], cell)
        self.around[move] -= TAKEN
        place: cython.int = self.places[move]
        hole: cython.int = self.near if self.around[move] else place
        if hole != self.left:
            self.put(self.left, self.cells_left[hole])
        self.left += 1
        if self.around[move]:
            self.near += 1
            if hole != place:
                self.put(hole, self.cells_left[place])
        self.put(place, move)

    # The kinds of lines.

    @cython.final
    def know(self) -> cython.void:
        """Enter the stones that were placed since the last call."""
        while self.seen < self.made:
            cell: cython.int = self.journal[self.seen]
            self.change(cell, self.board[cell] == WHITE, True)
            self.seen += 1

    @cython.final
    def forget(self, cell: cython.int, seat: cython.int) -> cython.void:
        """Take back the last stone if it was entered."""
        self.made -= 1
        if self.seen > self.made:
            self.seen = self.made
            self.change(cell, seat, False)

    @cython.final
    def change(self, cell: cython.int, seat: cython.int, placing: cython.bint) -> cython.void:
        """Enter a stone of `seat` on the cell, or remove it."""
        direction: cython.int
        for direction in range(4):
            row: cython.int = rows[TABLE * direction + cell]
            bit: Bits = cython.cast(Bits, 1) << row_places[TABLE * direction + cell]
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
        """Update the free cells on one side, as far as either side can still have a line with this cell."""
        black: Bits = self.words[rows[TABLE * direction + cell]]
        white: Bits = self.words[ROWS + rows[TABLE * direction + cell]]
        place: cython.int = row_places[TABLE * direction + cell]
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
        """Find the kinds of lines that stones make on the free cell in this direction."""
        row: cython.int = rows[TABLE * direction + cell]
        place: cython.int = row_places[TABLE * direction + cell] - self.reach
        wide: Bits = (cython.cast(Bits, 1) << 2 * self.reach + 1) - 1
        black: Bits = self.words[row] >> place & wide
        white: Bits = self.words[ROWS + row] >> place & wide
        self.enter(direction, cell, classify(black, white, self.line, self.exact))

    @cython.final
    def enter(self, direction: cython.int, cell: cython.int, kinds: cython.int) -> cython.void:
        """Store the kinds on the cell in this direction: Black's in the lower four bits, White's above."""
        before: cython.int = self.kinds[TABLE * direction + cell]
        if before == kinds:
            return
        self.kinds[TABLE * direction + cell] = kinds
        self.reckon(0, cell, before & 15, kinds & 15)
        self.reckon(1, cell, before >> 4, kinds >> 4)

    @cython.final
    def reckon(self, seat: cython.int, cell: cython.int, before: cython.int, kind: cython.int) -> cython.void:
        """Replace a kind of `seat` on the cell in all sums."""
        more: cython.int = weights[kind] - weights[before]
        self.worths[TABLE * seat + cell] += more
        self.sums[seat] += more
        if codes[kind] != codes[before]:
            self.tally[6 * seat + self.does(seat, cell)] -= 1
            self.marks[TABLE * seat + cell] += codes[kind] - codes[before]
            self.tally[6 * seat + self.does(seat, cell)] += 1

    @cython.final
    def does(self, seat: cython.int, cell: cython.int) -> cython.int:
        """Return the threat that a stone of `seat` makes on the cell with all its lines: FIVE and so on down, or 0."""
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

    # For searches.

    @cython.ccall
    def skip(self) -> cython.bint:
        """Skip a turn unless the other side threatens to win with at most two more stones."""
        if self.misere or self.urgent():
            return False
        self.turn ^= 1
        self.hash ^= SKIPPED
        return True

    @cython.ccall
    def urgent(self) -> cython.bint:
        """Return whether the other side threatens to complete a line or to make an open four."""
        self.know()
        theirs: cython.int = 6 - 6 * self.turn
        return self.tally[theirs + FIVE] + self.tally[theirs + OPEN_FOUR] > 0

    @cython.ccall
    def estimate(self) -> cython.int:
        """Return Black's lead by the worth of all kinds; with `misere`, minus that."""
        self.know()
        if self.misere:
            return self.sums[1] - self.sums[0]
        return -self.judge() if self.turn else self.judge()

    @cython.final
    def judge(self) -> cython.int:
        """Return the lead of the side to move."""
        mine: cython.int = 6 * self.turn
        theirs: cython.int = 6 - mine
        ahead: cython.int = self.sums[self.turn] - self.sums[1 - self.turn]
        if self.tally[mine + FIVE]:
            return ahead + sures[FIVE]
        if self.tally[theirs + FIVE]:
            return ahead - 20000  # less than any answer can bring, so that quiescence search tries the answers
        if self.tally[mine + OPEN_FOUR]:
            return ahead + sures[OPEN_FOUR]
        if self.tally[theirs + OPEN_FOUR]:
            return ahead - (6000 if self.tally[theirs + OPEN_FOUR] > 3 else sures[0])
        two: cython.bint = self.tally[mine + TWO_THREES] > 0 and not self.tally[theirs + FOUR]
        return ahead + sures[FOUR_AND_THREE if self.tally[mine + FOUR_AND_THREE] else TWO_THREES if two else 0]

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that win, or else stop a win, or else threaten to win in two ways, or else fours.

        Only those fours count that also make a three, from which the next four may come. With `misere` there are none.
        """
        if self.result != ONGOING or self.misere:
            return
        self.know()
        if self.tally[6 * self.turn + FIVE]:
            self.gather(out, self.turn, FIVE)
        elif self.tally[6 - 6 * self.turn + FIVE]:
            self.gather(out, 1 - self.turn, FIVE)
        elif self.tally[6 * self.turn + OPEN_FOUR]:
            self.gather(out, self.turn, OPEN_FOUR)
        else:
            self.gather(out, self.turn, FOUR_AND_THREE)
            self.gather(out, self.turn, FOUR)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Win at once if possible; otherwise block, where one block is as good as another; otherwise threaten to win in
        # two ways, which wins.
        if self.result != ONGOING:
            return
        self.know()
        bottom: cython.int = out.count
        mine: cython.int = 6 * self.turn
        if not self.misere:
            if self.tally[mine + FIVE]:
                self.gather(out, self.turn, FIVE)
            elif self.tally[6 - mine + FIVE]:
                self.gather(out, 1 - self.turn, FIVE)
            elif self.tally[mine + OPEN_FOUR]:
                self.gather(out, self.turn, OPEN_FOUR)
        if out.count > bottom:
            out.count = bottom + 1
            ranks.add(1)
        elif self.tally[6 - mine + OPEN_FOUR] and not self.misere:
            self.collect_answers(out, ranks)
        else:
            self.rank_all(out, ranks)

    @cython.final
    def gather(self, out: MoveList, seat: cython.int, what: cython.int) -> cython.int:
        """Add the cells where a stone of `seat` makes the threat `what`; fours only if they also make a three."""
        place: cython.int
        left: cython.int = self.tally[6 * seat + what]
        for place in range(self.left):
            if left == 0:
                break
            if self.does(seat, self.cells_left[place]) == what:
                left -= 1
                if what != FOUR or self.marks[TABLE * seat + self.cells_left[place]] > 4095:
                    out.add(self.cells_left[place])
        return 0

    @cython.final
    def collect_answers(self, out: MoveList, ranks: MoveList) -> cython.int:
        """Add the moves that may leave the other side no open four, and those that make a four."""
        wanted: cython.int = self.tally[6 - 6 * self.turn + OPEN_FOUR]
        touched: cython.short[529]
        place: cython.int
        direction: cython.int
        if not cython.compiled:
            touched = [0] * TABLE
        for place in range(TABLE):
            touched[place] = 0
        last: cython.int = 0
        for place in range(self.left):
            cell: cython.int = self.cells_left[place]
            if self.does(1 - self.turn, cell) == OPEN_FOUR:
                last = cell
                touched[cell] += 1
                for direction in range(4):
                    if self.kinds[TABLE * direction + cell] >> 4 - 4 * self.turn & 15 >= 7:
                        self.touch(touched, cell, steps[direction])
                        self.touch(touched, cell, -steps[direction])
        bottom: cython.int = out.count
        for place in range(self.left):
            cell = self.cells_left[place]
            if touched[cell] == wanted or self.marks[TABLE * self.turn + cell] & FOURS:
                out.add(cell)
                ranks.add(self.rank(cell))
        if out.count == bottom:
            out.add(last)
            ranks.add(0)
        return 0

    @cython.final
    def touch(self, touched: cython.p_short, cell: cython.int, step: cython.int) -> cython.void:
        """Count up the cells on one side that are near enough to matter for this cell."""
        _: cython.int
        for _ in range(self.reach):
            cell += step
            if self.board[cell] == MARGIN:
                return
            touched[cell] += 1

    @cython.final
    def rank_all(self, out: MoveList, ranks: MoveList) -> cython.int:
        """Add all moves except useless ones (in no line any more), unless there are no others."""
        place: cython.int
        dead: cython.int = -1
        bottom: cython.int = out.count
        for place in range(self.left):
            cell: cython.int = self.cells_left[place]
            if self.worths[cell] or self.worths[TABLE + cell] or self.exact or self.misere:
                out.add(cell)
                ranks.add(-self.worths[TABLE * self.turn + cell] if self.misere else self.rank(cell))
            else:
                dead = cell
        if out.count == bottom:
            out.add(dead)
            ranks.add(0)
        return 0

    @cython.final
    def rank(self, cell: cython.int) -> cython.int:
        """Return the rank of a move: above 0 for a threat or an answer to one, otherwise its worth to both sides."""
        mine: cython.int = TABLE * self.turn + cell
        theirs: cython.int = TABLE - TABLE * self.turn + cell
        worth: cython.int = 2 * self.worths[mine] + self.worths[theirs]
        threat: cython.int = self.does(self.turn, cell)
        if threat > FOUR:
            worth += 1000 * threat
        elif self.marks[mine] & THREES:
            worth += 300
        other: cython.int = self.does(1 - self.turn, cell)
        if other > FOUR:
            worth += 500 * other
        return worth if worth >= 300 or threat == FOUR else worth - 300
