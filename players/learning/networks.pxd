# The C side of networks.py.
from players.learning.board_evaluation cimport BoardEvaluation


cdef class NTuple(BoardEvaluation):
    cdef readonly object tuples
    cdef readonly int instances
    cdef int* starts
    cdef int* uses
    cdef int* at


cdef class Layered(BoardEvaluation):
    cdef readonly int hidden
    cdef bint seated
    cdef int width, inputs, biases, outputs, active
    cdef float* sums
    cdef float* units
    cdef int[3] uses
    cdef void begin(self, int table) noexcept
    cdef void add(self, int table, int row, double times) noexcept
    cpdef void forget(self)
    cdef void nudge_row(self, int row, double times, double rate) noexcept
    cdef void nudge(self, int place, double slope, double rate) noexcept
