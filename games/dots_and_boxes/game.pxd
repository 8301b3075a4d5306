# The C side of game.py.
from games.base.bits cimport Bits, count, lowest, stir
from games.base.planes cimport Planes
from games.dots_and_boxes.board cimport beside, chain, fours, sides, threes, twos
from games.game cimport ONGOING, Game, MoveList


cdef class DotsAndBoxes(Game):
    cdef readonly Bits lines  # lines drawn
    cdef Bits board  # all lines
    cdef readonly Bits boxes  # all boxes
    cdef readonly Bits[2] owned  # by seat
    cdef int margin  # A's boxes minus B's
    cdef readonly int rows
    cdef readonly int columns
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef Bits closed_boxes(self, int move) noexcept
    cdef void become(self, Game other)
