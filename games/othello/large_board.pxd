# The C side of othello_large.py.
from games.base.bits cimport Bits

cdef int count_places(const short* squares, int side) noexcept
cdef Bits lengths(const short* squares, int square, int side) noexcept
cdef int colour(short* squares, int square, Bits found, int side) noexcept
