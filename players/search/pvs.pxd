# The C side of pvs.py.
from players.search.negamax cimport Negamax
from players.search.ordering cimport Ordering
from players.search.score cimport Score


cdef class Pvs(Negamax):
    cdef Ordering ordering
    cdef bint remembers, forces
    cdef readonly int calm
    cpdef Score root(self, int depth, Score alpha, Score beta)
    cdef Score wide(self, int depth, Score alpha, Score beta, int ply)
    cdef Score widest(self, int depth, Score alpha, Score beta, int ply, unsigned long long key, int first)
    cdef Score scouted(self, int move, int depth, Score alpha, Score beta, int ply, bint first)
    cdef Score quiet(self, Score alpha, Score beta, int ply, int left)
    cdef Score unquiet(self, int move, Score alpha, Score beta, int ply, int left)
    cdef bint settles(self, Score score, int depth, Score alpha, Score beta) noexcept
    cdef int keeper(self, object game, Score score, int ply) except -2
