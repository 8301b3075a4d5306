"""The nodes of a tree by number, breadth first: the root is 0, and the kids of a node follow each other.

What nobody named is called as in Russell and Norvig, "Artificial Intelligence: A Modern Approach", 3rd edition, figure
5.2: the inner nodes A, B, C, ... breadth first, and the moves of A a1, a2, a3, those of B b1, b2, b3.
"""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import Any

from games.base.notation import fold, letters
from games.game import CHANCE
from games.tree_game.notation import Subtree

MOST = 100_000  # nodes
ORDERS = ("best", "worst", "random")


class TreeNodes:
    """All nodes of a tree, which never change, so that all copies of a game share them. Lists go by node.

    parents  the node above, -1 of the root;  kids  the nodes below, a range of numbers.
    moves    how the move to the node is called, "" of the root;  labels  how an inner node is called, "" of a leaf.
    worths   of leaves, what MAX wins; None of inner nodes;  weights  of outcomes, in proportion to those beside them.
    turns    whose turn it is: MAX is 0 and moves at the root; below a move it is the other's turn, also after chance.
    digest   64 bits of all but the names.
    """

    def __init__(self, root: Subtree):
        self.parents, self.moves, self.weights = [-1], [""], [1]
        self.kids: list[range] = []
        self.labels: list[str] = []
        self.worths: list[int | None] = []
        self.turns: list[int] = []
        self.lucky = False
        self.grow([root])
        shape = self.parents, self.turns, self.worths, self.weights
        self.digest = int.from_bytes(blake2b(repr(shape).encode(), digest_size=8).digest(), "little")

    def grow(self, branches: list[Subtree]) -> None:
        """Number the nodes below the root, which is the only branch so far. Raises ValueError."""
        sides, inner = [0], 0
        for node, branch in enumerate(branches):  # which grows
            letter = letters(inner) if branch.kids else ""
            inner += bool(branch.kids)
            side = sides[node]
            self.lucky = self.lucky or branch.chance
            self.turns.append(CHANCE if branch.chance else side)
            self.labels.append(letter.upper())
            self.worths.append(branch.worth)
            first = len(branches)
            self.kids.append(range(first, first + len(branch.kids)))
            branches += branch.kids
            if len(branches) > MOST:
                raise ValueError(f"the tree has more than {MOST:,} nodes")
            self.parents += [node] * len(branch.kids)
            self.moves += call_moves(branch, letter)
            self.weights += [int(kid.share) for kid in branch.kids]
            sides += [side if branch.chance else 1 - side] * len(branch.kids)

    def __deepcopy__(self, memo: dict[int, Any]) -> TreeNodes:
        return self

    def __copy__(self) -> TreeNodes:
        return self

    @property
    def largest(self) -> int:
        """The largest leaf, without its sign."""
        return max(abs(worth) for worth in self.worths if worth is not None)

    def path(self, node: int) -> list[int]:
        """Return the nodes below the root on the way to that one."""
        found = []
        while node:
            found.append(node)
            node = self.parents[node]
        return found[::-1]


def call_moves(branch: Subtree, letter: str) -> list[str]:
    """How the moves of a node are called that has that letter. Raises ValueError if two are called alike."""
    names = [kid.name or f"{letter}{place}" for place, kid in enumerate(branch.kids, 1)]
    folded = [fold(name) for name in names]
    if len(set(folded)) < len(folded):
        twice = next(name for name, word in zip(names, folded, strict=True) if folded.count(word) > 1)
        raise ValueError(f"two moves of the node {letter.upper()} are called {twice}")
    return names


def uniform_tree(width: int, depth: int, order: str, seed: int) -> Subtree:
    """A tree in which each node has so many kids down to that depth; its leaves are 1 to width**depth, each once.

    order  "best": each seat finds its best move first, and all leaves after that move are better for it than all
           others, so that alpha-beta looks at the fewest leaves; "worst": the other way round, so that no leaf lies
           outside a window, and all are looked at; "random": drawn by the seed.

    D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975, pages 293-326.
    """
    worths = [1]
    for level in range(depth - 1, -1, -1):  # from the leaves up
        step = len(worths)
        rising = (level % 2 == 0) == (order == "worst")
        places = range(width) if rising else range(width - 1, -1, -1)
        worths = [place * step + worth for place in places for worth in worths]
    if order == "random":
        random.Random(seed).shuffle(worths)
    row = [Subtree(worth=worth) for worth in worths]
    for _ in range(depth):
        row = [Subtree(row[start : start + width]) for start in range(0, len(row), width)]
    return row[0]


def count_nodes(width: int, depth: int) -> int:
    """How many nodes such a tree has."""
    return sum(width**level for level in range(depth + 1))
