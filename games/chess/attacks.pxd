# The C side of chess_attacks.py: what is asked most is inlined where it is used.
from games.base.bits cimport Bits
from games.chess.board cimport ChessBoard, highest

cdef Bits[256] above
cdef Bits[256] below
cdef Bits[64] leaps
cdef Bits[64] around

cdef Bits through(int square, int other) noexcept
cdef Bits danger(const ChessBoard* board, Bits filled) noexcept
cdef void look(ChessBoard* board) noexcept


cdef inline Bits along(int line, int square, Bits filled) noexcept:
    cdef Bits up = above[64 * line + square]
    cdef Bits down = below[64 * line + square]
    cdef Bits near = up & filled
    return (up | down) & (2 * (near & -near) - (1ULL << highest(down & filled | 1)))


cdef inline Bits attack(int line, int square, Bits filled) noexcept:
    return along(line, square, filled) | along(line + 1, square, filled)


cdef inline Bits leap(int square) noexcept:
    return leaps[square]


cdef inline Bits step(int square) noexcept:
    return around[square]


# A step to the left can enter all columns but h.
cdef inline Bits strike(int seat, Bits pawns) noexcept:
    if seat:
        return pawns >> 9 & 0x7F7F7F7F7F7F7F7FULL | pawns >> 7 & 0xFEFEFEFEFEFEFEFEULL
    return pawns << 7 & 0x7F7F7F7F7F7F7F7FULL | pawns << 9 & 0xFEFEFEFEFEFEFEFEULL
