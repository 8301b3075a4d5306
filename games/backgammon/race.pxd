# The C side of race.py.

cdef double chance_above(double deviations) noexcept


cdef class BearOff:
    cdef int known
    cdef int* chances
    cdef int* best
    cdef double* means
    cdef double* variances
    cdef int[6] sums
    cdef int[36] ways
    cdef int[6] ends
    cdef int look(self, int place) noexcept
    cdef int work_out(self, int place) noexcept
    cdef int list_ways(self) noexcept
    cdef int place_after(self, int start, int end) noexcept
    cdef int find_best(self, int die, int then) noexcept
    cdef int add_roll(self, int place, int end, int weight) noexcept
    cdef int take_mean(self, int place) noexcept
    cdef int place_of(self, int* counts) noexcept
    cpdef list distribution(self, list counts)
    cdef double chance_first(self, int roller, int waiter) noexcept


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
