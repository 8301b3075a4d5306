# The C side of backgammon_estimate.py.
from games.backgammon.race cimport Race
from games.backgammon.features cimport Side

cdef double limit(double lead) noexcept
cdef double logistic(double total) noexcept
cdef int round_off(double equity, int seat) noexcept


cdef class EquityEstimate:
    cdef Race race
    cdef Side roller, waiter
    cdef int estimate(self, unsigned int* planes, int side, int dice, bint opening) noexcept
    cdef double equity(self, unsigned int* planes, int roller, int left) noexcept
    cdef int classify(self) noexcept
    cdef double add_terms(self, int at, int terms, double lead) noexcept
    cdef double add_pairs(self, double lead) noexcept
