"""Proof numbers in tree search: moves that are nearer to a proof are tried more often.

PN-MCTS: J. Kowalski, E. Doe, M. H. M. Winands, D. Gorski and D. J. N. J. Soemers, "Proof Number Based Monte-Carlo Tree
Search", arXiv 2303.09449, and generalized in arXiv 2506.13249. The proof number of a node is how
many positions below it must at least be proven so that seat 0 is proven to win, the disproof number how many so that it
is proven not to (L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-Number Search", Artificial Intelligence
66, 1994). Where seat 0 is to move

    proof = the least proof of the children        disproof = the sum of the children's disproofs

and where seat 1 is, the other way round. A position met for the first time has 1 and 1. To the bound of a move is added

    weight * own number of the node / own number of the child,    weight = 0.01 * visits ** (1/4)

the own number being the proof for seat 0 and the disproof for seat 1. The move nearest to a proof gets all of the
weight. The paper ranks the moves instead, or divides by the largest number; both take another pass over them. The
fourth root is ours: it lets proofs count the more, the more time there is to find them.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, MoveList
    from cython.cimports.players.search.montecarlo.nodes import Nodes
else:
    from games.game import CHANCE, MoveList
    from players.search.montecarlo.nodes import Nodes

NEVER = cython.declare(cython.longlong, 1 << 30)  # what cannot be proven


@cython.cfunc
@cython.exceptval(check=False)
def back_up_proofs(nodes: Nodes, path: MoveList) -> cython.void:
    """Count again what has to be proven at the nodes on the way, upwards, as far as it changes."""
    place: cython.int
    last: cython.int = path.count - 1
    for place in range(last, -1, -1):
        if not count_proofs(nodes, path.at(place)) and place < last:
            break


@cython.cfunc
@cython.exceptval(check=False)
def count_proofs(nodes: Nodes, node: cython.int) -> cython.bint:
    """Set the numbers of a node by its children, or by what is proven of it; whether they change."""
    turn: cython.int = nodes.at(node).turn
    child: cython.int = nodes.at(node).child
    proof: cython.longlong = NEVER if turn == 0 else 0
    disproof: cython.longlong = 0 if turn == 0 else NEVER
    if nodes.solved(node):
        won: cython.bint = nodes.at(node).low > 0
        proof, disproof = 0 if won else NEVER, NEVER if won else 0
    elif child == 0 or turn == CHANCE:
        return False
    else:
        while child:
            if turn:
                proof += nodes.at(child).proof
                disproof = min(disproof, cython.cast(cython.longlong, nodes.at(child).disproof))
            else:
                proof = min(proof, cython.cast(cython.longlong, nodes.at(child).proof))
                disproof += nodes.at(child).disproof
            child = nodes.at(child).next
    proof, disproof = min(proof, NEVER), min(disproof, NEVER)
    if proof == nodes.at(node).proof and disproof == nodes.at(node).disproof:
        return False
    nodes.at(node).proof, nodes.at(node).disproof = proof, disproof
    return True
