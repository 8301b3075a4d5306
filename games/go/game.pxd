# The C side of go.py: the fields beside those of the board.
cimport cython
from games.game cimport Game
from games.go.playout cimport GoPlayout


cdef class Go(GoPlayout):
    cdef int komi
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef clear(self, int size)
    cdef forget(self)
    cdef put(self, int row, int column, int seat)
    cdef ban(self, places)
