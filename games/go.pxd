# The C side of go.py: the fields beside those of the board.
cimport cython
from games.go_board cimport GoBoard


cdef class Go(GoBoard):
    cdef int komi
