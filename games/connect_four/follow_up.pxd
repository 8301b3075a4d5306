# The C side of follow_up.py.
from games.base.bits cimport Bits


cdef int limit_by_follow_up(Bits mine, Bits filled, Bits against, int left) noexcept
