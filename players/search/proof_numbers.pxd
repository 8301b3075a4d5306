# The C side of proof_numbers.py.
from games.game cimport MoveList
from players.search.nodes cimport Node, Nodes

cdef void back_up_proofs(Nodes nodes, MoveList path) noexcept
cdef bint count_proofs(Nodes nodes, int node) noexcept


cdef inline double proof_share(Node* parent, Node* child) noexcept:
    if parent.turn:
        return parent.disproof / <double>max(child.disproof, 1)
    return parent.proof / <double>max(child.proof, 1)
