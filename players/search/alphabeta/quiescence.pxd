# The C side of quiescence.py.
from players.search.alphabeta.negamax cimport Negamax
from players.search.alphabeta.score cimport Score


cdef class Quiescent(Negamax):
    cdef bint forces
    cdef readonly int calm
    cdef Score quiet(self, Score alpha, Score beta, int ply, int left)
    cdef Score unquiet(self, int move, Score alpha, Score beta, int ply, int left)
