# The C side of backgammon_side.py.
from games.backgammon.shots cimport Shots


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
