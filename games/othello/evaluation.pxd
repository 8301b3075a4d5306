# The C side of evaluation.py.
from games.base.bits cimport Bits

cdef int evaluate(Bits own, Bits other, int size) noexcept
