# The C side of python_adapter.py.
from games.game cimport Game, MoveList


cdef class Said:
    cdef bint by_moves, by_score, by_forcing, by_chances, by_ranked, keyed, keyless, open


cdef class Faced(Game):
    cdef object inner
    cdef Said said
    cpdef void collect(self, MoveList out)
    cpdef void collect_forcing(self, MoveList out)
    cpdef void collect_ranked(self, MoveList out, MoveList ranks)
    cpdef void make(self, int move)
    cpdef int value(self)
    cpdef int estimate(self)
    cpdef int at_least(self)
    cpdef int at_most(self)
    cpdef unsigned long long key(self)
    cpdef unsigned long long board_key(self)
    cpdef int weight(self, int move)
