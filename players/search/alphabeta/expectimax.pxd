# The C side of expectimax.py.
from players.search.alphabeta.tree cimport Tree


cdef class Expectimax(Tree):
    cdef readonly double value
    cdef bint remembers
    cdef int luck
    cdef double stakes, point, fine
    cdef double lower, upper, sum
    cdef double after(self, int move, int depth, double alpha, double beta) except -1e300
    cdef double best(self, int depth, double alpha, double beta) except -1e300
    cdef double widest(
        self, int depth, double alpha, double beta, unsigned long long key, int first
    ) except -1e300
    cdef double average(self, int depth, double alpha, double beta) except -1e300
    cdef bint sample(self, int bottom) except -1
    cdef double weigh(self, double* outcomes, int bottom, bint alike) except -1e300
    cdef int bound(self, double* outcomes, int bottom, int depth, double alpha, double beta) except -1
    cdef int probe(self, int move, int depth, double least, double most) except -1
    cdef int table_move(self) except -2
    cdef int narrow(self, double* outcomes, int bottom, int depth, double alpha, double beta) except -1
    cdef bint settles(self, int depth, double alpha, double beta) except -1
    cdef double final_score(self, int margin) except -1e300
    cdef double estimate_score(self) except -1e300


cdef class Expectiminimax(Expectimax):
    cdef double best(self, int depth, double alpha, double beta) except -1e300
    cdef double average(self, int depth, double alpha, double beta) except -1e300


cdef class TurnSearch(Tree):
    cdef readonly double value
    cdef bint remembers
    cdef int nested, length
    cdef double stakes, point, fine, most
    cdef int[16] way, found
    cpdef void list_turns(self, tuple way, dict turns) except *
    cdef double follow(self, tuple way, int depth) except -1e300
    cdef double ahead(self, int depth) except -1e300
    cdef double average(self, int depth) except -1e300
    cdef double reply(self, int depth) except -1e300
    cdef int scan(self, int seat, int made) except -1
    cdef bint ends_turn(self, int seat, int made) except -1
    cdef double judge(self) except -1e300
