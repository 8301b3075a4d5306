# The C side of backgammon_race.py.
from games.backgammon.bearoff cimport BearOff

cdef double chance_above(double deviations) noexcept


cdef class Race:
    cdef BearOff database
    cdef int[2] places
    cdef double[2] means, variances
    cdef int look(self, int side, int* counts, int left, bint exact) noexcept
    cdef double equity(self, int* roller, int* waiter) noexcept
    cdef bint is_away(self, int* counts) noexcept
    cdef double pips_and_waste(self, int* counts) noexcept
    cdef double lead(self) noexcept
    cdef double gammon_lead(self, int* loser, int winner, double ahead) noexcept
