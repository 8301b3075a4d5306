# The C side of chess_estimate.py.
from games.bits cimport Bits
from games.chess_board cimport Position
from games.game cimport MoveList

cdef int evaluate(const Position* board) noexcept
cdef int drive(Bits bishops, int hunted, int hunter) noexcept
cdef int rank(const Position* board, int move) noexcept
cdef int order(const Position* board, MoveList out, int bottom) except -1
cdef int exchange(const Position* board, int move) noexcept
cdef Bits attackers(const Position* board, int square, Bits filled) noexcept
