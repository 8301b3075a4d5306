"""The nodes of a search tree, numbered in order of creation, and the values backed up in them.

Room for all of them is taken at once; the machine provides it page by page as it is used. The root is number 0. A child
has a higher number than its parent, so a walk over the numbers meets parents first.
"""

from math import exp

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, MoveList
    from cython.cimports.libc.math import exp
    from cython.cimports.libc.stdlib import calloc, free, malloc
    from cython.cimports.players.search.montecarlo.nodes import Later, Node
else:
    from games.game import CHANCE, MoveList

PLAIN = (48, 256)  # bytes of a node: compiled, and interpreted with its numbers
WITH_LATER = (64, 344)
NEVER = cython.declare(cython.longlong, 1 << 30)  # what cannot be proven
LAST = cython.declare(cython.int, (1 << 31) - 1)


def room(megabytes: float, later: bool) -> int:
    """Return how many nodes fit into the memory, at least 2; with `later`, each with a Later."""
    return max(2, min(int(megabytes * 2**20) // (WITH_LATER if later else PLAIN)[not cython.compiled], 2**31 - 1))


if not cython.compiled:
    LIMBO = 1  # the node that stands for all that did not fit

    class PlainNode:
        """A node, as the struct Node is in C."""

        __slots__ = (
            *("child", "disproof", "high", "low", "minimax", "move", "next", "offers", "proof", "total", "turn"),
            "visits",
        )

        def __init__(self, move):
            self.move = move
            self.child = self.next = self.visits = self.offers = 0
            self.turn = self.low = -1
            self.high = 1
            self.total, self.minimax = 0.0, 0.5
            self.proof = self.disproof = 1

    class PlainLater:
        """RAVE's statistics of a node, as the struct Later in C."""

        __slots__ = ("total", "visits")

        def __init__(self):
            self.total, self.visits = 0.0, 0


class Nodes:
    """At most `most` nodes. Raises MemoryError if there is no room for them.

    A node has
        move         the move that leads to it
        child, next  its first child and its next sibling, 0 for none
        visits       how often it was visited;  total: the sum of what seat 0 won in them, 0 to 1 each
        offers       how often it could have been visited, if moves are not always legal
        turn         the seat to move, once it has children
        low, high    proven bounds of the sign of seat 0's score
        minimax      what seat 0 wins by the estimates below it, 0 to 1 (back_up_estimates)
        proof, disproof  how many positions at least must be proven for seat 0 to win, and not to (back_up_proofs)
    and with later a Later: visits and total of the playouts in which its move was made later by the same seat.

    refused  whether it ran out of room since the last root was chosen.
    """

    if cython.compiled:

        def __init__(self, most: int, later: bool = False):
            free(self.items)
            free(self.laters)
            size: cython.size_t = most
            self.most, self.count, self.laters = most, 0, cython.NULL
            self.refused = False
            self.items = cython.cast(cython.pointer(Node), malloc(size * cython.sizeof(Node)))
            if later:
                self.laters = cython.cast(cython.pointer(Later), malloc(size * cython.sizeof(Later)))
            if self.items is cython.NULL or (later and self.laters is cython.NULL):
                raise MemoryError(f"this machine has no room for a tree of {most} nodes")

        def __dealloc__(self):
            free(self.items)
            free(self.laters)

    else:

        def __init__(self, most, later=False):
            self.most, self.count, self.refused = most, 0, False
            self.items = []
            self.laters = [] if later else None

        def full(self, more):
            """Return whether `more` nodes do not fit."""
            self.refused = self.refused or more > self.most - self.count
            return more > self.most - self.count

        def add(self, move):
            """Add a node, for which there must be room; return its number."""
            self.items.append(PlainNode(move))
            if self.laters is not None:
                self.laters.append(PlainLater())
            self.count += 1
            return self.count - 1

        def at(self, place):
            return self.items[place]

        def solved(self, place):
            """Return whether the node's value is proven."""
            return self.items[place].low == self.items[place].high

        def later(self, place):
            return self.laters[place]

    def reroot(self, node: cython.int) -> cython.int:
        """Keep `node`, number 2 or more, as the root, with LIMBO and all below the node; return the depth of the tree.

        For trees without offers: these hold the new numbers, and then the depths.
        """
        place: cython.int
        child: cython.int
        count: cython.int = self.number(node)
        for place in range(node, self.count):  # all links before the first move: siblings may have lower numbers
            if place == node or self.at(place).offers:
                self.at(place).child = self.at(self.at(place).child).offers if self.at(place).child else 0
                self.at(place).next = self.at(self.at(place).next).offers if self.at(place).next else 0
        self.carry(node, 0)
        for place in range(node + 1, self.count):
            if self.at(place).offers:
                self.carry(place, self.at(place).offers)
        self.count, self.refused = count, False
        if not cython.compiled:
            del self.items[count:]
            if self.laters is not None:
                del self.laters[count:]
        self.at(LIMBO).visits, self.at(LIMBO).total = 0, 0.0
        deepest: cython.int = 0
        for place in range(count):
            child = self.at(place).child
            while child:
                if self.at(child).visits:
                    self.at(child).offers = self.at(place).offers + 1
                    deepest = max(deepest, self.at(child).offers)
                child = self.at(child).next
            self.at(place).offers = 0
        return deepest

    def number(self, node: cython.int) -> cython.int:
        """Give numbers to all nodes below `node`, in their offers; return the new count, with root and LIMBO."""
        place: cython.int
        child: cython.int
        count: cython.int = LIMBO + 1
        for place in range(node, self.count):
            if place > node and self.at(place).offers:
                self.at(place).offers = count
                count += 1
            if place == node or self.at(place).offers:
                child = self.at(place).child
                while child:
                    self.at(child).offers = 1
                    child = self.at(child).next
        return count

    def carry(self, place: cython.int, to: cython.int) -> cython.void:
        """Move a node down to number `to`."""
        self.at(place).offers = 0
        if cython.compiled:
            self.items[to] = self.items[place]
            if self.laters is not cython.NULL:
                self.laters[to] = self.laters[place]
        else:
            self.items[to] = self.items[place]
            if self.laters is not None:
                self.laters[to] = self.laters[place]


def as_share(estimate: cython.int, scale: cython.double) -> cython.double:
    """Return the share of wins of seat 0, 0 to 1, that an estimate stands for."""
    return 1.0 / (1.0 + exp(-max(-700.0, min(700.0, estimate / scale))))


def back_up_estimates(nodes: Nodes, path: MoveList) -> cython.void:
    """Back up the best of the children's estimates along the path, as far as anything changes.

    Implicit minimax backups: the game's estimate, by minimax over the tree, beside the results of playouts.

    M. Lanctot, M. H. M. Winands, T. Pepels and N. R. Sturtevant, "Monte Carlo Tree Search with Heuristic Evaluations
    using Implicit Minimax Backups", IEEE Conference on Computational Intelligence and Games, 2014 (arXiv 1406.0486). A
    new node has the estimate of its position, every other one the best of its visited children. A move is tried by

        (1 - alpha) * mean + alpha * minimax

    instead of the mean. In the paper alpha is 0.4 at breakthrough; here it is 0.6 everywhere. The estimate is read as a
    share of wins by the scale of the game,

        share = 1 / (1 + exp(-estimate / scale))

    The mean and the visits are shown, and decide which move is made.
    """
    place: cython.int
    last: cython.int = path.count - 1
    if nodes.solved(path.at(last)):
        nodes.at(path.at(last)).minimax = (nodes.at(path.at(last)).low + 1) / 2.0
    for place in range(last - 1, -1, -1):
        if not take_best(nodes, path.at(place)):
            break


def take_best(nodes: Nodes, node: cython.int) -> cython.bint:
    """Set the node's value to the best of its visited children, within what is proven; return whether it changes."""
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


def back_up_proofs(nodes: Nodes, path: MoveList) -> cython.void:
    """Back up proof numbers along the path, as far as anything changes.

    PN-MCTS: J. Kowalski, E. Doe, M. H. M. Winands, D. Gorski and D. J. N. J. Soemers, "Proof Number Based Monte-Carlo
    Tree Search", arXiv 2303.09449, and generalized in arXiv 2506.13249. The proof number of a node is how many
    positions below it must at least be proven so that seat 0 is proven to win, the disproof number how many so that
    seat 0 is proven not to win (L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-Number Search",
    Artificial Intelligence 66, 1994). Where seat 0 is to move

        proof = the least proof of the children        disproof = the sum of the children's disproofs

    and where seat 1 is, the other way round. A new position has 1 and 1. The bound of a move grows by

        weight * own number of the node / own number of the child,    weight = 0.01 * visits ** (1/4)

    where the own number is the proof for seat 0 and the disproof for seat 1. The move nearest to a proof gets the whole
    weight. The paper ranks the moves instead, or divides by the largest number; both take another pass over them. The
    fourth root is ours: proofs count more, the more time there is to find them.
    """
    place: cython.int
    last: cython.int = path.count - 1
    for place in range(last, -1, -1):
        if not count_proofs(nodes, path.at(place)) and place < last:
            break


def count_proofs(nodes: Nodes, node: cython.int) -> cython.bint:
    """Set the node's numbers by its children, or by what is proven of it; return whether they change."""
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


class StampedSet:
    """A set of (seat, move) that is cleared at no cost: an entry counts only if it bears the current stamp.

    An entry holds the stamp in its upper half, and the move and the seat in the lower one.
    """

    if cython.compiled:

        def __dealloc__(self):
            free(self.entries)

        def clear(self, count: cython.int) -> cython.int:
            size: cython.ulonglong = 1024
            while size < 2 * cython.cast(cython.ulonglong, count):
                size *= 2
            self.stamp += 1
            if size > self.mask + 1 or self.entries is cython.NULL or self.stamp == LAST:
                free(self.entries)
                size = max(size, self.mask + 1)
                word = cython.cast(cython.size_t, cython.sizeof(cython.ulonglong))
                self.entries = cython.cast(cython.pointer(cython.ulonglong), calloc(size, word))
                if self.entries is cython.NULL:
                    raise MemoryError("no room for a set of moves")
                self.mask, self.stamp = size - 1, 1
            return 0

    else:

        def __init__(self):
            self.moves = set()

        def clear(self, count):
            """Empty the set and make room for `count` entries."""
            self.moves.clear()

        def add(self, turn, move):
            self.moves.add((turn, move))

        def has(self, turn, move):
            return (turn, move) in self.moves
