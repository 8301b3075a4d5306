# The C side of rng.py.
cimport cython


@cython.final
cdef class Rng:
    cdef public unsigned long long state

    cdef inline unsigned long long below(self, unsigned long long count) noexcept:
        self.state ^= self.state << 13
        self.state ^= self.state >> 7
        self.state ^= self.state << 17
        return ((self.state >> 32) * count) >> 32

    cdef inline unsigned long long next(self) noexcept:
        self.below(1)
        return self.state
