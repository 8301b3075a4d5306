# The C side of td.py.
from games.game cimport Game, MoveList
from players.learning.board_evaluation cimport BoardEvaluation


cdef class Lookahead:
    cdef BoardEvaluation function
    cdef Game game
    cdef readonly MoveList moves
    cdef bint forces
    cdef int depth, first
    cdef int seats[64]
    cdef double best
    cdef int choose(self, object ties) except -2
    cdef double look(self, int depth, double alpha, double beta, int level) except? -9
    cdef double follow(self, int move, int depth, double alpha, double beta, int level) except? -9


cdef class TurnChoice:
    cdef Game game
    cdef BoardEvaluation function
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
