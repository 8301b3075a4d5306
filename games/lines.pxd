# The C side of lines.py.
cimport cython
from games.game cimport Game

cdef enum:
    WIDTH = 23  # cells in a row of the table, margins included
    FIRST = 48  # the number of a1
    TABLE = 529
    SUMS = 640

    BLACK = 1  # what stands on a cell; an empty one is 0
    WHITE = 32
    MARGIN = -1

    WINS = 1  # a stone of the side to move completes a line there
    STOPS = 2  # keeps the other side from completing one
    THREATENS = 4  # leaves a line that lacks one stone
    FORKS = 8  # leaves two such that lack different ones


cdef class Lines(Game):
    cdef int columns, rows, line
    cdef bint exact
    cdef bint misere
    cdef short[529] board
    # For one look at the lines, and no part of the position: lines by their sums; whether to mark cells; what a stone of
    # the side to move does on a cell; with which other cell it would fill a line.
    cdef int[640] tally
    cdef bint marking
    cdef short[529] gains
    cdef short[529] partners
    cdef void look(self, bint marking) noexcept
    cdef void slide(self, int first, int step, int length) noexcept
    cdef bint ends(self, int first, int last, int step, int total) noexcept
    cdef void mark(self, int first, int step, int total) noexcept
    cdef int gap(self, int cell, int step) noexcept
    cdef void pair(self, int cell, int other) noexcept
