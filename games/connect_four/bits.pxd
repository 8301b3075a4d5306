# The C side of bits.py: all of it is inlined where it is used.
from games.base.bits cimport Bits
from games.connect_four.lines cimport gaps_of_four


cdef inline Bits threats(Bits stones, Bits filled) noexcept:
    cdef Bits found = stones << 1 & stones << 2 & stones << 3  # a column grows from below
    found |= gaps_of_four(stones, 6) | gaps_of_four(stones, 7) | gaps_of_four(stones, 8)
    return found & (0xFDFBF7EFDFBFULL ^ filled)


cdef inline Bits safe_places(Bits filled, Bits against) noexcept:
    cdef Bits places = filled + 0x40810204081ULL & 0xFDFBF7EFDFBFULL
    cdef Bits stops = places & against
    if stops:
        places = 0 if stops & (stops - 1) else stops
    return places & ~(against >> 1)


cdef inline Bits key_of(Bits mine, Bits filled, int left) noexcept:
    cdef Bits key = filled + 0x40810204081ULL | mine, other = 0
    cdef int column
    if left <= 18:
        return key
    for column in range(7):
        other = other << 7 | (key >> 7 * column & 127)
    return key if key < other else other


cdef inline Bits stones_of(Bits key) noexcept:
    cdef Bits filled = key >> 1 & 0xFDFBF7EFDFBFULL
    cdef int row
    for row in range(5):
        filled |= filled >> 1 & 0xFDFBF7EFDFBFULL
    return filled
