# The C side of pvs.py.
from games.game cimport Game
from players.search.ordering cimport Ordering
from players.search.quiescence cimport Quiescent
from players.search.score cimport Score


cdef class Pvs(Quiescent):
    cdef Ordering ordering
    cdef bint remembers, looks_back
    cpdef Score root(self, int depth, Score alpha, Score beta)
    cdef Score wide(self, int depth, Score alpha, Score beta, int ply)
    cdef bint settles_as_estimate(self, Score score, int depth, Score alpha, Score beta) noexcept
    cdef void keep(
        self, unsigned long long key, Score score, int move, int depth, int bound, bint final, int ply, Score work
    )
    cdef Score widest(self, int depth, Score alpha, Score beta, int ply, unsigned long long key, int first)
    cdef Score scout(self, int move, int depth, Score alpha, Score beta, int ply, bint first)
    cdef bint settles(self, Score score, int depth, Score alpha, Score beta) noexcept
    cdef bint knows_exactly(self, Game game) except -1
    cdef int find_keeping_move(self, object game, Score score, int ply) except -2
