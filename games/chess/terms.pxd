# The C side of terms.py.
from games.base.bits cimport Bits, count, lowest, upside_down
from games.chess.board cimport KNIGHT, PAWN, ROOK, ChessBoard
from games.chess.moves cimport attack, leap, step, strike

cdef int terms(const ChessBoard* board) noexcept
cdef int half(Bits low, Bits mid, Bits high, Bits own) noexcept
cdef Bits above(Bits bits) noexcept
cdef Bits below(Bits bits) noexcept
cdef Bits sides(Bits bits) noexcept
cdef int far(int one, int other) noexcept
cdef int soldiers(Bits ours, Bits theirs, Bits filled, int king, int other) noexcept
cdef int shelter(int king, Bits ours, Bits theirs) noexcept
cdef int officers(Bits low, Bits mid, Bits high, Bits own, Bits ours, Bits theirs, int king, int other) noexcept
cdef int kind_on(Bits low, Bits mid, Bits high, int square) noexcept
cdef int hits(Bits low, Bits mid, Bits high, Bits prey, Bits barred, int kind) noexcept
