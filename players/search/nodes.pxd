# The C side of nodes.py.
cimport cython

cdef struct Node:
    int move
    int child
    int next
    int visits
    int offers
    int pad
    double total


@cython.final
cdef class Nodes:
    cdef Node* items
    cdef readonly int count
    cdef int room, most

    cdef int grow(self) except -1

    cdef inline bint full(self, int more) noexcept:
        return self.count + more > self.most

    cdef inline int add(self, int move) except -1:
        if self.count == self.room:
            self.grow()
        self.items[self.count].move = move
        self.items[self.count].child = 0
        self.items[self.count].next = 0
        self.items[self.count].visits = 0
        self.items[self.count].offers = 0
        self.items[self.count].total = 0
        self.count += 1
        return self.count - 1

    cdef inline Node* at(self, int place) noexcept:
        return self.items + place
