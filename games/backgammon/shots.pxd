# The C side of backgammon_shots.py.


cdef int count_blocked(unsigned int blocks, int point) noexcept


cdef class Shots:
    cdef readonly int rolls, pips, twice
    cpdef int look(self, unsigned int cells, int bar, unsigned int targets, unsigned int blocks)
    cdef int add(self, unsigned int hit, int weight) noexcept
    cdef int highest(self, unsigned int points) noexcept
    cdef unsigned int hit_by(self, unsigned int cells, int bar, unsigned int blocks, int large, int small) noexcept
    cdef unsigned int hit_by_double(self, unsigned int cells, int bar, unsigned int blocks, int die) noexcept
