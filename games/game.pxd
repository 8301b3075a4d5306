# The C side of game.py: what compiled games and searches see of it.
from games.move_list cimport MoveList
from games.base.planes cimport Planes

cpdef enum:
    CHANCE = -1
    ONGOING = 1 << 30


cdef class Game:
    cdef public int turn
    cdef list undoable
    cdef public object _replay
    cpdef void collect(self, MoveList out)
    cpdef void collect_forcing(self, MoveList out)
    cpdef void collect_ranked(self, MoveList out, MoveList ranks)
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cpdef int value(self)
    cpdef int weight(self, int move)
    cpdef int estimate(self)
    cpdef void collect_contents(self, Planes out)
    cpdef bint skip(self)
    cpdef bint urgent(self)
    cpdef int playout_move(self, unsigned long long random)
    cpdef int playout(self, unsigned long long random, MoveList moves, MoveList movers)
    cpdef int prior(self, int move)
    cpdef int at_least(self)
    cpdef int at_most(self)
    cpdef unsigned long long key(self)
    cpdef unsigned long long board_key(self)
