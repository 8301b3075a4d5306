# The C side of lines.py: all of it is inlined where it is used.
from games.base.bits cimport Bits, count


cdef inline Bits fours(Bits stones, int step) noexcept:
    stones &= stones >> step
    return stones & stones >> 2 * step


# Each of these is written out for six rows, so that C shifts by what it knows beforehand, in fewer steps.
cdef inline bint any_four(Bits stones, int rows) noexcept:
    return four_in_line(stones, 6) if rows == 6 else four_in_line(stones, rows)


cdef inline Bits fills_of_four(Bits stones, int rows) noexcept:
    return fills(stones, 6) if rows == 6 else fills(stones, rows)


cdef inline int weigh_fours(Bits stones, Bits free, int rows) noexcept:
    return weigh_lines(stones, free, 6) if rows == 6 else weigh_lines(stones, free, rows)


cdef inline bint four_in_line(Bits stones, int rows) noexcept:
    return (fours(stones, 1) | fours(stones, rows) | fours(stones, rows + 1) | fours(stones, rows + 2)) != 0


# Counts of two bits are added before they are folded together, so that lines and those with two stones take one fold.
cdef inline Bits halfway(Bits bits) noexcept:
    bits -= bits >> 1 & 0x5555555555555555ULL
    return (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL)


cdef inline int weigh_along(Bits stones, Bits free, int step) noexcept:
    cdef Bits second = stones >> step, third = stones >> 2 * step, fourth = stones >> 3 * step
    cdef Bits lines = fours(free, step)
    cdef Bits pairs = stones & second & ~(third | fourth) | third & fourth & ~(stones | second)
    pairs |= (stones ^ second) & (third ^ fourth)
    cdef Bits counts = halfway(lines) + 2 * halfway(lines & pairs)
    counts = (counts & 0x0F0F0F0F0F0F0F0FULL) + (counts >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return <int>(counts * 0x0101010101010101ULL >> 56)


cdef inline int weigh_lines(Bits stones, Bits free, int rows) noexcept:
    cdef int total = weigh_along(stones, free, 1) + weigh_along(stones, free, rows)
    return total + weigh_along(stones, free, rows + 1) + weigh_along(stones, free, rows + 2)


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


cdef inline Bits fills(Bits stones, int rows) noexcept:
    cdef Bits below = stones << 1 & stones << 2 & stones << 3
    return below | gaps_of_four(stones, rows) | gaps_of_four(stones, rows + 1) | gaps_of_four(stones, rows + 2)


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
