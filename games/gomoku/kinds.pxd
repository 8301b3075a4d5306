# The C side of kinds.py.
from games.base.bits cimport Bits

cdef int classify(Bits black, Bits white, int line, bint exact) noexcept
