# The C side of selective.py.
from players.search.alphabeta.ordering cimport Ordering
from players.search.alphabeta.remembering cimport Remembering
from players.search.alphabeta.score cimport Score


cdef class Selective(Remembering):
    cdef Ordering ordering
    cdef bint skips, skipped, may_select
    cdef int swing
    cdef Score standing(self)
    cdef bint is_good_enough(self, int depth, Score beta, int ply, Score standing) except -1
    cdef bint confirms(self, int depth, Score beta, int ply) except -1
    cdef int reduce(self, int depth, int late, int place, bint main) noexcept
    cdef Score widest(self, int depth, Score alpha, Score beta, int ply, unsigned long long key, int first, bint futile)
