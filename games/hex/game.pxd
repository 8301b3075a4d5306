# The C side of game.py.
cimport cython
from games.base.bits cimport Bits, lowest, stir
from games.base.planes cimport Planes
from games.game cimport ONGOING, Game, MoveList

cdef enum:
    AREA = 441
    LAID = 512  # in the journal: a stone that was laid, not one that it joined
    CELL = 511

    BOTH = 3  # joined to the first side and to the second
    STONE = 4
    HALF = 4  # bits from Red's half of a cell to Blue's
    FAR = 1000  # where no way is left


cdef class Hex(Game):
    cdef readonly int columns, rows
    cdef readonly int width  # from a row to the next
    cdef readonly bint swap, misere
    cdef readonly int first  # the first move
    cdef int left  # empty cells
    cdef int made  # entries of the journal
    cdef int result  # the score, or ONGOING
    cdef Bits mixed  # the words of all stones
    cdef int[7] steps  # to the six cells around, each next to the one before, and the first again
    cdef readonly short[441] board
    cdef int[361] empty  # the empty cells
    cdef short[441] places  # of a cell among them, or where it was
    cdef short[722] journal  # each stone in the order of moves, followed by those that it joined to a side
    cdef short[441] slack  # of the empty cells, for both seats together
    cdef Bits weighed  # the stones for which that holds, as `mixed` has them; or 0
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef clear(self, int columns, int rows)
    cdef int joined_neighbours(self, int cell) noexcept
    cdef int ring(self, int cell, int seat) noexcept
    cdef void lay(self, int cell, int seat) noexcept
    cdef void join(self, short loose, short joined) noexcept
    cdef void lift(self, int cell, int seat) noexcept
    cdef int last_stone(self) noexcept
    cdef int broken(self, int last, int seat) noexcept
    cdef int draw(self, Bits random) noexcept
    cdef void weigh(self) noexcept
    cdef int weigh_move(self, int cell) noexcept
    cdef bint is_edge(self, int cell) noexcept
    cdef void gather_wins(self, MoveList out, int seat) noexcept
    cdef int mirror(self, int cell) noexcept

cdef int enter_side(int* queue, int columns, int rows, int seat, int side) noexcept
cdef void lay_out(short* board, short* ground, short* costs, int count) noexcept
cdef int spread(short* board, int* steps, int columns, int rows, int seat, int side, bint whole, short* costs) noexcept
cdef int distance(short* board, int* steps, int columns, int rows, int seat) noexcept
cdef void weigh_cells(short* board, int* steps, int columns, int rows, short* slack) noexcept
