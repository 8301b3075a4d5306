# The C side of chess_stack.py: the fields of the game, and the functions that only compiled code calls.
cimport cython
from games.chess.board cimport ChessBoard
from games.game cimport Game


cdef class ChessStack(Game):
    cdef int plies, room, before, start
    cdef bint free, small
    cdef ChessBoard* stack
    cdef int grow(self) except -1
    cdef set_words(self, tuple words)
    cdef tuple words(self)
    cdef tuple fields(self, int count)
    cdef ChessBoard* clear(self) except NULL
    cdef ChessBoard* spare(self) except NULL
    cdef int take(self, ChessStack of, int kept) except -1

    cdef inline void push(self, ChessBoard* board) noexcept:
        self.plies += 1

    cdef inline ChessBoard* back(self, int count) noexcept:
        return self.stack + self.plies - count
