# The C side of lines.py.
cimport cython
from games.game cimport Game

cdef enum:
    WIDTH = 23  # cells in a row of the table, margins included
    FIRST = 48  # the number of a1
    TABLE = 529

    BLACK = 1  # what stands on a cell; an empty one is 0
    WHITE = 2
    MARGIN = -1


cdef class Lines(Game):
    cdef int columns, rows, line
    cdef bint exact
    cdef bint misere
    cdef short[529] board
    cdef cell(self, int row, int column)
    cdef int run(self, int cell, int step) noexcept
