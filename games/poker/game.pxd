# The C side of poker.py: the fields and helpers that its games share.
from games.game cimport Game, MoveList

cdef enum:
    CARD = 7
    SEAT = 4


cdef class Poker(Game):
    cdef readonly int[3] cards
    cdef readonly int[2] chips, said, stacks
    cdef readonly int street, bet
    cdef readonly bint over
    cdef int[2] raises
    cdef int most, streets, step, limit
    cpdef void collect(self, MoveList out)
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cpdef int weight(self, int move)
    cpdef int value(self)
    cpdef unsigned long long key(self)
    cdef begin(self)
    cdef int holds(self, int card) noexcept
    cdef int count_dealt(self) noexcept
    cdef void act(self, int move) noexcept
    cdef int lead(self) noexcept
    cdef int matched_chips(self) noexcept
