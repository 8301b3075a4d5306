# The C side of negamax.py.
from players.search.alphabeta.score cimport Score
from players.search.alphabeta.tree cimport Tree

cpdef enum:
    LINE = 32

cdef bint same_side(int turn, int other) noexcept


cdef class Negamax(Tree):
    cdef readonly Score score
    cdef readonly dict found
    cdef readonly bint exhausted
    cdef readonly int reach
    cdef public int first
    cdef Score stakes, low, high
    cdef bint limits
    cdef int longest, deepest, reached, free_until
    cdef int moves_noted[32][32]
    cdef int lengths[33]
    cdef Score best(self, int depth, Score alpha, Score beta, int ply)
    cdef Score after(self, int move, int depth, Score alpha, Score beta, int ply)
    cdef Score final_score(self, int margin, int turn, int ply)
    cdef Score estimate_score(self)
    cdef int bound_score(self, int ply) except -1
    cdef void note(self, int ply, int move) noexcept
    cdef void forget(self, int ply) noexcept
