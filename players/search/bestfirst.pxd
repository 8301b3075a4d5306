# The C side of bestfirst.py.
cimport cython
from games.game cimport Game
from games.move_list cimport MoveList
from players.search.clock cimport Clock
from players.search.alphabeta.table cimport Score
from players.search.alphabeta.tree cimport StaticEvaluation

cdef struct Place:
    Score value
    int move
    int child
    int count
    int visits
    signed char turn
    signed char resolved


@cython.final
cdef class BestFirst:
    cdef Place* items
    cdef Game start, game
    cdef str name
    cdef Clock clock
    cdef StaticEvaluation evaluation
    cdef MoveList moves, ranks, path
    cdef Score whole
    cdef bint ranked
    cdef readonly int count
    cdef readonly int most
    cdef readonly int deepest
    cdef readonly bint refused
    cdef bint one(self) except -1
    cdef int descend(self) except -1
    cdef bint expand(self, int node) except -1
    cdef Score evaluate(self, int child, int ply)
    cdef int choose(self, int node) noexcept
    cdef bint back_up(self, int node) noexcept

    cdef inline Place* at(self, int node) noexcept:
        return self.items + node

    cdef inline int add(self, int move) noexcept:
        cdef Place* place = self.items + self.count
        place.value = 0
        place.move = move
        place.child = place.count = place.visits = 0
        place.turn = place.resolved = 0
        self.count += 1
        return self.count - 1
