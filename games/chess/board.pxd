# The C side of board.py: all of it is inlined where it is used.
from games.base.bits cimport Bits, lowest

cdef enum:
    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    KING = 4
    ROOK = 5
    QUEEN = 7

    PROMOTED = 15
    PASSING = 1 << 18
    CASTLING = 1 << 19

    DEAD = 1
    THIRD = 2
    FIFTY = 3


ctypedef struct ChessBoard:
    Bits low, mid, high, white, rights, walls, pinned, targets, mixed, past
    int turn, quiet, drawn, middle, end, phase


cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define referee_highest(bits) (63 - __builtin_clzll(bits))
    #else
    static int referee_highest(unsigned long long bits) {
        int found = 0;
        while (bits >>= 1) found++;
        return found;
    }
    #endif
    """
    int referee_highest(Bits bits) noexcept


cdef inline int highest(Bits bits) noexcept:
    return referee_highest(bits)


cdef inline bint same(const ChessBoard* board, const ChessBoard* other) noexcept:
    return (
        board.white == other.white
        and board.low == other.low
        and board.mid == other.mid
        and board.high == other.high
        and board.rights == other.rights
    )


cdef inline Bits occupied(const ChessBoard* board) noexcept:
    return board.low | board.mid | board.high


cdef inline Bits side(const ChessBoard* board, int seat) noexcept:
    return (board.low | board.mid | board.high) & (~board.white if seat else board.white)


cdef inline Bits sliders(const ChessBoard* board, int line) noexcept:
    return board.low & (board.high if line < 2 else board.mid)


cdef inline Bits pawns(const ChessBoard* board) noexcept:
    return board.low & ~(board.mid | board.high)


cdef inline Bits knights(const ChessBoard* board) noexcept:
    return board.mid & ~board.low


cdef inline Bits kings(const ChessBoard* board) noexcept:
    return board.high & ~board.low


cdef inline Bits of_kind(const ChessBoard* board, int kind) noexcept:
    cdef Bits low = board.low if kind & 1 else ~board.low
    cdef Bits mid = board.mid if kind & 2 else ~board.mid
    return low & mid & (board.high if kind & 4 else ~board.high)


cdef inline int kind_at(const ChessBoard* board, int square) noexcept:
    return <int>(board.low >> square & 1 | (board.mid >> square & 1) << 1 | (board.high >> square & 1) << 2)
