# The C side of pvs.py.
from players.search.ordering cimport Ordering
from players.search.remembering cimport Remembering
from players.search.score cimport Score


cdef class Pvs(Remembering):
    cdef Ordering ordering
    cdef bint skipped
    cdef int goal, swing
    cpdef Score root(self, int depth, Score alpha, Score beta)
    cdef Score wide(self, int depth, Score alpha, Score beta, int ply)
    cdef Score widest(self, int depth, Score alpha, Score beta, int ply, unsigned long long key, int first)
    cdef bint is_good_enough(self, int depth, Score beta, int ply) except -1
    cdef int reduce(self, int depth, int place, int bottom) noexcept
    cdef Score attempt(self, int move, int depth, int less, Score alpha, Score beta, int ply, bint first)
    cdef Score scout(self, int move, int depth, Score alpha, Score beta, int ply, bint first)
