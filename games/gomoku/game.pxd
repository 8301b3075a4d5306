# The C side of game.py.
cimport cython
from games.base.bits cimport Bits, stir
from games.game cimport ONGOING, Game, MoveList
from games.gomoku.kinds cimport classify

cdef enum:
    WIDTH = 23  # cells in a row of the table, margins included
    FIRST = 48  # the number of a1
    TABLE = 529

    BLACK = 1  # what stands on a cell; an empty one is 0
    WHITE = 2
    MARGIN = -1
    TAKEN = 64  # added to what is counted around a cell where no stone can be placed

    FIVE = 5  # what a stone on a cell does, all its lines together
    OPEN_FOUR = 4
    FOUR_AND_THREE = 3
    TWO_THREES = 2
    FOUR = 1

    THREES = 7  # in the marks of a cell: lines of it in which a stone makes an open three
    FOURS = 56  # and those in which it makes a four
    ROWS = 164  # lines of cells that all run on to the edge, 41 in each direction


cdef class Gomoku(Game):
    cdef readonly int columns, rows, line
    cdef readonly bint exact, misere
    cdef readonly short[529] board
    cdef int result  # the score, or ONGOING
    cdef Bits hash

    cdef int left  # empty cells
    cdef int near  # empty cells near a stone
    cdef short[529] around  # stones near a cell, and TAKEN
    cdef int[361] cells_left
    cdef short[529] places  # of a cell in the list of the empty ones, or where it was
    cdef short[529] befores  # where it was before it came to be near a stone

    cdef int reach  # from a cell to the furthest one that counts for it
    cdef int made, seen  # stones placed; how many of them the following fields know
    cdef short[361] journal  # the cells of the stones, in their order
    cdef Bits[328] words  # of each seat and row, its stones, and all that is no cell
    cdef short[2116] kinds  # of each direction and cell, what a stone makes there: White's above four bits
    cdef short[1058] marks  # of each seat and cell, how many lines it makes that are a threat
    cdef short[1058] worths
    cdef int[2] sums
    cdef int[12] tally  # for each seat, the number of cells by what a stone does there

    cdef clear(self)
    cdef begin_threats(self, list cells)
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef bint has_line(self, int move, int colour) noexcept
    cdef void put(self, int place, int cell) noexcept
    cdef void take(self, int move) noexcept
    cdef void give(self, int move) noexcept
    cdef void know(self) noexcept
    cdef void forget(self, int cell, int seat) noexcept
    cdef void change(self, int cell, int seat, bint placing) noexcept
    cdef void walk(self, int cell, int direction, int way) noexcept
    cdef void look_at(self, int direction, int cell) noexcept
    cdef void enter(self, int direction, int cell, int kinds) noexcept
    cdef void reckon(self, int seat, int cell, int before, int kind) noexcept
    cdef int does(self, int seat, int cell) noexcept
    cdef int judge(self) noexcept
    cdef int gather(self, MoveList out, int seat, int what) except -1
    cdef int collect_answers(self, MoveList out, MoveList ranks) except -1
    cdef void touch(self, short* touched, int cell, int step) noexcept
    cdef int rank_all(self, MoveList out, MoveList ranks) except -1
    cdef int rank(self, int cell) noexcept
