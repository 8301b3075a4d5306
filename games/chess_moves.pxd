# The C side of chess_moves.py.
from games.bits cimport Bits
from games.chess_board cimport Position
from games.game cimport MoveList

cdef bint can_move(const Position* board) except -1
cdef bint can_pass(const Position* board, int start) noexcept
cdef int gather(const Position* board, MoveList out, bint quiet) except -1
cdef int add_pawns(const Position* board, MoveList out, Bits movers, Bits limits, bint quiet) except -1
cdef int add_passing(const Position* board, MoveList out) except -1
cdef int add_sliders(const Position* board, MoveList out, Bits wanted, int line) except -1
cdef int add_castling(const Position* board, MoveList out) except -1
