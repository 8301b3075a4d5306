# The C side of othello.py: the fields of the game, and the arithmetic of bits that must be inlined.
cimport cython
from games.game cimport Game, MoveList

ctypedef unsigned long long Bits


cdef inline int count(Bits bits) noexcept:
    bits -= bits >> 1 & 0x5555555555555555ULL
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL)
    return <int>(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56)


# splitmix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
cdef inline Bits stir(Bits bits) noexcept:
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ULL
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBULL
    return bits ^ bits >> 31


cdef inline Bits shift(Bits bits, int step) noexcept:
    return bits << step if step > 0 else bits >> -step


# A Kogge-Stone fill: runs of 1, 2, 4 and at last 6 discs.
cdef inline Bits runs(Bits start, Bits others, int step) noexcept:
    cdef Bits found = others & shift(start, step)
    found |= others & shift(found, step)
    others &= shift(others, step)
    found |= others & shift(found, 2 * step)
    return found | others & shift(found, 2 * step)


cdef inline Bits ends(Bits own, Bits others, int step) noexcept:
    return shift(runs(own, others, step), step) | shift(runs(own, others, -step), -step)


cdef inline Bits flips(Bits disc, Bits own, Bits others, int step) noexcept:
    cdef Bits ahead = runs(disc, others, step)
    cdef Bits behind = runs(disc, others, -step)
    return (ahead if shift(ahead, step) & own else 0) | (behind if shift(behind, -step) & own else 0)


cdef class Othello(Game):
    cdef int size, plies
    cdef bint large, over
    cdef Bits own, other, board, open
    cdef signed char[144] squares
    cdef Bits[200] flipped, opened
    cdef int number(self, int row, int column) noexcept
    cdef int side(self, int row, int column) noexcept
    cdef void look(self) noexcept
    cdef Bits places(self, Bits own, Bits other, int side) noexcept
    cdef Bits lengths(self, int square, int side) noexcept
    cdef void colour(self, int square, Bits lengths, int side) noexcept
