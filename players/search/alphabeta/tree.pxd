# The C side of tree.py.
from games.game cimport Game, MoveList
from players.search.clock cimport Clock
from players.search.alphabeta.static_evaluation cimport StaticEvaluation
from players.search.alphabeta.table cimport Table

cpdef enum:
    FINAL = (1 << 15) - 1
    CROWD = 1 << 24


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
