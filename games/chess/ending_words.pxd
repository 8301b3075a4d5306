# The C side of ending_words.py.
from games.base.bits cimport Bits, upside_down
from games.chess.board cimport BISHOP, KNIGHT, ROOK
from games.chess.moves cimport attack, leap

cdef int[128] codes
cdef int[512] images
cdef int[128] numbers
cdef int[128] home
cdef Bits[4096] between

cdef Bits turned(Bits word, int code) noexcept
cdef Bits attacks(int kind, int square, Bits filled) noexcept
cdef Bits origins(int kind, Bits goals, Bits empty) noexcept
cdef Bits beside(Bits word) noexcept
cdef Bits back(int seat, Bits word) noexcept
