# The C side of remembering.py.
from games.game cimport Game
from players.search.alphabeta.quiescence cimport Quiescent
from players.search.alphabeta.score cimport Score


cdef class Remembering(Quiescent):
    cdef bint remembers, looks_back, selective
    cdef unsigned long long estimates_key(self) except? 0
    cdef int table_depth(self) noexcept
    cdef void keep(
        self, unsigned long long key, Score score, int move, int depth, int bound, bint final, int ply, Score work
    )
    cdef bint settles(self, Score score, int depth, Score alpha, Score beta) noexcept
    cdef bint settles_as_estimate(self, Score score, int depth, Score alpha, Score beta) noexcept
    cdef bint knows_exactly(self, Game game) except -1
    cdef int find_keeping_move(self, object game, Score score, int ply) except -2
