# The C side of evaluation.py.
from games.base.bits cimport Bits, count

cdef int evaluate(Bits own, Bits other, int size) noexcept

cdef int corners(Bits own, Bits other, int down, int first) noexcept
