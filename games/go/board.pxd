# The C side of go_board.py.
cimport cython
from games.base.bits cimport Bits
from games.game cimport Game

cdef enum:
    LARGEST = 19
    WIDTH = 21  # points in a row of the table, the edge included
    TABLE = 441
    PASS = 0  # the number of a corner of the edge, where no stone can stand

    EMPTY = 0  # what is on a point; a stone of seat 0 or 1 is its seat plus 1
    EDGE = 3

    RECORD = 16  # numbers that a move leaves on the log
    NEXT = 0  # where they stand, as go_board.py says
    SIZE = 1
    LIBERTIES = 2
    PLACE = 3
    TALLEST = 4
    FRESH = 5
    PASSES = 6
    LAST = 7
    PAIRS = 8

    FILTER = 64  # words


cdef class GoBoard(Game):
    cdef int size, left, made, passes, boards, tallest, limit, last
    cdef short[441] points, chains, nexts, sizes, liberties, places, around
    cdef short[361] empty
    cdef Bits mixed, past_sum
    cdef Bits[64] filter
    cdef Bits[1500] past
    cdef short[17328] log
    cdef void go_on(self, int move) noexcept
    cdef void lay(self, int point) noexcept
    cdef void lift(self, int point) noexcept
    cdef void touch(self, int point, int colour, int change) noexcept
    cdef void absorb(self, int one, int other) noexcept
    cdef void release(self, int one, int other) noexcept
    cdef Bits capture(self, int chain) noexcept
    cdef void restore(self, int chain) noexcept
    cdef void remember(self, Bits board) noexcept
    cdef bint fills(self, int point, int chain) noexcept
    cdef int reach(self, int point) noexcept
    cdef bint allows(self, int point) noexcept
    cdef Bits board_after(self, int point) noexcept
    cdef bint has_been(self, Bits board) noexcept

