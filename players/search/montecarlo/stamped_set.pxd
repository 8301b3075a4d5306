# The C side of stamped_set.py.
cimport cython


@cython.final
cdef class StampedSet:
    cdef unsigned long long* keys
    cdef int* stamps
    cdef int stamp
    cdef unsigned long long mask
    cdef int clear(self, int count) except -1

    cdef inline unsigned long long place(self, unsigned long long key) noexcept:
        cdef unsigned long long place = (key * 0x9E3779B97F4A7C15ULL >> 32) & self.mask
        while self.stamps[place] == self.stamp and self.keys[place] != key:
            place = place + 1 & self.mask
        return place

    cdef inline void add(self, int turn, int move) noexcept:
        cdef unsigned long long key = 2 * <unsigned long long>move + <unsigned long long>turn
        cdef unsigned long long place = self.place(key)
        self.stamps[place] = self.stamp
        self.keys[place] = key

    cdef inline bint has(self, int turn, int move) noexcept:
        cdef unsigned long long key = 2 * <unsigned long long>move + <unsigned long long>turn
        return self.stamps[self.place(key)] == self.stamp
