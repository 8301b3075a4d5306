# The C side of backgammon_play.py: the fields, and what the cube goes by.
from games.game cimport Game, MoveList


cdef class CheckerPlay(Game):
    cdef public unsigned int[8] planes
    cdef unsigned int blocks, blots, first, second
    cdef int dice, side
    cdef bint opening
    cpdef void collect(self, MoveList out)
    cpdef void collect_forcing(self, MoveList out)
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cpdef int weight(self, int move)
    cpdef int value(self)
    cpdef int estimate(self)
    cpdef unsigned long long key(self)
    cdef int points(self) noexcept
    cdef void hits(self, MoveList out) noexcept
    cdef void add(self, MoveList out, unsigned int cells, int die, int hit) noexcept
    cdef void shift(self, int seat, unsigned int left, unsigned int entered) noexcept
    cdef bint has_borne_off(self, int seat) noexcept
    cdef void look(self) noexcept
