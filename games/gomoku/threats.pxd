# The C side of gomoku_estimate.py.
cimport cython
from games.base.bits cimport Bits
from games.game cimport Game
from games.gomoku.board cimport Lines

cdef enum:
    FIVE = 5  # what a stone on a cell does, all its lines together
    OPEN_FOUR = 4
    FOUR_AND_THREE = 3
    TWO_THREES = 2
    FOUR = 1

    THREES = 7  # in the marks of a cell: lines of it in which a stone makes an open three
    FOURS = 56  # and those in which it makes a four
    ROWS = 164  # lines of cells that all run on to the edge, 41 in each direction


cdef class Threats(Lines):
    cdef int reach  # from a cell to the furthest one that counts for it
    cdef int made, seen  # stones placed; how many of them the following fields know
    cdef short[361] journal  # the cells of the stones, in their order
    cdef int memo_start  # where the kinds of such lines are kept
    cdef Bits[328] words  # of each seat and row, its stones, and all that is no cell
    cdef short[2116] kinds  # of each direction and cell, what a stone makes there: White's above four bits
    cdef short[1058] marks  # of each seat and cell, how many lines it makes that are a threat
    cdef short[1058] worths
    cdef int[2] sums
    cdef int[12] tally  # of each seat, so many cells by what a stone does there
    cdef void know(self) noexcept
    cdef void forget(self, int cell, int seat) noexcept
    cdef void change(self, int cell, int seat, bint placing) noexcept
    cdef void walk(self, int cell, int direction, int way) noexcept
    cdef void look_at(self, int direction, int cell) noexcept
    cdef void enter(self, int direction, int cell, int kinds) noexcept
    cdef void reckon(self, int seat, int cell, int before, int kind) noexcept
    cdef int classify(self, Bits black, Bits white) noexcept
    cdef int measure(self, Bits own, Bits blocked) noexcept
    cdef int does(self, int seat, int cell) noexcept
    cdef int judge(self) noexcept
    cdef void take_over(self, Game other) noexcept
