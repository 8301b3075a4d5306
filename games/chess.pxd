# The C side of chess.py.
from games.chess_stack cimport ChessStack


cdef class Chess(ChessStack):
    cdef void recall(self) noexcept
