"""Maximum matchings in graphs, by Edmonds's blossom algorithm."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Graph = Mapping[int, Collection[int]]  # the neighbours of each node; all nodes are keys


def count_unpaired(graph: Graph) -> int:
    """The number of nodes that a maximum matching leaves unpaired."""
    return len(graph) - len(maximum_matching(graph))


def maximum_matching(graph: Graph) -> dict[int, int]:
    """A maximum matching: the partner of each paired node.

    (J. Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17, 1965.)
    """
    mates: dict[int, int] = {}
    for one, others in graph.items():
        if one not in mates:
            other = next((other for other in others if other not in mates), None)
            if other is not None:
                mates[one], mates[other] = other, one
    for one in graph:
        if one not in mates:
            AlternatingTree(graph, mates, one).augment()
    return mates


class AlternatingTree:
    """The tree of alternating paths from a node that is not paired yet.

    base    the base of each node's blossom; the node itself if it is in none.
    parent  for each node that was reached by an edge outside the matching, where that edge came from.
    outer   the nodes that are reached by an even number of edges; the search goes on from them.
    """

    def __init__(self, graph: Graph, mates: dict[int, int], root: int):
        self.graph, self.mates = graph, mates
        self.base = {one: one for one in graph}
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])

    def augment(self) -> None:
        """Pair the root, if an augmenting path exists; all nodes that were paired stay paired."""
        while self.queue:
            one = self.queue.popleft()
            for other in self.graph[one]:
                if self.base[one] == self.base[other] or self.mates.get(one) == other:
                    continue
                if other in self.outer:
                    self.contract(one, other)
                elif other not in self.parent:
                    self.parent[other] = one
                    if other not in self.mates:
                        self.flip_path(other)
                        return
                    self.add_outer(self.mates[other])

    def add_outer(self, one: int) -> None:
        """Add an outer node, from which the search goes on."""
        self.outer.add(one)
        self.queue.append(one)

    def flip_path(self, end: int | None) -> None:
        """Swap the edges in the matching and outside it along the path from the root to that end."""
        while end is not None:
            before = self.parent[end]
            following = self.mates.get(before)
            self.mates[end], self.mates[before] = before, end
            end = following

    def contract(self, one: int, other: int) -> None:
        """Contract the odd cycle that this edge closes, a blossom, to its base."""
        stem = self.common_base(one, other)
        blossom = self.climb(one, stem, other) | self.climb(other, stem, one)
        for each in self.graph:
            if self.base[each] in blossom:
                self.base[each] = stem
                if each not in self.outer:
                    self.add_outer(each)

    def climb(self, one: int, stem: int, child: int) -> set[int]:
        """The bases on the way up to the stem, all of which can now be reached from below too."""
        passed = set()
        while self.base[one] != stem:
            mate = self.mates[one]
            passed |= {self.base[one], self.base[mate]}
            self.parent[one] = child
            one, child = self.parent[mate], mate
        return passed

    def common_base(self, one: int, other: int) -> int:
        """The base in which the paths up from both meet."""
        passed = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if one not in self.mates:
                break
            one = self.parent[self.mates[one]]
        while self.base[other] not in passed:
            other = self.parent[self.mates[self.base[other]]]
        return self.base[other]
