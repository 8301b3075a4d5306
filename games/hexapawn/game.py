"""Hexapawn: a row of pawns a side; White, seat 0, moves first.

A pawn moves one step straight ahead to an empty cell, or captures a pawn of the other side one step diagonally ahead.
A side wins with a pawn on the far side of the board, or if the other side has no move, because it is blocked or has
lost all of its pawns. There are no draws. Martin Gardner, "Mathematical Games", Scientific American, March 1962,
reprinted in The Unexpected Hanging, chapter 8; Black wins on his board of 3x3.

Each side has a word of 64 bits, eight bits a row whatever the size of the board; bit 0 is a1, on White's side:

    3   16 17 18
    2    8  9 10
    1    0  1  2
         a  b  c

A move holds the cells that it leaves and enters, and whether it captures, so that it can be taken back:

    bits    12      11 ... 6   5 ... 0
         captures     from       to
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import count, lowest, stir
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList

from games.arrangement import arrange_board
from games.base import refusals
from games.breakthrough import notation as breakthrough
from games.hexapawn import notation
from games.option import Whole, check

BASE = cython.declare(cython.ulonglong, 0xFF)  # White's first row, which is Black's last
NOT_A = cython.declare(cython.ulonglong, 0xFEFE_FEFE_FEFE_FEFE)
NOT_H = cython.declare(cython.ulonglong, 0x7F7F_7F7F_7F7F_7F7F)
WORD = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
CAPTURES = cython.declare(cython.int, 1 << 12)
DECIDED = cython.declare(cython.int, 10)


def add(out: MoveList, targets: cython.ulonglong, way: cython.int, captures: cython.int) -> cython.int:
    """Add the moves that lead to the targets, each from `way` bits before."""
    to: cython.int
    while targets:
        to = lowest(targets)
        out.add(captures | (to - way) << 6 | to)
        targets &= targets - 1
    return 0


class Hexapawn(Game):
    """Pawns against pawns: reach the far side, or leave the other no move."""

    seats = ("White", "Black")
    why_not = refusals.marching
    text, tidy, position = breakthrough.text, notation.tidy, breakthrough.position
    show, cells, layout = breakthrough.show, breakthrough.cells, breakthrough.layout
    winning_cells, reason = breakthrough.winning_cells, notation.reason
    arrangement = arrange_board
    walks = True
    home = 1  # rows of pawns each at the start
    options = {"columns": Whole(3, least=1, most=8, both="rows"), "rows": Whole(3, least=3, most=8)}

    def __init__(self, columns=3, rows=3):
        check(self.options, columns=columns, rows=rows)
        row = (1 << columns) - 1
        self.turn = 0
        self.columns = columns
        self.rows = rows
        self.far = 0xFF << 8 * (rows - 1)
        self.pawns = [row, row << 8 * (rows - 1)]

    # Where the seat to move can go: a bit for each target. Never called once a pawn has arrived, so no pawn leaves the
    # word.

    def has_arrived(self) -> cython.bint:
        """Return whether a pawn stands on the far side of the board."""
        return (self.pawns[0] & self.far | self.pawns[1] & BASE) != 0

    def steps(self) -> cython.ulonglong:
        """Return the steps straight ahead: 8 bits up for White, down for Black."""
        own: cython.ulonglong = self.pawns[self.turn]
        return (own >> 8 if self.turn else own << 8) & ~(self.pawns[0] | self.pawns[1])

    def lefts(self) -> cython.ulonglong:
        """Return the captures towards file a: 7 bits up for White, 9 down for Black."""
        own: cython.ulonglong = self.pawns[self.turn] & NOT_A
        return (own >> 9 if self.turn else own << 7) & self.pawns[self.turn ^ 1]

    def rights(self) -> cython.ulonglong:
        """Return the captures away from file a: 9 bits up for White, 7 down for Black."""
        own: cython.ulonglong = self.pawns[self.turn] & NOT_H
        return (own >> 7 if self.turn else own << 9) & self.pawns[self.turn ^ 1]

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # Captures first: they are usually the best moves.
        if not self.has_arrived():
            add(out, self.lefts(), -9 if self.turn else 7, CAPTURES)
            add(out, self.rights(), -7 if self.turn else 9, CAPTURES)
            add(out, self.steps(), -8 if self.turn else 8, 0)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the captures and the steps onto the last row."""
        if not self.has_arrived():
            add(out, self.lefts(), -9 if self.turn else 7, CAPTURES)
            add(out, self.rights(), -7 if self.turn else 9, CAPTURES)
            add(out, self.steps() & (BASE if self.turn else self.far), -8 if self.turn else 8, 0)

    def apply(self, move: cython.int) -> cython.void:
        self.toggle(move)
        self.turn ^= 1

    def revert(self, move: cython.int) -> cython.void:
        self.turn ^= 1
        self.toggle(move)

    def toggle(self, move: cython.int) -> cython.void:
        """Make a move of the seat to move, or take it back."""
        one: cython.ulonglong = 1
        taken: cython.ulonglong = move >> 12
        to: cython.int = move & 63
        self.pawns[self.turn] ^= one << to | one << (move >> 6 & 63)
        self.pawns[self.turn ^ 1] ^= taken << to

    @cython.ccall
    def value(self) -> cython.int:
        # Only the seat that moved last can have arrived, and a seat that cannot move has lost to it.
        if not self.has_arrived() and self.steps() | self.lefts() | self.rights():
            return ONGOING
        return 1 if self.turn else -1

    @cython.ccall
    def estimate(self) -> cython.int:
        """Return White's pawns minus Black's, counting those with a clear way twice; 10 or -10 after the end."""
        found: cython.int = self.value()
        if found != ONGOING:
            return DECIDED * found
        white: cython.ulonglong = self.pawns[0]
        black: cython.ulonglong = self.pawns[1]
        below: cython.ulonglong = (white | black) >> 8  # all cells below a pawn of either side
        above: cython.ulonglong = (white | black) << 8 & WORD
        below |= below >> 8
        below |= below >> 16
        below |= below >> 32
        above |= above << 8 & WORD
        above |= above << 16 & WORD
        above |= above << 32 & WORD
        return count(white) + count(white & ~below) - count(black) - count(black & ~above)

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        out.put_sides(self.pawns[self.turn], self.pawns[1 - self.turn], self.turn, self.rows)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # Computed on demand, which costs a playout nothing. The pawns do not determine the turn.
        found: cython.ulonglong = stir(stir(self.pawns[0]) + self.turn & WORD ^ self.pawns[1])
        return found or 1

    def become(self, other: Game) -> cython.void:
        of: Hexapawn = other
        self.turn = of.turn
        self.pawns[:] = of.pawns
        self.far = of.far
        self.columns = of.columns
        self.rows = of.rows

    def set_position(self, text):
        self.undoable = None
        turn, pawns = breakthrough.read_position(self, text)
        self.turn, self.pawns = turn, pawns
