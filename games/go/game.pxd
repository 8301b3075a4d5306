# The C side of game.py.
from games.base.bits cimport Bits, stir
from games.game cimport ONGOING, Game, MoveList
from games.go.board cimport (
    fills, is_eye, is_safe, is_shape, last_liberty, liberty_but, measure, nearness, openness, weigh, whole,
)
from games.go.stones cimport EMPTY, PASS, TABLE, WIDTH, Stones


cdef class Go(Stones):
    cdef readonly int komi  # in halves of a point
    cdef public bint answers  # whether playouts answer the last move, or draw all moves alike
    cdef int limit  # the most moves of a game
    cdef int[512] found  # the moves of a playout to draw from
    cdef int count
    cdef void become(self, Game other)
    cdef put(self, int row, int column, int seat)
    cdef ban(self, places)
    cdef bint is_good(self, int point) noexcept
    cdef int draw(self, Bits random) noexcept
    cdef int draw_any(self, Bits random) noexcept
    cdef int answer(self, Bits random) noexcept
    cdef void collect_rescues(self, int chain) noexcept
    cdef int draw_shape(self, Bits random) noexcept
    cdef int draw_found(self, Bits random, bint safe) noexcept
    cdef bint lives(self, int point) noexcept
    cdef void offer(self, int point) noexcept
    cdef bint is_caught(self, int stone) noexcept
    cdef bint chases(self, int stone, int point) noexcept
