# The C side of dark_squares.py: all of it is inlined where it is used.
from games.base.bits cimport Bits, count, lowest
from games.game cimport MoveList

cdef enum:
    FIRST = 10


cdef inline Bits board() noexcept:
    return 0xFFULL << FIRST | 0xFFULL << FIRST + 9 | 0xFFULL << FIRST + 18 | 0xFFULL << FIRST + 27


cdef inline int step(int way) noexcept:
    return (4 + (way & 1)) * (1 - (way & 2))


cdef inline Bits steppers(Bits down, Bits up, Bits empty) noexcept:
    return down & (empty >> 4 | empty >> 5) | up & (empty << 4 | empty << 5)


cdef inline Bits jumpers(Bits down, Bits up, Bits theirs, Bits empty) noexcept:
    down &= theirs >> 4 & empty >> 8 | theirs >> 5 & empty >> 10
    return down | up & (theirs << 4 & empty << 8 | theirs << 5 & empty << 10)


cdef inline void push_steps(MoveList out, Bits pieces, int far) noexcept:
    cdef int bit
    while pieces:
        bit = lowest(pieces)
        out.push(bit | (bit + far) << 6)
        pieces &= pieces - 1


cdef inline int add_jumps(MoveList out, int start, int bit, Bits theirs, Bits empty, int jumps, int ways) except -1:
    cdef int way, over, to, found = 0
    for way in range(4):
        over = bit + step(way)
        to = over + step(way)
        if ways >> way & 1 and theirs >> over & empty >> to & 1:
            found = 1
            if not add_jumps(out, start, to, theirs ^ 1ULL << over, empty, jumps << 2 | way, ways):
                out.add((jumps << 2 | way) << 12 | to << 6 | start)
    return found


cdef inline Bits jumped_squares(int move) noexcept:
    cdef Bits found = 0
    cdef int bit = move >> 6 & 63, jumps = move >> 12
    while jumps > 1:
        found |= 1ULL << bit - step(jumps & 3)
        bit -= 2 * step(jumps & 3)
        jumps >>= 2
    return found


cdef inline int distances(int bit, Bits pieces) noexcept:
    cdef int total = 0
    cdef Bits near = 1ULL << bit
    while pieces & ~near:
        total += count(pieces & ~near)
        near |= (near << 4 | near << 5 | near >> 4 | near >> 5) & board()
    return total
