# The C side of tree.py.
from games.game cimport Game, MoveList
from players.search.alphabeta.table cimport Score, Table
from players.search.clock cimport Clock

cpdef enum:
    FINAL = (1 << 15) - 1
    CROWD = 1 << 24
    LINE = 32

cdef bint same_side(int turn, int other) noexcept


cdef class StaticEvaluation:
    cdef public int point, swing
    cdef public double scale
    cpdef int estimate(self, Game game) except? -2147483648


cdef int estimate_by(Game game, StaticEvaluation evaluation) except? -2147483648


cdef class Tree:
    cdef readonly int best_move, depth
    cdef readonly bint final
    cdef readonly tuple glimpse
    cdef str name
    cdef Game start, game
    cdef Clock clock
    cdef StaticEvaluation evaluation
    cdef readonly Table table
    cdef MoveList stack
    cdef list roots
    cdef long long horizons
    cdef int gather(self, int first) except -1
    cdef int estimate(self) except? -2147483648


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


cdef class Minimax(Negamax):
    cdef Score best(self, int depth, Score alpha, Score beta, int ply)


cdef class AlphaBeta(Negamax):
    cdef Score best(self, int depth, Score alpha, Score beta, int ply)
