# The C side of board_evaluation.py.
from games.base.bits cimport Bits
from games.game cimport Game
from games.base.planes cimport Planes
from players.learning.approximator cimport Approximator
from players.learning.weights cimport Weights


cdef class BoardEvaluation(Approximator):
    cdef readonly object layout
    cdef readonly bint based
    cdef readonly Weights store
    cdef readonly int size
    cdef bint pictured, averaged, sighted
    cdef Planes planes
    cdef readonly int count
    cdef int words, span, layers, kinds, room
    cdef readonly double known
    cdef float* weights
    cdef float* agreed
    cdef float* moved
    cdef double* numbers
    cdef double latest
    cdef Bits* record
    cdef double* told
    cdef double base(self, Game game) except? -9
    cdef int read(self, Game game) except -1
    cdef int grow(self, int slot) except -1
    cdef double total(self, int table) except? -9
    cdef int step(self, int table, double error, double rate) except -1
