# The C side of static_evaluation.py.
from games.game cimport Game


cdef class StaticEvaluation:
    cdef public int point, swing
    cdef public double scale
    cpdef int estimate(self, Game game) except? -2147483648


cdef int estimate_by(Game game, StaticEvaluation evaluation) except? -2147483648
