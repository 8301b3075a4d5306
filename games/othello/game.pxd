# The C side of game.py.
from games.base.bits cimport Bits, count, lowest, stir
from games.base.nth_bit cimport nth
from games.base.planes cimport Planes
from games.game cimport ONGOING, Game, MoveList
from games.othello.evaluation cimport evaluate


cdef class Othello(Game):
    cdef readonly int size
    cdef readonly bint large, bonus
    cdef readonly Bits own, other
    cdef readonly short[144] squares
    cdef int plies
    cdef bint over
    cdef Bits board, open
    cdef Bits[200] flipped, opened
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef void put(self, int row, int column, int seat) noexcept
    cdef int number(self, int row, int column) noexcept
    cdef int side(self, int row, int column) noexcept
    cdef void look(self) noexcept
    cdef Bits flips_of(self, Bits disc) noexcept
    cdef Bits places(self, Bits own, Bits other, int side) noexcept

cdef int count_places(short* squares, int side) noexcept
cdef Bits lengths(short* squares, int square, int side) noexcept
cdef void colour(short* squares, int square, Bits found, int side) noexcept
