# The C side of game.py.
from games.base.bits cimport Bits, count, lowest, stir
from games.base.planes cimport Planes
from games.game cimport ONGOING, Game, MoveList

cdef int add(MoveList out, Bits targets, int way, int captures) except? -1


cdef class Hexapawn(Game):
    cdef readonly Bits[2] pawns
    cdef Bits far  # the last row for White
    cdef readonly int columns
    cdef readonly int rows
    cdef bint has_arrived(self) noexcept
    cdef Bits steps(self) noexcept
    cdef Bits lefts(self) noexcept
    cdef Bits rights(self) noexcept
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void toggle(self, int move) noexcept
    cdef void become(self, Game other)
