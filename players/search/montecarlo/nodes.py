"""The nodes of a search tree, numbered in the order in which they come; number 0 is the root.

Room for all of them is taken at once; the machine gives it page by page as it is used. A child has a higher number than
its parent, so that a walk over the numbers upwards meets parents first.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.players.search.montecarlo.nodes import Later, Node

PLAIN = (48, 256)  # bytes of a node: compiled, and interpreted with the numbers that it holds
WITH_LATER = (64, 344)


def room(megabytes: float, later: bool) -> int:
    """How many nodes so much memory holds, at least 2; with later, each with a Later."""
    return max(2, min(int(megabytes * 2**20) // (WITH_LATER if later else PLAIN)[not cython.compiled], 2**31 - 1))


if not cython.compiled:
    LIMBO = 1  # the node that stands for all nodes that did not fit

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
        """What a node holds of later moves, as the struct Later does in C."""

        __slots__ = ("total", "visits")

        def __init__(self):
            self.total, self.visits = 0.0, 0


class Nodes:
    """At most so many nodes; raises MemoryError where there is no room for them.

    A node has
        move         that leads to it
        child, next  its first child and its next sibling, 0 for none
        visits       how often it was visited;  total: the sum of what seat 0 has won behind it, 0 to 1 each
        offers       how often it could have been visited, where moves are not always legal
        turn         whose it is, once it has children
        low, high    between which the sign of seat 0's score is proven to lie
        minimax      what seat 0 wins by the estimates below it, 0 to 1 (implicit_minimax.py)
        proof, disproof  how many positions at least must be proven for seat 0 to win, and not to (proof_numbers.py)
    and with later a Later: visits and total of the playouts in which its move was made later by the same seat.

    refused  whether there was no room for some since the last root was chosen.
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
            """Whether there is no room for so many more."""
            self.refused = self.refused or more > self.most - self.count
            return more > self.most - self.count

        def add(self, move):
            """A new node, for which there must be room; its number."""
            self.items.append(PlainNode(move))
            if self.laters is not None:
                self.laters.append(PlainLater())
            self.count += 1
            return self.count - 1

        def at(self, place):
            """The node of that number; unchecked."""
            return self.items[place]

        def solved(self, place):
            """Whether it is proven what the node is worth."""
            return self.items[place].low == self.items[place].high

        def later(self, place):
            """Its Later; unchecked."""
            return self.laters[place]

    def reroot(self, node: cython.int) -> cython.int:
        """Keep that node, from number 2 on, as the root, LIMBO and what is below the node; how deep that is.

        For trees without offers: these serve to hold the new numbers, and then the depths.
        """
        place: cython.int
        child: cython.int
        count: cython.int = self.number(node)
        for place in range(node, self.count):  # all links before the first move, for siblings may have lower numbers
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
        """Give numbers to all below the node, kept in their offers; how many there will be, with root and LIMBO."""
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
        """Move a node down to that number."""
        self.at(place).offers = 0
        if cython.compiled:
            self.items[to] = self.items[place]
            if self.laters is not cython.NULL:
                self.laters[to] = self.laters[place]
        else:
            self.items[to] = self.items[place]
            if self.laters is not None:
                self.laters[to] = self.laters[place]
