# The C side of implicit_minimax.py.
from games.game cimport MoveList
from players.search.montecarlo.nodes cimport Nodes

cpdef double as_share(int estimate, double scale) noexcept
cdef void back_up_estimates(Nodes nodes, MoveList path) noexcept
cdef bint take_best(Nodes nodes, int node) noexcept
