# The C side of bandit.py.
from libc.math cimport sqrt
from games.game cimport Game, MoveList
from players.search.montecarlo.stamped_set cimport StampedSet
from players.search.montecarlo.nodes cimport Later, Node, Nodes

cdef inline double bound_of(Node* node, int turn, double wide, double alpha) noexcept:
    if node.visits == 0:
        return 1e200
    cdef double each = 1.0 / node.visits
    cdef double mean = node.total * each
    mean += alpha * (node.minimax - mean)
    return (1 - mean if turn else mean) + wide * sqrt(each)


cdef inline double mixed_bound(Node* node, Later* later, int turn, double wide, double rave) noexcept:
    if later.visits == 0:
        return bound_of(node, turn, wide, 0)
    cdef double mean = later.total / later.visits
    cdef double part
    if node.visits:
        part = sqrt(rave / (3.0 * node.visits + rave))
        mean = part * mean + (1 - part) * (node.total / node.visits)
    return (1 - mean if turn else mean) + wide / sqrt(max(node.visits, 1))


cdef class Bandit:
    cdef readonly Nodes nodes
    cdef MoveList path, trail, movers
    cdef StampedSet later
    cdef double explore, rave, alpha
    cdef bint proving
    cdef readonly int deepest
    cpdef int turn(self, int node) noexcept
    cdef int trace(self, Game game, int move) except -1
    cdef int prime(self, Game game, int first) except -1
    cdef int find_child(self, int node, int move) noexcept
    cdef int best(self, int node) noexcept
    cdef int best_plain(self, int node, int turn, double wide, double share) noexcept
    cdef int best_mixed(self, int node, double wide) noexcept
    cdef void count(self, double reward, bint proven) noexcept
    cdef void back_up(self) noexcept
    cdef bint prove(self, int node) noexcept
    cdef int count_later(self, double reward) except -1
