# The C side of ordering.py.
from games.game cimport Game, MoveList
cimport cython


@cython.final
cdef class Ordering:
    cdef readonly MoveList moves
    cdef MoveList ranks
    cdef readonly bint ranked
    cdef int killers[128]
    cdef int played[64]
    cdef int history[8192]
    cdef int counters[8192]
    cdef int gather(self, Game game, int first, int ply) except -1
    cdef int next(self, int place, int bottom) noexcept
    cdef int last(self, int ply) noexcept
    cdef void play(self, int move, int ply) noexcept
    cdef int favour(self, int place) noexcept
    cdef bint is_preferred(self, int place) noexcept
    cdef void blame(self, int turn, int bottom, int top, int depth) noexcept
    cdef void cut(self, int turn, int move, int depth, int ply) noexcept
