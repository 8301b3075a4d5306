"""Matchings: how many can be paired at once with somebody they may be paired with."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Graph = Mapping[int, Collection[int]]  # of each, with whom it may be paired; whoever is named is a key, too


def unpaired(graph: Graph) -> int:
    """How many are left over by the largest matching."""
    return len(graph) - len(largest(graph))


def largest(graph: Graph) -> dict[int, int]:
    """A largest matching: of each who is paired, with whom.

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
            Tree(graph, mates, one).augment()
    return mates


class Tree:
    """The tree of alternating paths from one who is not paired yet.

    base    of each, the stem of the blossom it stands in, itself where it stands in none.
    parent  of each that an edge outside of the matching led to, from where.
    outer   those that are reached by an even number of edges: from there the search goes on.
    """

    def __init__(self, graph: Graph, mates: dict[int, int], root: int):
        self.graph, self.mates = graph, mates
        self.base = {one: one for one in graph}
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])

    def augment(self) -> None:
        """Pair the root, and all others who were, if that can be."""
        while self.queue:
            one = self.queue.popleft()
            for other in self.graph[one]:
                if self.base[one] == self.base[other] or self.mates.get(one) == other:
                    continue
                if other in self.outer:
                    self.shrink(one, other)
                elif other not in self.parent:
                    self.parent[other] = one
                    if other not in self.mates:
                        self.swap(other)
                        return
                    self.reach(self.mates[other])

    def reach(self, one: int) -> None:
        """Go on from there, too."""
        self.outer.add(one)
        self.queue.append(one)

    def swap(self, end: int | None) -> None:
        """Swap what is in the matching and what is not, along the path from the root to that end."""
        while end is not None:
            before = self.parent[end]
            following = self.mates.get(before)
            self.mates[end], self.mates[before] = before, end
            end = following

    def shrink(self, one: int, other: int) -> None:
        """Let the odd circle that this edge closes, a blossom, stand for its stem."""
        stem = self.meeting(one, other)
        blossom = self.ascent(one, stem, other) | self.ascent(other, stem, one)
        for each in self.graph:
            if self.base[each] in blossom:
                self.base[each] = stem
                if each not in self.outer:
                    self.reach(each)

    def ascent(self, one: int, stem: int, child: int) -> set[int]:
        """The bases on the way up to the stem, on which each can now be come to from below."""
        passed = set()
        while self.base[one] != stem:
            mate = self.mates[one]
            passed |= {self.base[one], self.base[mate]}
            self.parent[one] = child
            one, child = self.parent[mate], mate
        return passed

    def meeting(self, one: int, other: int) -> int:
        """The base where the ways up from both meet."""
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
