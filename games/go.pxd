# The C side of go.py: the fields beside those of the board.
cimport cython
from games.go_playout cimport GoPlayout


cdef class Go(GoPlayout):
    cdef int komi
