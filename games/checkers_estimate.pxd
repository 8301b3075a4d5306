# The C side of checkers_estimate.py.
from games.bits cimport Bits

cdef int evaluate(Bits black, Bits white, Bits kings, int turn) noexcept
