# The C side of scoring.py.
cdef bint is_shape(short* points, int point) noexcept
cdef int measure(short* points, int size, int black, int white) noexcept
cdef int weigh(short* points, int size) noexcept


# The points beside one are 1 and 21 away, those at its corners 20 and 22; 3 is the edge.
cdef inline bint is_eye(short* points, int point, int own) noexcept:
    cdef short* at = points + point
    if at[1] != own and at[1] != 3 or at[-1] != own and at[-1] != 3:
        return False
    if at[21] != own and at[21] != 3 or at[-21] != own and at[-21] != 3:
        return False
    cdef int others = (at[22] == 3 - own) + (at[20] == 3 - own) + (at[-20] == 3 - own) + (at[-22] == 3 - own)
    cdef bint edge = at[22] == 3 or at[20] == 3 or at[-20] == 3 or at[-22] == 3
    return others + edge < 2
