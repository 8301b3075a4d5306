# The C side of board_evaluation.py.
cimport cython
from games.base.bits cimport Bits
from games.game cimport Game
from games.base.planes cimport Planes
from players.search.alphabeta.tree cimport StaticEvaluation


cdef enum:
    TABLES = 3
    ROOM = 32


@cython.final
cdef class Weights:
    cdef readonly int size
    cdef float* weights
    cdef float* agreed
    cdef float* moved


cdef class BoardEvaluation(StaticEvaluation):
    cdef readonly object layout
    cdef readonly bint based
    cdef readonly Weights store
    cdef readonly int size
    cdef bint pictured, averaged, sighted
    cdef Planes planes
    cdef Bits[96] held
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
    cdef readonly double stakes
    cdef double value(self, Game game) except? -9
    cdef double judge(self, Game game) except? -9
    cdef int remember(self, int slot) except -1
    cdef int copy_slot(self, int source, int target) except -1
    cdef double correct(self, int slot, int seat, double goal, double rate) except? -9
    cdef double base(self, Game game) except? -9
    cdef void look(self, int table) noexcept
    cdef void change(self, int table, int cell, int before, int now) noexcept
    cdef int read(self, Game game) except -1
    cdef int grow(self, int slot) except -1
    cdef double total(self, int table) except? -9
    cdef int step(self, int table, double error, double rate) except -1
