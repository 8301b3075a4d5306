# The C side of proof_numbers.py.
from games.game cimport MoveList
from players.search.montecarlo.nodes cimport Nodes

cdef void back_up_proofs(Nodes nodes, MoveList path) noexcept
cdef bint count_proofs(Nodes nodes, int node) noexcept
