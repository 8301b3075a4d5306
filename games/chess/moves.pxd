# The C side of moves.py: what is asked most is inlined where it is used.
from games.base.bits cimport Bits, lowest, stir
from games.chess.board cimport (
    BISHOP, CASTLING, DEAD, KING, KNIGHT, PASSING, PAWN, PROMOTED, QUEEN, ROOK, ChessBoard, highest, kind_at,
    kings, knights, occupied, pawns, side, sliders
)
from games.move_list cimport MoveList

cdef Bits[256] above
cdef Bits[256] below
cdef Bits[64] leaps
cdef Bits[64] around

cdef Bits through(int square, int other) noexcept
cdef Bits danger(const ChessBoard* board, Bits filled) noexcept
cdef void look(ChessBoard* board) noexcept
cdef bint can_move(const ChessBoard* board) except -1
cdef bint can_pass(const ChessBoard* board, int start) noexcept
cdef int gather(const ChessBoard* board, MoveList out, bint quiet) except -1
cdef int add_pawns(const ChessBoard* board, MoveList out, Bits movers, Bits limits, bint quiet) except -1
cdef int add_passing(const ChessBoard* board, MoveList out) except -1
cdef int add_sliders(const ChessBoard* board, MoveList out, Bits wanted, int line) except -1
cdef int add_castling(const ChessBoard* board, MoveList out) except -1
cdef void flip(ChessBoard* board, int seat, int kind, int square, int sign) noexcept
cdef void castle(ChessBoard* board, int king, int rook) noexcept
cdef bint is_dead(const ChessBoard* board) noexcept
cdef void play(ChessBoard* board, int move) noexcept
cdef bint forgo(ChessBoard* board) noexcept
cdef void settle(ChessBoard* board) noexcept
cdef void prepare(ChessBoard* board, int turn, Bits rights, int quiet) noexcept


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
