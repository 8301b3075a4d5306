# The C side of gomoku_moves.py.
cimport cython
from games.game cimport MoveList
from games.gomoku.threats cimport Threats

cdef enum:
    TAKEN = 64  # added to what is counted around a cell where no stone can be placed


cdef class GomokuMoves(Threats):
    cdef int left  # empty cells
    cdef int near  # those of them near a stone
    cdef short[529] around  # stones near a cell, and TAKEN
    cdef int[361] cells_left
    cdef short[529] places  # of a cell in the list of the empty ones, or where it was
    cdef short[529] befores  # where it was before it came to be near a stone
    cdef void put(self, int place, int cell) noexcept
    cdef void take(self, int move) noexcept
    cdef void give(self, int move) noexcept
    cdef int gather(self, MoveList out, int seat, int what) except -1
    cdef int collect_answers(self, MoveList out, MoveList ranks) except -1
    cdef void touch(self, short* touched, int cell, int step) noexcept
    cdef int rank_all(self, MoveList out, MoveList ranks) except -1
    cdef int rank(self, int cell) noexcept
