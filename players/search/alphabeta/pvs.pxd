# The C side of pvs.py.
from games.game cimport Game
from players.search.alphabeta.tree cimport Negamax
from players.search.alphabeta.table cimport Ordering, Score


cdef class Pvs(Negamax):
    cdef bint forces
    cdef readonly int calm
    cdef bint remembers, looks_back, selective
    cdef Ordering ordering
    cdef bint skips, skipped, may_select
    cdef int swing, goal
    cpdef Score root(self, int depth, Score alpha, Score beta)
    cdef Score wide(self, int depth, Score alpha, Score beta, int ply)
    cdef Score widest(self, int depth, Score alpha, Score beta, int ply, unsigned long long key, int first, bint futile)
    cdef Score attempt(self, int move, int depth, int less, Score alpha, Score beta, int ply, bint first)
    cdef Score scout(self, int move, int depth, Score alpha, Score beta, int ply, bint first)
    cdef Score standing(self)
    cdef bint is_good_enough(self, int depth, Score beta, int ply, Score standing) except -1
    cdef bint confirms(self, int depth, Score beta, int ply) except -1
    cdef int reduce(self, int depth, int late, int place, bint main) noexcept
    cdef Score quiet(self, Score alpha, Score beta, int ply, int left)
    cdef Score quietest(self, Score alpha, Score beta, int ply, int left, unsigned long long key)
    cdef Score unquiet(self, int move, Score alpha, Score beta, int ply, int left)
    cdef unsigned long long estimates_key(self) except? 0
    cdef int table_depth(self) noexcept
    cdef void keep(
        self, unsigned long long key, Score score, int move, int depth, int bound, bint final, int ply, Score work
    )
    cdef bint settles(self, Score score, int depth, Score alpha, Score beta) noexcept
    cdef bint settles_as_estimate(self, Score score, int depth, Score alpha, Score beta) noexcept
    cdef bint knows_exactly(self, Game game) except -1
    cdef int find_keeping_move(self, object game, Score score, int ply) except -2
