# The C side of endings.py.
from games.base.bits cimport Bits, lowest
from games.checkers.game cimport Checkers
from games.move_list cimport MoveList

cdef int spot(Bits black, Bits white, Bits kings, int turn) noexcept


cdef class CheckersEnding:
    cdef readonly str name
    cdef readonly tuple needs
    cdef readonly bint ready
    cdef readonly long long work
    cdef readonly int ply
    cdef int count, size, place, idle, latest, black, kings
    cdef dict others
    cdef Checkers game
    cdef MoveList found
    cdef int[::1] first
    cdef int[::1] target
    cdef int[::1] open
    cdef unsigned char[::1] plies
    cdef int left, kept
    cdef bint set_up(self, int place) except? -1
    cdef int fill(self, int place) except -1
    cdef int meet(self) except? -1
    cdef int worth(self, int target) noexcept
    cdef bint decides(self, int place) noexcept
    cdef int end_ply(self) except -1
