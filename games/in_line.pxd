# The C side of in_line.py: all of it is inlined where it is used.
from games.bits cimport Bits


cdef inline Bits fours(Bits stones, int step) noexcept:
    stones &= stones >> step
    return stones & stones >> 2 * step


cdef inline Bits runs(Bits stones, int step, int line) noexcept:
    cdef int length = 1
    while 2 * length <= line:
        stones &= stones >> length * step
        length *= 2
    return stones & stones >> (line - length) * step


cdef inline Bits gaps_of_four(Bits stones, int step) noexcept:
    cdef Bits before = stones << step & stones << 2 * step
    cdef Bits behind = stones >> step & stones >> 2 * step
    return before & (stones << 3 * step | stones >> step) | behind & (stones << step | stones >> 3 * step)


cdef inline Bits gaps(Bits stones, Bits board, int step, int line) noexcept:
    cdef Bits found = 0, below = board, whole
    cdef int near, far
    for near in range(line):
        if near > 0:
            below &= stones << near * step
        whole = below
        for far in range(1, line - near):
            whole &= stones >> far * step
        found |= whole
    return found
