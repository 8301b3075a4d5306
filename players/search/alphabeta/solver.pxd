# The C side of solver.py.
from games.game cimport MoveList
from players.search.alphabeta.tree cimport Tree
from players.search.alphabeta.pvs cimport Pvs
from players.search.alphabeta.table cimport Score


cdef class ProofNumbers(Tree):
    cdef readonly object proven
    cdef int least, deepest, proof, disproof, second, others
    cdef bint ranked, limits
    cdef unsigned long long question
    cdef MoveList spare, spare_ranks, ranks, proofs, disproofs
    cdef int search(self, int most_proof, int most_disproof, int ply) except -1
    cdef int sum_up(self, int bottom, bint ours) noexcept
    cdef int expand(self, int bottom) except -1
    cdef void keep_only(self, int bottom, int place) noexcept
    cdef int appraise(self) except -1
    cdef void guess(self) noexcept
    cdef void list_moves(self, MoveList moves, MoveList ranks) noexcept


cdef class Solver(Pvs):
    cdef readonly Score lower, upper
    cdef readonly bint shallow  # whether the game may go on beyond the deepest search
    cdef bint test_guess(self, Score guess) except -1
