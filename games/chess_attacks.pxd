# The C side of chess_attacks.py.
from games.bits cimport Bits
from games.chess_board cimport ChessBoard

cdef Bits leap(int square) noexcept
cdef Bits step(int square) noexcept
cdef Bits strike(int seat, Bits pawns) noexcept
cdef Bits attack(int line, int square, Bits filled) noexcept
cdef Bits through(int square, int other) noexcept
cdef Bits danger(const ChessBoard* board, Bits filled) noexcept
cdef void look(ChessBoard* board) noexcept
