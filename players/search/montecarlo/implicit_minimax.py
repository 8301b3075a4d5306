"""Implicit minimax backups: the game's estimate, by minimax over the tree, beside what playouts say.

M. Lanctot, M. H. M. Winands, T. Pepels and N. R. Sturtevant, "Monte Carlo Tree Search with Heuristic Evaluations using
Implicit Minimax Backups", IEEE Conference on Computational Intelligence and Games, 2014 (arXiv 1406.0486). A node that
is met for the first time keeps the estimate of its position, and every other one the best of its children that were
visited. A move is tried by

    (1 - alpha) * mean + alpha * minimax

in place of the mean. In the paper alpha is 0.4 at breakthrough; here it is 0.6 everywhere. The estimate is read as a
share of wins by the scale of the game,

    share = 1 / (1 + exp(-estimate / scale))

What is shown, and what decides which move is made, is the mean and the visits.
"""

from math import exp

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, MoveList
    from cython.cimports.libc.math import exp
    from cython.cimports.players.search.montecarlo.nodes import Nodes
else:
    from games.game import CHANCE, MoveList
    from players.search.montecarlo.nodes import Nodes


@cython.ccall
@cython.exceptval(check=False)
def as_share(estimate: cython.int, scale: cython.double) -> cython.double:
    """The share of wins of seat 0, 0 to 1, that such an estimate stands for."""
    return 1.0 / (1.0 + exp(-max(-700.0, min(700.0, estimate / scale))))


@cython.cfunc
@cython.exceptval(check=False)
def back_up_estimates(nodes: Nodes, path: MoveList) -> cython.void:
    """Take the best of the children at the nodes on the way, upwards, as far as it changes."""
    place: cython.int
    last: cython.int = path.count - 1
    if nodes.solved(path.at(last)):
        nodes.at(path.at(last)).minimax = (nodes.at(path.at(last)).low + 1) / 2.0
    for place in range(last - 1, -1, -1):
        if not take_best(nodes, path.at(place)):
            break


@cython.cfunc
@cython.exceptval(check=False)
def take_best(nodes: Nodes, node: cython.int) -> cython.bint:
    """Set the value of a node to the best of its visited children, within what is proven; whether it changes."""
    turn: cython.int = nodes.at(node).turn
    child: cython.int = nodes.at(node).child
    best: cython.double = 1.0 if turn else 0.0
    if turn == CHANCE:
        return False
    while child:
        if nodes.at(child).visits:
            found: cython.double = nodes.at(child).minimax
            best = min(best, found) if turn else max(best, found)
        child = nodes.at(child).next
    best = max(best, (nodes.at(node).low + 1) / 2.0)
    best = min(best, (nodes.at(node).high + 1) / 2.0)
    if best == nodes.at(node).minimax:
        return False
    nodes.at(node).minimax = best
    return True
