"""Boards on which stones in line count: their text, their picture, and why a game ended.

A number a cell: 0 for an empty one, 1 for a stone of seat 0, 2 for one of seat 1. Rows lie 23 apart whatever the board;
a margin two cells wide ends every line. Cell a1 is number 48.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
else:
    from games.game import Game

    WIDTH, FIRST, TABLE = 23, 48, 529
    BLACK, WHITE, MARGIN = 1, 2, -1

from games.base.notation import NUMERALS, column_first, fold
from games.boards.board_text import check_turn, count_pieces, order_stones, read_board, write_board
from games.boards.winning import winning_lines
from games.picture import Cell, Grid, Ground

COLUMNS = "abcdefghijklmnopqrs"


class Lines(Game):
    """A board of stones, of which so many in line count: exactly so many, or at least."""

    def position(self, seat=None):
        """Rows from the top and the side to move: `3/1b1/w2 b` on a board of 3x3."""
        return write_board(self.show().rows, "bw", self.turn)

    def set_position(self, text):
        """Read such a text; the side to move may be left out."""
        self.undoable = None
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
            self.apply(last)
        if stones:  # a line on the way may have been longer at last, and then it counts for nothing
            self.revert(last)
            self.apply(last)

    def text(self, move):
        return name(move)

    def tidy(self, entry):
        return column_first(fold(entry))

    def cells(self, move):
        row, column = divmod(move - FIRST, WIDTH)
        return ((self.rows - 1 - row, column),)

    def show(self, seat=None):
        heights = range(self.rows - 1, -1, -1)
        rows = tuple([tuple([self.cell(height, column) for column in range(self.columns)]) for height in heights])
        labels = tuple([str(height + 1) for height in heights]), tuple(COLUMNS[: self.columns])
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
        colour: cython.int = self.board[cell]
        size: cython.int = 0
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

    return sorted([FIRST + WIDTH * row + column for row in range(rows) for column in range(columns)], key=away)


def name(cell):
    """The cell as it is written: a1 to s19."""
    row, column = divmod(cell - FIRST, WIDTH)
    return f"{COLUMNS[column]}{row + 1}"
