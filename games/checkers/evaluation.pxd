# The C side of checkers_estimate.py.
from games.base.bits cimport Bits

cdef int evaluate(Bits black, Bits white, Bits kings, int turn) noexcept
