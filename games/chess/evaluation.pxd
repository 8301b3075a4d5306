# The C side of evaluation.py.
from games.base.bits cimport Bits, lowest
from games.chess.board cimport (
    BISHOP, KING, KNIGHT, PASSING, PAWN, PROMOTED, QUEEN, ROOK, ChessBoard, kind_at, kings, knights, occupied,
    of_kind, pawns, side, sliders
)
from games.chess.moves cimport attack, leap, step, strike
from games.chess.terms cimport terms
from games.game cimport MoveList
from games.move_list cimport MoveList

cdef int evaluate(const ChessBoard* board) noexcept
cdef int taper(const ChessBoard* board, int extra) noexcept
cdef int drive(Bits bishops, int hunted, int hunter) noexcept
cdef int rank(const ChessBoard* board, int move) noexcept
cdef int order(const ChessBoard* board, MoveList out, int bottom) except -1
cdef int exchange(const ChessBoard* board, int move) noexcept
cdef Bits attackers(const ChessBoard* board, int square, Bits filled) noexcept
