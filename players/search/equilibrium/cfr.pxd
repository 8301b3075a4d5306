# The C side of cfr.py.
from games.base.bits cimport Bits
from games.game cimport Game, MoveList
from players.search.clock cimport Clock
from players.search.random_play cimport Rng
from players.search.values.value_iteration cimport KeyIndex


cdef class PredictiveCfr:
    cdef readonly object tree
    cdef readonly long long iterations
    # The arrays of `rest`, `total`, `looked` and `gain`.
    cdef readonly object others, sums, shares, gains
    cdef int nodes, sets
    # Of each node, as in the tree.
    cdef int[::1] parent, slot
    cdef signed char[::1] by
    cdef double[::1] odds, score
    # Of each information set.
    cdef signed char[::1] seat
    cdef int[::1] first, level, sample
    # Of each node, as the last walk left it: the reach probability by the walk's seat, and by all others with chance,
    # and the expected score of seat 0 from there.
    cdef double[::1] own, rest, worth
    # Of each slot: the current strategy, its regrets, its weighted sum for the average, the strategy being evaluated,
    # and the counterfactual value of the move for the last walk's seat.
    cdef double[::1] current, regret, total, looked, gain
    cdef int iterate(self)
    cdef int descend(self, int seat, double[::1] strategy)
    cdef int ascend(self, int seat, double[::1] strategy)
    cdef int learn(self, int seat, double weight)
    cdef int normalize(self, double[::1] sums, double[::1] shares, int place)
    cdef int settle(self)
    cdef int pick(self, int seat, int level)


cdef class Mccfr:
    cdef readonly long long iterations
    cdef readonly int sets, deepest
    cdef readonly bint full
    cdef str title  # of the game
    cdef Game start, game
    cdef Clock clock
    cdef Rng rng
    cdef MoveList moves  # of the line under way
    cdef MoveList dealt
    cdef double[::1] gains  # of these moves
    cdef double[::1] cells
    cdef long long used, most
    cdef KeyIndex rows  # by information set
    cdef KeyIndex lines  # by line of play
    cdef int seat  # that learns
    cdef double weight
    cdef int recall  # -1 for all
    cdef KeyIndex views  # numbers of what a seat imagines of a position, and of what it hears of a move
    cdef dict names
    cdef MoveList heard  # numbers of what was heard on the line under way, for each move seat 0's first
    cdef double walk(self, Bits line, int ply) except -1e+300
    cdef double follow(self, int move, Bits line, int ply) except -1e+300
    cdef double learn(self, int row, int bottom, Bits line, int ply) except -1e+300
    cdef double sum_regrets(self, int row, int count) noexcept
    cdef double share(self, int row, int count, int place, double whole) noexcept
    cdef int draw_move(self, int row, int bottom) except -1
    cdef int find_set(self, Bits line, int count) except -1
    cdef int find_view(self, int count) except -1
    cdef int hear(self, int move, int seat) except -1
    cdef int find_row(self, Bits key, int count) except -1
