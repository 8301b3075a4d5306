# The C side of turn_choice.py.
from games.game cimport Game, MoveList
from players.learning.approximator cimport Approximator


cdef class TurnChoice:
    cdef Game game
    cdef Approximator function
    cdef MoveList moves
    cdef readonly double best
    cdef readonly int length
    cdef int seen
    cdef readonly int way[16]
    cdef int found[16]
    cdef unsigned long long keys[4096]
    cpdef int choose(self) except -1
    cdef int scan(self, int seat, int made) except -1
    cdef bint is_new(self, unsigned long long key) noexcept
