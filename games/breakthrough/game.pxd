# The C side of game.py.
from games.base.bits cimport Bits, count, lowest, stir
from games.base.nth_bit cimport nth
from games.base.planes cimport Planes
from games.game cimport ONGOING, Game, MoveList

cdef int evaluate(Bits white, Bits black, int turn, Bits west, Bits east, int rows) noexcept
cdef int judge(Bits mine, Bits theirs, Bits own, Bits other, Bits west, Bits east) noexcept
cdef int decide(Bits mine, Bits theirs, Bits west, Bits east) noexcept
cdef int distance(Bits own, Bits other, Bits west, Bits east) noexcept


cdef class Breakthrough(Game):
    cdef readonly Bits[2] pawns
    cdef Bits west  # cells that a step to the left can enter: all but the last column
    cdef Bits east  # all but the first column
    cdef Bits goals  # the first and the last row; each side can only enter the far one
    cdef readonly int columns
    cdef readonly int rows
    cdef readonly int home
    cdef int gather(self, MoveList out, bint quiet) except -1
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
