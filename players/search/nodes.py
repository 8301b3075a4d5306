"""The nodes of a search tree, numbered in the order in which they come; number 0 is the root."""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.players.search.nodes import Node

SIZE = 32  # bytes of a node

if not cython.compiled:

    class Kept:
        """One node."""

        __slots__ = ("child", "move", "next", "offers", "total", "visits")

        def __init__(self, move):
            self.move = move
            self.child = self.next = self.visits = self.offers = 0
            self.total = 0.0


class Nodes:
    """At most so many nodes.

    Each has the move that leads to it, its first child and its next sibling (0 for none), how often it was visited and
    how often it could have been, and the sum of what seat 0 has won behind it.
    """

    if cython.compiled:

        def __init__(self, most: int):
            self.most = most
            self.count = 0

        def __dealloc__(self):
            free(self.items)

        def grow(self):
            room: cython.int = min(2 * self.room + 1024, self.most + 1024)
            size: cython.size_t = room * cython.sizeof(Node)
            items = cython.cast(cython.pointer(Node), realloc(self.items, size))
            if items is cython.NULL:
                raise MemoryError("no room for more nodes")
            self.items, self.room = items, room
            return 0

    else:

        def __init__(self, most):
            self.most = most
            self.count = 0
            self.items = []

        def full(self, more):
            """Whether there is no room for so many more."""
            return self.count + more > self.most

        def add(self, move):
            """A new node; its number."""
            self.items.append(Kept(move))
            self.count += 1
            return self.count - 1

        def at(self, place):
            """The node of that number; unchecked."""
            return self.items[place]
