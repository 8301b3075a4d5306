"""Tic-tac-toe: three in a line on a board of three by three. X moves first.

Two words of nine bits, one per seat; bit n is cell n + 1:

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

from games.base import refusals
from games.tic_tac_toe import notation

lines = cython.declare(cython.int[8], [1 << a | 1 << b | 1 << c for a, b, c in notation.TRIPLES])
FULL = cython.declare(cython.int, 0b111_111_111)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def has_line(stones: cython.int) -> cython.bint:
    """Return whether the stones contain three in a line."""
    line: cython.int
    for line in range(8):  # noqa: SIM110  a generator is slow in C
        if stones & lines[line] == lines[line]:
            return True
    return False


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def open_lines(against: cython.int) -> cython.int:
    """Return how many lines contain none of the stones `against`."""
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
    text, position, arrangement = notation.text, notation.position, notation.arrange
    show, cells, layout = notation.show, notation.cells, notation.layout
    winning_cells, reason = notation.winning_cells, notation.reason
    options = {}

    crosses = cython.declare(cython.int, visibility="readonly")
    noughts = cython.declare(cython.int, visibility="readonly")

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
        """Return the lines still open to X minus those open to O."""
        return open_lines(self.noughts) - open_lines(self.crosses)

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        out.words[self.turn], out.words[1 - self.turn] = self.crosses, self.noughts

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The turn follows from the stones; the highest bit keeps the key of the empty board from being 0.
        return 1 << 18 | self.noughts << 9 | self.crosses

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: TicTacToe = other
        self.turn = of.turn
        self.crosses = of.crosses
        self.noughts = of.noughts

    def set_position(self, text):
        self.undoable = None
        self.turn, self.crosses, self.noughts = notation.read_position(self, text)
