# The C side of ntuple.py.
from games.bits cimport Bits
from games.game cimport Game
from games.planes cimport Planes
from players.learning.approximator cimport Approximator
from players.learning.weights cimport Weights


cdef class NTuple(Approximator):
    cdef readonly object layout, tuples
    cdef readonly bint based
    cdef bint pictured, averaged
    cdef readonly int size, instances
    cdef Planes planes
    cdef readonly Weights store
    cdef int words, span, layers, kinds
    cdef float* weights
    cdef float* agreed
    cdef float* moved
    cdef int* starts
    cdef int* uses
    cdef int* at
    cdef Bits[96] held
    cdef Bits* record
    cdef int room
    cdef readonly double known
    cdef double* bases
    cdef double latest
    cdef double base(self, Game game) except? -9
    cdef void look(self, int seat) noexcept
    cdef int read(self, Game game) except -1
    cdef double total(self, int seat) noexcept
    cdef int grow(self, int slot) except -1
