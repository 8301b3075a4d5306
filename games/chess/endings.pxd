# The C side of endings.py.
from games.base.bits cimport Bits, lowest
from games.chess.board cimport BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from games.chess.ending_words cimport (
    attacks, back, beside, between, codes, home, images, numbers, origins, turned
)
from games.chess.moves cimport step, strike

cdef int better(int one, int other) noexcept


cdef class EndingView:
    cdef readonly Ending table
    cdef bint flipped, swapped, alone
    cdef int look(self, int turn, int white, int black, int one, int other) noexcept


cdef class Ending:
    cdef readonly str name
    cdef readonly tuple needs
    cdef readonly bint ready
    cdef readonly long long work
    cdef readonly int ply
    cdef int kind1, seat1, kind2, seat2, kings, span, block, latest, idle, pawned
    cdef int fresh[2]
    cdef int news[2]
    cdef object stores, views, counts
    cdef Bits* free
    cdef Bits* lost
    cdef Bits* open
    cdef unsigned char* plies
    cdef unsigned char* rest[2]
    cdef Bits* rest_free[2]
    cdef Bits* rest_lost[2]
    cdef unsigned char* promoted[2]
    cdef int place(self, int turn, int white, int black, int one) noexcept
    cdef int look(self, int turn, int white, int black, int one, int other) noexcept
    cdef Bits goal(self, bint losing, int turn, int white, int black, int one) noexcept
    cdef Bits rest_goal(self, int which, bint losing, int turn, int white, int black) noexcept
    cdef bint bare(self, bint losing, int turn, int white, int black, int one) noexcept
    cdef Bits legal(self, int turn, int white, int black, int one) noexcept
    cdef Bits checking(self, int seat, int white, int black, int one) noexcept
    cdef Bits reach(self, int turn, int white, int black, int one, bint losing, Bits wanted) noexcept
    cdef Bits by_king(self, int turn, int white, int black, int one, bint losing) noexcept
    cdef Bits by_first(self, int turn, int white, int black, int one, bint losing) noexcept
    cdef Bits by_first_pawn(self, int turn, int white, int black, int one, bint losing) noexcept
    cdef Bits by_second(self, int turn, int white, int black, int one, bint losing) noexcept
    cdef Bits by_second_pawn(self, int turn, int white, int black, int one, bint losing) noexcept
    cdef bint counts_now(self, int value, bint losing) noexcept
    cdef int promote(self, int turn, int white, int black, int one, int other, int which) except -1
    cdef int fill_promoted(self, int turn, int white, int black, int one, int place) except -1
    cdef int settle_rests(self) except -1
    cdef int do_block(self) except -1
    cdef int begin_word(self, int turn, int white, int black, int one, int place) except -1
    cdef int do_word(self, int turn, int white, int black, int one, int place) except -1
    cdef int stamp(self, int place, Bits found, int value) noexcept
    cdef int end_ply(self) except -1
    cdef bint needed(self, int turn) noexcept
