# The C side of game.py.
from games.base.bits cimport Bits, backwards, count, lowest, stir
from games.base.planes cimport Planes
from games.game cimport ONGOING, Game, MoveList

cdef int add_jumps(MoveList out, int start, int bit, Bits theirs, Bits empty, int jumps, int ways) except? -1
cdef int hunt(Bits hunters, Bits hunted) noexcept
cdef int evaluate(Bits black, Bits white, Bits kings, int turn) noexcept


cdef class Checkers(Game):
    cdef readonly Bits[2] pieces  # Black's and White's
    cdef readonly Bits kings  # of both
    cdef readonly int quiet  # moves since a man moved or a piece was taken
    cdef readonly int most, times  # quiet moves, and occurrences of a position, that draw the game
    cdef Bits past  # the sum of the hashed positions before each of these moves, for the key
    cdef bint drawn  # whether they have drawn the game
    cdef Bits* stack  # as above
    cdef int plies  # moves on the stack
    cdef int room  # moves that fit on the stack
    cdef Bits going(self, int way) noexcept
    cdef int gather(self, MoveList out, bint quiet) except? -1
    cdef void apply(self, int move)
    cdef void settle(self) noexcept
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef int grow(self) except? -1
