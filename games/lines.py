"""Boards on which stones in line count: what the lines hold, for estimates and threats.

A number a cell: 0 for an empty one, 1 for a stone of seat 0, 32 for one of seat 1, so that the sum of a line says how
many stones of each it holds, at most 19. The sum is kept up as the line slides along a row, a column or a diagonal.
Rows lie 23 apart whatever the board; a margin two cells wide ends every line. Cell a1 is number 48.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
else:
    from games.game import Game

    WIDTH, FIRST, TABLE, SUMS = 23, 48, 529, 640
    BLACK, WHITE, MARGIN = 1, 32, -1
    WINS, STOPS, THREATENS, FORKS = 1, 2, 4, 8

from games.board_text import check_turn, count_pieces, order_stones, read_board, write_board
from games.notation import NUMERALS, column_first, fold
from games.picture import Cell, Grid, Ground
from games.winning import winning_lines

COLUMNS = "abcdefghijklmnopqrs"
# What a line that only one side can fill is worth by the stones that it lacks, to who moves next and to the other.
nexts = cython.declare(cython.int[20], [0, 20000, 250, 40, 8] + [1] * 15)
others = cython.declare(cython.int[20], [0, 1500, 100, 20, 5] + [1] * 15)


class Lines(Game):
    """A board of stones, of which so many in line count: exactly so many, or at least."""

    @cython.ccall
    def estimate(self) -> cython.int:
        """What the lines are worth that one side alone can still fill, those of the side to move more."""
        self.look(False)
        mine: cython.int = WHITE if self.turn else BLACK
        theirs: cython.int = BLACK if self.turn else WHITE
        ahead: cython.int = 0
        stones: cython.int
        for stones in range(1, self.line):
            ahead += self.tally[stones * mine] * nexts[self.line - stones]
            ahead -= self.tally[stones * theirs] * others[self.line - stones]
        return -ahead if self.turn != self.misere else ahead

    def look(self, marking: cython.bint) -> cython.void:
        """Count the lines by what stands on them; if that is wanted, mark the cells where stones do something."""
        number: cython.int
        self.marking = marking
        for number in range(SUMS):
            self.tally[number] = 0
        for number in range(self.rows):
            self.slide(FIRST + WIDTH * number, 1, self.columns)
        for number in range(self.columns):
            self.slide(FIRST + number, WIDTH, self.rows)
        for number in range(self.rows + self.columns - 1):
            row: cython.int = max(0, number - self.columns + 1)
            column: cython.int = max(0, self.columns - 1 - number)
            length: cython.int = min(self.rows - row, self.columns - column)
            self.slide(FIRST + WIDTH * row + column, WIDTH + 1, length)
            self.slide(FIRST + WIDTH * row + self.columns - 1 - column, WIDTH - 1, length)

    def slide(self, first: cython.int, step: cython.int, length: cython.int) -> cython.void:
        """Look at each line in so many cells from the first on."""
        total: cython.int = 0
        number: cython.int
        last: cython.int = first
        for number in range(length):
            total += self.board[last]
            if number >= self.line - 1:
                if not self.exact or self.ends(first, last, step, total):
                    self.tally[total] += 1
                    if self.marking:
                        self.mark(first, step, total)
                total -= self.board[first]
                first += step
            last += step

    def ends(self, first: cython.int, last: cython.int, step: cython.int, total: cython.int) -> cython.bint:
        """Whether the line, filled by the side whose stones make up that sum, would not run on."""
        colour: cython.int = BLACK if total < WHITE else WHITE
        if total == 0 and self.turn:  # whoever can fill it, it matters to the side to move alone
            colour = WHITE
        return self.board[first - step] != colour and self.board[last + step] != colour

    def mark(self, first: cython.int, step: cython.int, total: cython.int) -> cython.void:
        """Mark the empty cells of a line with that sum, if it lacks one stone, or two of the side to move."""
        mine: cython.int = WHITE if self.turn else BLACK
        theirs: cython.int = BLACK if self.turn else WHITE
        if total == (self.line - 1) * mine:
            self.gains[self.gap(first, step)] |= WINS
        elif total == (self.line - 1) * theirs:
            self.gains[self.gap(first, step)] |= STOPS
        elif total == (self.line - 2) * mine:
            one: cython.int = self.gap(first, step)
            other: cython.int = self.gap(one + step, step)
            self.pair(one, other)
            self.pair(other, one)

    def gap(self, cell: cython.int, step: cython.int) -> cython.int:
        """The first empty cell from there on; there must be one."""
        while self.board[cell] != 0:
            cell += step
        return cell

    def pair(self, cell: cython.int, other: cython.int) -> cython.void:
        """Mark the cell as one where a stone leaves a line that lacks the other."""
        if self.gains[cell] & THREATENS and self.partners[cell] != other:
            self.gains[cell] |= FORKS
        self.gains[cell] |= THREATENS
        self.partners[cell] = other

    def position(self, seat=None):
        """Rows from the top and the side to move: `3/1b1/w2 b` on a board of 3x3."""
        return write_board(self.show().rows, "bw", self.turn)

    def set_position(self, text):
        """Read such a text; the side to move may be left out."""
        rows, side = read_board(text, self.rows, self.columns, "bw")
        turn = check_turn(count_pieces(rows), side, self.seats)
        line = winning_lines([[Cell("", owner) for owner in row] for row in rows], self.line, self.exact)
        if turn in [rows[row][column] for row, column in line]:
            raise ValueError(f"{self.seats[turn]} has a line, but {self.seats[1 - turn]} has moved since")
        stones = order_stones(rows, turn, line)
        self.clear()
        last = 0
        for row, column in stones:
            last = FIRST + WIDTH * (self.rows - 1 - row) + column
            self.make(last)
        if stones:  # a line on the way may have been longer at last, and then it counts for nothing
            self.unmake(last)
            self.make(last)

    def text(self, move):
        return name(move)

    def tidy(self, entry):
        return column_first(fold(entry))

    def cells(self, move):
        row, column = divmod(move - FIRST, WIDTH)
        return ((self.rows - 1 - row, column),)

    def show(self, seat=None):
        heights = range(self.rows - 1, -1, -1)
        rows = tuple(tuple(self.cell(height, column) for column in range(self.columns)) for height in heights)
        labels = tuple(str(height + 1) for height in heights), tuple(COLUMNS[: self.columns])
        pieces = ("B", "stone"), ("W", "stone")
        return Grid(rows, *labels, pieces=pieces, ground=Ground.WOOD, colours=("black", "white"))

    def cell(self, row, column):
        """What stands on a cell, row and column counted from a1: a stone or nothing."""
        colour = self.board[FIRST + WIDTH * row + column]
        return Cell("B", 0) if colour == BLACK else Cell("W", 1) if colour == WHITE else Cell()

    def winning_cells(self):
        return winning_lines(self.show().rows, self.line, self.exact)

    def reason(self):
        for step, kind in zip((1, WIDTH, WIDTH + 1, WIDTH - 1), ("row", "column", "diagonal", "diagonal"), strict=True):
            for cell in sorted(middle_first(self.columns, self.rows)):
                size = self.run(cell, step)
                if size == self.line or (size > self.line and not self.exact):
                    ends = sorted((name(cell), name(cell + (size - 1) * step)), key=lambda end: end[0])
                    line = f"{NUMERALS.get(size, size)} in a {kind}, {ends[0]} to {ends[1]}"
                    return f"{self.seats[1 - self.turn]} has {line}" if self.misere else line
        return "the board is full"

    def run(self, cell, step):
        """How many stones of one side follow each other from that cell on; 0 where none starts to."""
        colour, size = self.board[cell], 0
        if colour <= 0 or self.board[cell - step] == colour:
            return 0
        while self.board[cell + size * step] == colour:
            size += 1
        return size


def middle_first(columns, rows):
    """The numbers of the cells of a board of that size, from the middle outwards: by a king's steps, then in a line."""

    def away(cell):
        row, column = divmod(cell - FIRST, WIDTH)
        across, up = abs(2 * column - columns + 1), abs(2 * row - rows + 1)
        return max(across, up), across + up

    return sorted((FIRST + WIDTH * row + column for row in range(rows) for column in range(columns)), key=away)


def name(cell):
    """The cell as it is written: a1 to s19."""
    row, column = divmod(cell - FIRST, WIDTH)
    return f"{COLUMNS[column]}{row + 1}"
