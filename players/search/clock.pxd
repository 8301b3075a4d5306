# The C side of clock.py.
cimport cython


@cython.final
cdef class Clock:
    cdef public double deadline
    cdef public long long nodes
    cdef public long long budget
    cdef long long left
    cdef long long stride
    cdef double seen, yielded, patience
    cdef Clock lent
    cdef int look(self) except -1

    cdef inline int tick(self) except -1:
        self.nodes += 1
        self.left -= 1
        if self.left <= 0:
            self.look()
        return 0

    cdef inline int tick_often(self, int times) except -1:
        self.nodes += times
        self.left -= times
        if self.left <= 0:
            self.look()
        return 0

    cdef inline void count_listed(self, int moves) noexcept:
        self.left -= moves >> 6
