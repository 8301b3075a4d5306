# The C side of chess.py.
from games.game cimport Game
from games.chess.stack cimport ChessStack


cdef class Chess(ChessStack):
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef int takes(self, int move) except -1
    cdef str outcome(self, int move)
    cdef void recall(self) noexcept
