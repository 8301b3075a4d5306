# The C side of distance.py.

cpdef enum:
    BOTH = 3
    STONE = 4
    HALF = 4
    FAR = 1000

cdef int spread(short* board, int* steps, int columns, int rows, int seat, int side, bint whole, short* costs) noexcept
cdef int distance(short* board, int* steps, int columns, int rows, int seat) noexcept
cdef void weigh_cells(short* board, int* steps, int columns, int rows, short* slack) noexcept
