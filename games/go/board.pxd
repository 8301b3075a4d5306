# The C side of board.py.

cdef void absorb(short* chains, short* nexts, short* sizes, short* liberties, int one, int other) noexcept
cdef void release(short* chains, short* nexts, short* sizes, short* liberties, int one, int other) noexcept
cdef int last_liberty(short* points, short* chains, short* nexts, short* liberties, int chain) noexcept
cdef bint is_safe(short* points, short* chains, short* nexts, short* liberties, int point, int own) noexcept
cdef bint is_shape(int code) noexcept
cdef int measure(short* points, int size, int black, int white) noexcept
cdef int weigh(short* points, int size) noexcept
cdef int nearness(int around, int turn, int code, int last, int move) noexcept
cdef int openness(short* points, int size, int left, int point) noexcept
cdef bint is_bare(short* points, int size, int point, int far, int most) noexcept


cdef inline int whole(int halves) noexcept:
    return (halves + (halves & 1 if halves > 0 else -(halves & 1))) // 2


# The points beside one are 1 and 21 away.
cdef inline bint fills(short* chains, short* liberties, int point, int chain) noexcept:
    cdef short* at = chains + point
    cdef int left = liberties[chain]
    return left < 5 and left == (at[1] == chain) + (at[-1] == chain) + (at[21] == chain) + (at[-21] == chain)


# Those at its corners are 20 and 22 away; 3 is the edge.
cdef inline bint is_eye(short* points, int point, int own) noexcept:
    cdef short* at = points + point
    if at[1] != own and at[1] != 3 or at[-1] != own and at[-1] != 3:
        return False
    if at[21] != own and at[21] != 3 or at[-21] != own and at[-21] != 3:
        return False
    cdef int others = (at[22] == 3 - own) + (at[20] == 3 - own) + (at[-20] == 3 - own) + (at[-22] == 3 - own)
    cdef bint edge = at[22] == 3 or at[20] == 3 or at[-20] == 3 or at[-22] == 3
    return others + edge < 2

cdef int liberty_but(short* points, short* nexts, int chain, int one, int other) noexcept
cdef bint doubled(short* points, short* chains, short* nexts, int point, int first, int own) noexcept
cdef int fill(short* points, short* seen, int point) noexcept
