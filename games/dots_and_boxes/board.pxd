# The C side of board.py: all of it is inlined where it is used.
from games.base.bits cimport Bits


cdef inline Bits fours(Bits lines, int columns) noexcept:
    return lines & lines >> columns & lines >> columns + 1 & lines >> 2 * columns + 1


cdef inline Bits threes(Bits lines, int columns) noexcept:
    cdef Bits left = lines >> columns
    cdef Bits right = lines >> columns + 1
    cdef Bits above = lines >> 2 * columns + 1
    return (lines ^ above) & left & right | lines & above & (left ^ right)


cdef inline Bits twos(Bits lines, int columns) noexcept:
    cdef Bits left = lines >> columns
    cdef Bits right = lines >> columns + 1
    cdef Bits above = lines >> 2 * columns + 1
    return (lines ^ above) & (left ^ right) | lines & above & ~(left | right) | left & right & ~(lines | above)


cdef inline Bits sides(Bits boxes, int columns) noexcept:
    return boxes | boxes << columns | boxes << columns + 1 | boxes << 2 * columns + 1


cdef inline Bits beside(Bits lines, int columns) noexcept:
    return lines | lines >> columns | lines >> columns + 1 | lines >> 2 * columns + 1


cdef inline Bits reach(Bits boxes, Bits free, int columns) noexcept:
    cdef Bits found = (boxes & free) >> 2 * columns + 1
    found |= (boxes << columns & free) >> columns + 1
    found |= (boxes << columns + 1 & free) >> columns
    return found | boxes << 2 * columns + 1 & free


cdef inline Bits chain(Bits box, Bits members, Bits free, int columns) noexcept:
    cdef Bits found = box
    cdef Bits before = 0
    while found != before:
        before = found
        found |= reach(found, free, columns) & members
    return found
