# The C side of chess_play.py.
from games.base.bits cimport Bits
from games.chess.board cimport ChessBoard

cdef void flip(ChessBoard* board, int seat, int kind, int square, int sign) noexcept
cdef void castle(ChessBoard* board, int king, int rook) noexcept
cdef bint is_dead(const ChessBoard* board) noexcept
cdef void play(ChessBoard* board, int move) noexcept
cdef bint forgo(ChessBoard* board) noexcept
cdef void settle(ChessBoard* board) noexcept
cdef void prepare(ChessBoard* board, int turn, Bits rights, int quiet) noexcept
