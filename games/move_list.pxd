# The C side of move_list.py.
cimport cython
from libc.string cimport memcpy


@cython.final
cdef class MoveList:
    cdef readonly int count
    cdef int room
    cdef int* items
    cdef int grow(self) except -1

    cpdef inline int add(self, int move) except -1:
        if self.count == self.room:
            self.grow()
        self.items[self.count] = move
        self.count += 1
        return 0

    cdef inline int reserve(self, int count) except -1:
        while self.room - self.count < count:
            self.grow()
        return 0

    cdef inline void push(self, int move) noexcept:
        self.items[self.count] = move
        self.count += 1

    cdef inline int extend(self, const int* items, int count) except -1:
        self.reserve(count)
        memcpy(self.items + self.count, items, count * sizeof(int))
        self.count += count
        return 0

    cdef inline int pop(self) noexcept:
        self.count -= 1
        return self.items[self.count]

    cdef inline int at(self, int place) noexcept:
        return self.items[place]

    cdef inline void put(self, int place, int move) noexcept:
        self.items[place] = move

    cdef inline void swap(self, int one, int other) noexcept:
        self.items[one], self.items[other] = self.items[other], self.items[one]
