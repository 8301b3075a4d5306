# The C side of evaluation.py.
from games.backgammon.race cimport Race

cdef double limit(double lead) noexcept
cdef double logistic(double total) noexcept
cdef int round_off(double equity, int seat) noexcept
cdef int count_blocked(unsigned int blocks, int point) noexcept


cdef class Shots:
    cdef readonly int rolls, pips, twice
    cpdef int look(self, unsigned int cells, int bar, unsigned int targets, unsigned int blocks)
    cdef int add(self, unsigned int hit, int weight) noexcept
    cdef int highest(self, unsigned int points) noexcept
    cdef unsigned int hit_by(self, unsigned int cells, int bar, unsigned int blocks, int large, int small) noexcept
    cdef unsigned int hit_by_double(self, unsigned int cells, int bar, unsigned int blocks, int die) noexcept


cdef class Side:
    cdef Shots shots
    cdef int[26] counts
    cdef int[46] terms
    cdef int[12] keys
    cdef unsigned int occupied, made, single
    cdef int rear, back, home
    cdef int read(self, unsigned int* planes, int seat) noexcept
    cdef int sum_counts(self, int first, int last) noexcept
    cdef int weigh(self, Side theirs) noexcept
    cdef int weigh_threats(self, Side theirs) noexcept
    cdef int hold(self, Side theirs) noexcept
    cdef int weigh_stand(self, Side theirs) noexcept
    cdef int weigh_points(self) noexcept
    cdef int choose_keys(self) noexcept


cdef class EquityEstimate:
    cdef Race race
    cdef Side roller, waiter
    cdef int estimate(self, unsigned int* planes, int side, int dice, bint opening) noexcept
    cdef double equity(self, unsigned int* planes, int roller, int left) noexcept
    cdef int classify(self) noexcept
    cdef double add_terms(self, int at, int terms, double lead) noexcept
    cdef double add_pairs(self, double lead) noexcept
