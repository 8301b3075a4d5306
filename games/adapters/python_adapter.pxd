# The C side of python_adapter.py.
from games.game cimport Game, MoveList, Planes


cdef class Overrides:
    cdef bint python_moves, python_score, python_forcing, python_chances, python_ranked
    cdef bint writes_key, key_outdated, readable
    cdef object python_make
    cdef apply(self, Game game, int move)


cdef class PythonAdapter(Game):
    cdef object inner
    cdef Overrides overrides
    cpdef void collect(self, MoveList out)
    cpdef void collect_forcing(self, MoveList out)
    cpdef void collect_ranked(self, MoveList out, MoveList ranks)
    cdef void apply(self, int move)
    cpdef int value(self)
    cpdef int estimate(self)
    cpdef void collect_contents(self, Planes out)
    cpdef int playout_move(self, unsigned long long random)
    cpdef int playout(self, unsigned long long random, MoveList moves, MoveList movers)
    cpdef int prior(self, int move)
    cpdef int at_least(self)
    cpdef int at_most(self)
    cpdef unsigned long long key(self)
    cpdef unsigned long long board_key(self)
    cpdef int weight(self, int move)
