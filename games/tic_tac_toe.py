"""Tic-tac-toe: three in a line on a board of three by three. X moves first.

Two words of nine bits, one a seat, bit n for cell n + 1:

    0 1 2        typed  1 2 3
    3 4 5               4 5 6
    6 7 8               7 8 9
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList

from games.arrangement import arrange_board
from games.base import refusals
from games.boards.board_text import check_turn, count_pieces, read_board, write_board
from games.boards.winning import winning_lines
from games.layout import board_layout, mirror, transpose
from games.picture import Cell, Grid, Ground

TRIPLES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

lines = cython.declare(cython.int[8], [1 << a | 1 << b | 1 << c for a, b, c in TRIPLES])
FULL = cython.declare(cython.int, 0b111_111_111)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def has_line(stones: cython.int) -> cython.bint:
    """Whether the stones hold three in a line."""
    line: cython.int
    for line in range(8):  # noqa: SIM110  a generator is slow in C
        if stones & lines[line] == lines[line]:
            return True
    return False


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def open_lines(against: cython.int) -> cython.int:
    """How many lines hold none of those stones."""
    line: cython.int
    count: cython.int = 0
    for line in range(8):
        count += against & lines[line] == 0
    return count


@cython.cclass
class TicTacToe(Game):
    """Three in a line on a 3x3 board; X moves first."""

    seats = ("X", "O")
    why_not = refusals.numbered
    options = {}

    crosses: cython.int
    noughts: cython.int

    def __init__(self):
        self.turn = 0
        self.crosses = self.noughts = 0

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        cell: cython.int
        taken: cython.int = self.crosses | self.noughts
        if self.value() == ONGOING:
            for cell in range(9):
                if not taken >> cell & 1:
                    out.add(cell)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        if self.turn == 0:
            self.crosses |= 1 << move
        else:
            self.noughts |= 1 << move
        self.turn ^= 1

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.turn ^= 1
        if self.turn == 0:
            self.crosses ^= 1 << move
        else:
            self.noughts ^= 1 << move

    @cython.ccall
    def value(self) -> cython.int:
        # Only the seat that moved last can have completed a line.
        if self.turn == 1:
            if has_line(self.crosses):
                return 1
        elif has_line(self.noughts):
            return -1
        return 0 if self.crosses | self.noughts == FULL else ONGOING

    @cython.ccall
    def estimate(self) -> cython.int:
        """The lines still open to X minus those open to O."""
        return open_lines(self.noughts) - open_lines(self.crosses)

    def layout(self):
        """A cell holds a stone of the mover (1), or one of the other (2)."""
        return board_layout(3, 3, 3, False, mirror, transpose)

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        out.words[self.turn], out.words[1 - self.turn] = self.crosses, self.noughts

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The turn follows from the stones; the bit above them keeps the key of the empty board from being 0.
        return 1 << 18 | self.noughts << 9 | self.crosses

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: TicTacToe = other
        self.turn = of.turn
        self.crosses = of.crosses
        self.noughts = of.noughts

    def position(self, seat=None):
        """Rows from the top and the side to move: `x1o/3/2x o`."""
        return write_board(self.show().rows, "xo", self.turn)

    def set_position(self, text):
        """Read such a text; the side to move may be left out."""
        self.undoable = None
        rows, side = read_board(text, 3, 3, "xo")
        turn = check_turn(count_pieces(rows), side, self.seats)
        owners = [owner for row in rows for owner in row]
        stones = [sum([1 << place for place, owner in enumerate(owners) if owner == seat]) for seat in (0, 1)]
        if has_line(stones[turn]):
            raise ValueError(f"{self.seats[turn]} has three in a line, but {self.seats[1 - turn]} has moved since")
        self.turn, (self.crosses, self.noughts) = turn, stones

    def arrangement(self):
        return arrange_board(self, blank=TicTacToe().show().rows)

    def text(self, move):
        return str(move + 1)

    def cells(self, move):
        return (divmod(move, 3),)

    def show(self, seat=None):
        rows = tuple([tuple([self.cell(3 * row + column) for column in range(3)]) for row in range(3)])
        pieces = ("X", "cross"), ("O", "nought")
        return Grid(rows, pieces=pieces, ground=Ground.SHEET, colours=("red", "blue"))

    @cython.cfunc
    def cell(self, place: cython.int):
        """What stands on the cell 0 to 8: a stone, else the number to type."""
        for seat, stones in enumerate((self.crosses, self.noughts)):
            if stones >> place & 1:
                return Cell(self.seats[seat], seat)
        return Cell(self.text(place))

    def winning_cells(self):
        return winning_lines(self.show().rows, 3)

    def reason(self):
        for triple in TRIPLES:
            if len(seats := {self.cell(place).seat for place in triple}) == 1 and None not in seats:
                return "three in a line, " + " ".join([self.text(place) for place in triple])
        return "the board is full"
