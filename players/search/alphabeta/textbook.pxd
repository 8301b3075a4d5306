# The C side of textbook.py.
from players.search.alphabeta.expectimax cimport Expectimax
from players.search.alphabeta.negamax cimport Negamax
from players.search.alphabeta.score cimport Score


cdef class Minimax(Negamax):
    cdef Score best(self, int depth, Score alpha, Score beta, int ply)


cdef class AlphaBeta(Negamax):
    cdef Score best(self, int depth, Score alpha, Score beta, int ply)


cdef class Expectiminimax(Expectimax):
    cdef double best(self, int depth, double alpha, double beta) except -1e300
    cdef double average(self, int depth, double alpha, double beta) except -1e300
