# The C side of connect_four_estimate.py.
from games.base.bits cimport Bits


cdef int judge_fours(Bits mine, Bits theirs, Bits board, Bits bottoms, int rows) noexcept
