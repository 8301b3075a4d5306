# The C side of chess.py: the fields of the game, and the functions that only compiled code calls.
cimport cython
from games.chess_board cimport Position
from games.game cimport Game, MoveList


cdef class Chess(Game):
    cdef int plies, room, before, start
    cdef bint free, small
    cdef Position* stack
    cdef int grow(self) except -1
    cdef Position* clear(self) except NULL
    cdef Position* spare(self) except NULL
    cdef void recall(self) noexcept

    cdef inline Position* back(self, int count) noexcept:
        return self.stack + self.plies - count
