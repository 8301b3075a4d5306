# The C side of go_playout.py.
cimport cython
from games.base.bits cimport Bits
from games.game cimport MoveList
from games.go.board cimport GoBoard


cdef class GoPlayout(GoBoard):
    cdef public bint answers  # whether playouts answer the last move, or draw all moves alike
    cdef int[512] found
    cdef int count
    cdef bint is_good(self, int point) noexcept
    cdef int draw(self, Bits random) noexcept
    cdef int draw_any(self, Bits random) noexcept
    cdef int answer(self, Bits random) noexcept
    cdef void collect_rescues(self, int chain) noexcept
    cdef void collect_patterns(self) noexcept
    cdef int last_liberty(self, int chain) noexcept
    cdef bint is_safe(self, int point) noexcept
    cdef int liberty_but(self, int chain, int one, int other) noexcept
    cdef bint doubled(self, int point, int first) noexcept
    cdef void offer(self, int point) noexcept
    cdef int shape(self, int point) noexcept
    cdef int nearness(self, int move) noexcept
    cdef int play_out(self, Bits random, MoveList moves, MoveList movers) except -1
    cdef int weigh_move(self, int move) noexcept
