# The C side of game.py: the tables, and what of them must be inlined.
cimport cython
from games.base.bits cimport Bits
from games.game cimport MoveList
from libc.string cimport memcpy

cdef enum:
    SEAT = 6
    LANE = 63
    ENTRIES = 5
    STORE = -1
    BEYOND = -2
    SLOTS = 16


@cython.final
cdef class Sowing:
    cdef readonly int top, width, room
    cdef readonly Bits mask
    cdef int shift, every
    cdef Bits ones, highs, lowers, steps, packer
    cdef Bits[2304] own, other
    cdef short[2304] stored, last
    cdef int slots
    cdef int* lists
    cdef signed char[4096] draws

    cdef inline int seeds(self, Bits word, int lane) noexcept:
        return <int>(word >> lane & self.mask)

    cdef inline Bits filled(self, Bits word) noexcept:
        return ((word & self.lowers) + self.lowers | word) & self.highs

    cdef inline Bits again(self, Bits word) noexcept:
        return self.highs ^ self.filled(word ^ self.steps)

    cdef inline int packed(self, Bits bits) noexcept:
        cdef int found = 0
        cdef int lane
        if self.packer:
            return <int>(bits * self.packer >> self.shift) & self.every
        for lane in range(self.top + 1):
            found |= <int>(bits >> self.width * (lane + 1) - 1 & 1) << lane
        return found

    cdef inline int drawn(self, int seat, Bits word, Bits random) noexcept:
        # With few pits a lane is so wide that its highest bit is never set by seeds.
        cdef int* moves
        if self.top < 6:
            return seat << SEAT | self.draws[
                (<int>((word + self.lowers & self.highs) * self.packer >> self.shift) & self.every) << 6
                | <int>((random >> 32) * 60 >> 32)
            ]
        moves = self.lists + self.slots * (seat << self.top + 1 | self.packed(self.filled(word)))
        return moves[<int>((random >> 32) * <Bits>moves[self.slots - 1] >> 32)]

    # Blocks of a fixed size are copied, longer than most lists: nothing hangs on a branch, which in random games would
    # often be mispredicted. Neither copy waits for the other, nor the count for either.
    cdef inline void add(self, MoveList out, int seat, int early, int late) noexcept:
        cdef int* items = out.items + out.count
        cdef int* first = self.lists + self.slots * (seat << self.top + 1 | early)
        cdef int* then = self.lists + self.slots * (seat << self.top + 1 | late)
        cdef int count = first[self.slots - 1]
        if self.slots == 8:
            memcpy(items, first, 8 * sizeof(int))
            memcpy(items + count, then, 8 * sizeof(int))
        else:
            memcpy(items, first, SLOTS * sizeof(int))
            memcpy(items + count, then, SLOTS * sizeof(int))
        out.count += count + then[self.slots - 1]
