# The C side of value_iteration.py.
cimport cython


@cython.final
cdef class KeyIndex:
    cdef unsigned long long[::1] keys
    cdef int[::1] numbers
    cdef unsigned long long mask
    cdef long long count
    cdef long long place(self, unsigned long long key) noexcept
    cdef int find(self, unsigned long long key) noexcept
    cdef int add(self, unsigned long long key, int number) except -1
    cdef int widen(self) except -1
