# The C side of approximator.py.
from games.game cimport Game
from games.base.planes cimport Planes
from players.search.alphabeta.static_evaluation cimport StaticEvaluation


cdef class Approximator(StaticEvaluation):
    cdef readonly double stakes
    cdef double value(self, Game game) except? -9
    cdef double judge(self, Game game) except? -9
    cdef int remember(self, int slot) except -1
    cdef int copy_slot(self, int source, int target) except -1
    cdef double correct(self, int slot, int seat, double goal, double rate) except? -9
