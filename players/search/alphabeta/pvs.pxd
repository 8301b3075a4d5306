# The C side of pvs.py.
from players.search.alphabeta.score cimport Score
from players.search.alphabeta.selective cimport Selective


cdef class Pvs(Selective):
    cdef int goal
    cpdef Score root(self, int depth, Score alpha, Score beta)
    cdef Score wide(self, int depth, Score alpha, Score beta, int ply)
    cdef Score attempt(self, int move, int depth, int less, Score alpha, Score beta, int ply, bint first)
    cdef Score scout(self, int move, int depth, Score alpha, Score beta, int ply, bint first)
