# The C side of solver.py: its table, which has to be inlined.
cimport cython

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define referee_warm(place) __builtin_prefetch(place)
    #else
    #define referee_warm(place) ((void) (place))
    #endif
    """
    void referee_warm(void *place) noexcept


cdef inline int lower_of(unsigned long long entry) noexcept:
    return <int> (entry & 63) - 32


cdef inline int upper_of(unsigned long long entry) noexcept:
    return <int> (entry >> 6 & 63) - 32


@cython.final
cdef class Bounds:
    cdef unsigned long long *words
    cdef unsigned long long entries, most, filled, bytes
    cdef inline unsigned long long place_of(self, unsigned long long key) noexcept:
        return ((key * 0x9E3779B97F4A7C15ULL) >> 32) * self.entries >> 32

    cdef inline void expect(self, unsigned long long key) noexcept:
        referee_warm(self.words + self.place_of(key))

    cdef inline unsigned long long find(self, unsigned long long key) noexcept:
        cdef unsigned long long entry = self.words[self.place_of(key)]
        return entry if entry >> 12 == key else 0

    cdef void note(self, unsigned long long key, int least, bint found) noexcept
    cdef void grow(self) noexcept
