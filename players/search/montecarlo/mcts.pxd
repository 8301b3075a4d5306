# The C side of mcts.py.
cimport cython
from games.game cimport Game, MoveList
from players.search.alphabeta.tree cimport StaticEvaluation
from players.search.clock cimport Clock
from players.search.montecarlo.nodes cimport Nodes, StampedSet
from players.search.random_play cimport Rng


@cython.final
cdef class Uct:
    cdef readonly Nodes nodes
    cdef readonly int deepest
    cdef MoveList path, trail, movers
    cdef StampedSet later
    cdef double explore, rave, alpha
    cdef double[256] betas  # the weight of RAVE by visits
    cdef int patience  # visits of a node before it gets children
    cdef bint proving
    cdef Game seen  # the position as the seat knows it
    cdef Game start, game
    cdef Clock clock
    cdef Rng rng
    cdef object source
    cdef public object among
    cdef MoveList choices, ranks
    cdef bint ranked
    cdef double stakes
    cdef StaticEvaluation evaluation
    cdef double scale  # of the estimate; 0 if it does not count
    cdef int seat
    cdef readonly bint hidden
    cdef readonly long long playouts
    cdef bint trusted  # whether the game has no moves when it is over
    cdef bint drawn  # whether the game draws playout moves itself; whole: whole playouts
    cdef bint whole
    cdef bint primed  # whether moves begin with the game's priors
    cdef bint can_restart, unmakes, pointed, solver
    cdef object one(self)
    cdef Game world(self)
    cdef int gather(self, Game game) except -1
    cdef int playout(self, Game game) except -1
    cdef int descend(self, Game game) except -1
    cdef int descend_worlds(self, Game game) except -1
    cdef bint expand(self, Game game, int node) except -1
    cdef int restrict(self) except -1
    cdef int roll(self, Game game, int node) except -1
    cdef int best_legal(self, Game game, int node) except -1
    cdef int label(self, Game game, int move) except -1
    cdef double reward(self, int score) except -1
    cpdef int turn(self, int node) noexcept
    cdef int trace(self, Game game, int move) except -1
    cdef int prime(self, Game game, int first) except -1
    cdef int find_child(self, int node, int move) noexcept
    cdef int best(self, int node) noexcept
    cdef int best_plain(self, int node, int turn, double wide, double share) noexcept
    cdef int best_mixed(self, int node, double wide) noexcept
    cdef double bound_of(self, int child, int turn, double wide) noexcept
    cdef double mixed_bound(self, int child, int turn, double wide) noexcept
    cdef void count(self, double reward, bint proven) noexcept
    cdef void back_up(self) noexcept
    cdef bint prove(self, int node) noexcept
    cdef int count_later(self, double reward) except -1
