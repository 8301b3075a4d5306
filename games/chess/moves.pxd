# The C side of chess_moves.py.
from games.base.bits cimport Bits
from games.chess.board cimport ChessBoard
from games.game cimport MoveList

cdef bint can_move(const ChessBoard* board) except -1
cdef bint can_pass(const ChessBoard* board, int start) noexcept
cdef int gather(const ChessBoard* board, MoveList out, bint quiet) except -1
cdef int add_pawns(const ChessBoard* board, MoveList out, Bits movers, Bits limits, bint quiet) except -1
cdef int add_passing(const ChessBoard* board, MoveList out) except -1
cdef int add_sliders(const ChessBoard* board, MoveList out, Bits wanted, int line) except -1
cdef int add_castling(const ChessBoard* board, MoveList out) except -1
