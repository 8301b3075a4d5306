# The C side of kalah_estimate.py.
from games.base.bits cimport Bits
from games.kalah.sowing cimport Sowing

cdef int evaluate(Sowing table, Bits south, Bits north, int ahead, int whole, int turn) noexcept
cdef int best_gain(Sowing table, Bits own, Bits other) noexcept
cdef int gain(Sowing table, Bits own, Bits other, int lane) noexcept
