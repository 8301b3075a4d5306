# The C side of lookahead.py.
from games.game cimport Game, MoveList
from players.learning.approximator cimport Approximator


cdef class Lookahead:
    cdef Approximator function
    cdef Game game
    cdef readonly MoveList moves
    cdef bint forces
    cdef int depth, first
    cdef int seats[64]
    cdef double best
    cdef int choose(self, object ties) except -2
    cdef double look(self, int depth, double alpha, double beta, int level) except? -9
    cdef double follow(self, int move, int depth, double alpha, double beta, int level) except? -9
