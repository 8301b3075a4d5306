# The C side of evaluation.py.
from games.base.bits cimport Bits
from games.chess.board cimport ChessBoard
from games.game cimport MoveList

cdef int evaluate(const ChessBoard* board) noexcept
cdef int drive(Bits bishops, int hunted, int hunter) noexcept
cdef int rank(const ChessBoard* board, int move) noexcept
cdef int order(const ChessBoard* board, MoveList out, int bottom) except -1
cdef int exchange(const ChessBoard* board, int move) noexcept
cdef Bits attackers(const ChessBoard* board, int square, Bits filled) noexcept
