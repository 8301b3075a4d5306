# The C side of ntuple.py.
from games.base.bits cimport Bits
from players.learning.board_evaluation cimport BoardEvaluation


cdef class NTuple(BoardEvaluation):
    cdef readonly object tuples
    cdef readonly int instances
    cdef int* starts
    cdef int* uses
    cdef int* at
    cdef Bits[96] held
    cdef void look(self, int table) noexcept
