# The C side of chess_play.py.
from games.bits cimport Bits
from games.chess_board cimport Position

cdef void flip(Position* board, int seat, int kind, int square, int sign) noexcept
cdef void castle(Position* board, int king, int rook) noexcept
cdef bint is_dead(const Position* board) noexcept
cdef void play(Position* board, int move) noexcept
cdef void settle(Position* board) noexcept
cdef void prepare(Position* board, int turn, Bits rights, int quiet) noexcept
