# The C side of terms.py.
from games.base.bits cimport Bits, count, lowest, upside_down
from games.chess.board cimport KNIGHT, PAWN, ROOK, ChessBoard
from games.chess.moves cimport attack, leap, step, strike

cdef int terms(const ChessBoard* board) noexcept
cdef int side_terms(Bits low, Bits mid, Bits high, Bits own) noexcept
cdef Bits above(Bits bits) noexcept
cdef Bits below(Bits bits) noexcept
cdef Bits beside(Bits bits) noexcept
cdef int king_steps(int one, int other) noexcept
cdef int pawn_terms(Bits own_pawns, Bits enemy_pawns, Bits filled, int king, int enemy_king) noexcept
cdef int shelter_terms(int king, Bits own_pawns, Bits enemy_pawns) noexcept
cdef int piece_terms(
    Bits low, Bits mid, Bits high, Bits own, Bits own_pawns, Bits enemy_pawns, int king, int enemy_king
) noexcept
cdef int kind_on(Bits low, Bits mid, Bits high, int square) noexcept
cdef int threats(Bits low, Bits mid, Bits high, Bits attacked, Bits defended, int kind) noexcept
