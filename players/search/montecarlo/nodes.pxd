# The C side of nodes.py.
cimport cython

cpdef enum:
    LIMBO = 1

cdef struct Node:
    int move
    int child
    int next
    int visits
    int offers
    signed char turn
    signed char low
    signed char high
    signed char spare
    double total
    double minimax
    int proof
    int disproof

cdef struct Later:
    double total
    long long visits


@cython.final
cdef class Nodes:
    cdef Node* items
    cdef Later* laters
    cdef readonly int count
    cdef readonly int most
    cdef readonly bint refused
    cdef int reroot(self, int node) except -1
    cdef int number(self, int node) noexcept
    cdef void carry(self, int place, int to) noexcept

    cdef inline bint full(self, int more) noexcept:
        if more <= self.most - self.count:
            return False
        self.refused = True
        return True

    cdef inline int add(self, int move) noexcept:
        cdef Node* node = self.items + self.count
        node.move = move
        node.child = node.next = node.visits = node.offers = 0
        node.turn = -1
        node.low = -1
        node.high = 1
        node.total = 0
        node.minimax = 0.5
        node.proof = node.disproof = 1
        if self.laters is not NULL:
            self.laters[self.count].total = 0
            self.laters[self.count].visits = 0
        self.count += 1
        return self.count - 1

    cdef inline Node* at(self, int place) noexcept:
        return self.items + place

    cdef inline Later* later(self, int place) noexcept:
        return self.laters + place

    cdef inline bint solved(self, int place) noexcept:
        return self.items[place].low == self.items[place].high
