# The C side of turn_search.py.
from players.search.alphabeta.tree cimport Tree


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
