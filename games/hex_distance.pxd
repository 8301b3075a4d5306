# The C side of hex_distance.py.

cpdef enum:
    BOTH = 3
    STONE = 4
    HALF = 4

cdef int distance(short* board, int* steps, int columns, int rows, int seat) noexcept
