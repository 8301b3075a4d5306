# The C side of checkers.py: the fields of the game, and the functions that only compiled code calls.
cimport cython
from games.base.bits cimport Bits
from games.game cimport Game, MoveList


cdef class Checkers(Game):
    cdef Bits[2] pieces
    cdef Bits kings, past
    cdef int quiet, plies, room
    cdef bint drawn
    cdef Bits* stack
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef int grow(self) except -1
    cdef set_words(self, tuple words)
    cdef int gather(self, MoveList out, bint quiet) except -1
    cdef void settle(self) noexcept

    cdef inline Bits going(self, int way) noexcept:
        return self.pieces[self.turn] if way == self.turn else self.pieces[self.turn] & self.kings
