# The C side of nodes.py.
cimport cython
from games.game cimport MoveList

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


cpdef double as_share(int estimate, double scale) noexcept
cdef void back_up_estimates(Nodes nodes, MoveList path) noexcept
cdef bint take_best(Nodes nodes, int node) noexcept
cdef void back_up_proofs(Nodes nodes, MoveList path) noexcept
cdef bint count_proofs(Nodes nodes, int node) noexcept


@cython.final
cdef class StampedSet:
    cdef unsigned long long* entries
    cdef unsigned long long stamp
    cdef unsigned long long mask
    cdef int clear(self, int count) except -1

    cdef inline unsigned long long place(self, unsigned long long entry) noexcept:
        cdef unsigned long long place = (entry * 0x9E3779B97F4A7C15ULL >> 32) & self.mask
        while self.entries[place] >> 32 == self.stamp and self.entries[place] != entry:
            place = place + 1 & self.mask
        return place

    cdef inline unsigned long long entry(self, int turn, int move) noexcept:
        return self.stamp << 32 | 2 * <unsigned long long>move + <unsigned long long>turn

    cdef inline void add(self, int turn, int move) noexcept:
        cdef unsigned long long entry = self.entry(turn, move)
        self.entries[self.place(entry)] = entry

    cdef inline bint has(self, int turn, int move) noexcept:
        cdef unsigned long long entry = self.entry(turn, move)
        return self.entries[self.place(entry)] == entry
