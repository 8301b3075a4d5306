# The C side of othello.py: the fields of the game, and the arithmetic of bits that must be inlined.
cimport cython
from games.base.bits cimport Bits
from games.game cimport Game, MoveList


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
    cdef readonly int size
    cdef readonly bint large, bonus
    cdef readonly Bits own, other
    cdef readonly short[144] squares
    cdef int plies
    cdef bint over
    cdef Bits board, open
    cdef Bits[200] flipped, opened
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef void put(self, int row, int column, int seat) noexcept
    cdef int number(self, int row, int column) noexcept
    cdef int side(self, int row, int column) noexcept
    cdef void look(self) noexcept
    cdef Bits flips_of(self, Bits disc) noexcept
    cdef Bits places(self, Bits own, Bits other, int side) noexcept
