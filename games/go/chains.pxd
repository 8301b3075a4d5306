# The C side of chains.py.
cdef void absorb(short* chains, short* nexts, short* sizes, short* liberties, int one, int other) noexcept
cdef void release(short* chains, short* nexts, short* sizes, short* liberties, int one, int other) noexcept
cdef int last_liberty(short* points, short* chains, short* nexts, short* liberties, int chain) noexcept
cdef bint is_safe(short* points, short* chains, short* nexts, short* liberties, int point, int own) noexcept


# The points beside one are 1 and 21 away.
cdef inline bint fills(short* chains, short* liberties, int point, int chain) noexcept:
    cdef short* at = chains + point
    cdef int left = liberties[chain]
    return left < 5 and left == (at[1] == chain) + (at[-1] == chain) + (at[21] == chain) + (at[-21] == chain)
