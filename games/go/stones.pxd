# The C side of stones.py.
from games.base.bits cimport Bits, stir
from games.game cimport Game
from games.go.board cimport absorb, fills, release

cdef enum:
    LARGEST = 19
    WIDTH = 21  # points in a row of the table, the edge included
    TABLE = 441
    PASS = 0  # the number of a corner of the edge, where no stone can stand

    EMPTY = 0  # what is on a point; a stone of seat 0 or 1 is its seat plus 1
    EDGE = 3

    FILTER = 64  # words

    RECORD = 16  # numbers that a move leaves on the log
    NEXT = 0  # where they stand, as stones.py says
    SIZE = 1
    LIBERTIES = 2
    PLACE = 3
    FRESH = 4
    PASSES = 5
    LAST = 6
    PAIRS = 8


cdef class Stones(Game):
    cdef readonly int size, passes, made  # made: moves
    cdef readonly short[441] points
    cdef int last  # the last move
    cdef short[441] chains, nexts, sizes, liberties, around
    cdef unsigned short[441] codes  # of the eight points around, as games/go/patterns.py writes them
    cdef int left  # empty points, those first in `empty`
    cdef short[361] empty
    cdef short[441] places  # of a point in `empty`
    cdef Bits mixed  # the word of the board
    cdef short[441] taken  # the colours of the stones that have been captured there, a bit each
    cdef int boards  # how many there have been; this one is the last
    cdef Bits past_sum  # their words added up
    cdef unsigned long long[1500] past
    cdef unsigned long long[64] filter
    cdef short[17328] log
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef clear(self, int size)
    cdef forget(self)
    cdef void lay(self, int point) noexcept
    cdef void lift(self, int point) noexcept
    cdef void touch(self, int point, int colour, int change) noexcept
    cdef Bits capture(self, int chain) noexcept
    cdef void restore(self, int chain) noexcept
    cdef bint remember(self, Bits board) noexcept
    cdef int reach(self, int point) noexcept
    cdef bint allows(self, int point) noexcept
    cdef Bits board_after(self, int point) noexcept
    cdef bint has_been(self, Bits board) noexcept
