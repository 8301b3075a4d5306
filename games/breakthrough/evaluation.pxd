# The C side of breakthrough_estimate.py.
from games.base.bits cimport Bits

cdef int evaluate(Bits white, Bits black, int turn, Bits west, Bits east, int rows) noexcept
