# The C side of kinds.py.
from games.base.bits cimport Bits, count

cdef int classify(Bits black, Bits white, int line, bint exact) noexcept

cdef int measure(Bits own, Bits blocked, int size, bint exact) noexcept
