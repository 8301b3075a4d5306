"""The nodes of a tree by number, breadth first: the root is 0, and the kids of a node are consecutive.

Nodes and moves without names are called as in Russell and Norvig, "Artificial Intelligence: A Modern Approach", 3rd
edition, figure 5.2: the inner nodes A, B, C, ... breadth first, A's moves a1, a2, a3, B's moves b1, b2, b3.
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
    """All nodes of a tree. They never change, so all copies of a game share them. Lists are indexed by node.

    parents  the node above, -1 for the root;  kids  the nodes below, a range of numbers.
    moves    the name of the move to the node, "" for the root;  labels  the name of an inner node, "" for a leaf.
    worths   what MAX wins at a leaf; None if it is not known, and for inner nodes.
    weights  of outcomes, relative to their siblings.
    turns    the side to move: MAX is 0, and `first` moves at the root; below a move it is the other seat's turn, even
             after chance.
    digest   64 bits of everything but the names.
    """

    def __init__(self, root: Subtree, first: int = 0):
        self.parents, self.moves, self.weights = [-1], [""], [1]
        self.kids: list[range] = []
        self.labels: list[str] = []
        self.worths: list[int | None] = []
        self.turns: list[int] = []
        self.lucky = False
        self.grow([root], first)
        shape = self.parents, self.turns, self.worths, self.weights
        self.digest = int.from_bytes(blake2b(repr(shape).encode(), digest_size=8).digest(), "little")

    def grow(self, branches: list[Subtree], first: int) -> None:
        """Add all nodes below the root, the only branch so far, at which `first` moves. Raises ValueError."""
        sides, inner = [first], 0
        for node, branch in enumerate(branches):  # the list grows
            letter = letters(inner) if branch.kids else ""
            inner += bool(branch.kids)
            side = sides[node]
            self.lucky = self.lucky or branch.chance
            self.turns.append(CHANCE if branch.chance else side)
            self.labels.append(letter.upper())
            self.worths.append(branch.worth)
            below = len(branches)
            self.kids.append(range(below, below + len(branch.kids)))
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
        """The largest absolute value of a leaf."""
        return max((abs(worth) for worth in self.worths if worth is not None), default=0)

    def path(self, node: int) -> list[int]:
        """Return the nodes on the way from the root, without it, to `node`."""
        found = []
        while node:
            found.append(node)
            node = self.parents[node]
        return found[::-1]


def call_moves(branch: Subtree, letter: str) -> list[str]:
    """Return the names of the moves of a node with this letter. Raises ValueError if two are the same."""
    names = [kid.name or f"{letter}{place}" for place, kid in enumerate(branch.kids, 1)]
    folded = [fold(name) for name in names]
    if len(set(folded)) < len(folded):
        twice = next(name for name, word in zip(names, folded, strict=True) if folded.count(word) > 1)
        raise ValueError(f"two moves of the node {letter.upper()} are called {twice}")
    return names


def uniform_tree(width: int, depth: int, order: str, seed: int, first: int = 0) -> Subtree:
    """Return a tree with `width` kids per node and leaves at `depth`; the leaves are 1 to width**depth, each once.

    order  "best": each seat's best move comes first, and all leaves after it are better for that seat than all others,
           so alpha-beta looks at the fewest leaves; "worst": reversed, so no leaf lies outside a window and all are
           looked at; "random": shuffled by the seed.
    first  the seat that moves at the root, 0 for MAX.

    D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975, pages 293-326.
    """
    worths = [1]
    for level in range(depth - 1, -1, -1):  # from the leaves up
        step = len(worths)
        rising = (level % 2 == first) == (order == "worst")
        places = range(width) if rising else range(width - 1, -1, -1)
        worths = [place * step + worth for place in places for worth in worths]
    if order == "random":
        random.Random(seed).shuffle(worths)
    row = [Subtree(worth=worth) for worth in worths]
    for _ in range(depth):
        row = [Subtree(row[start : start + width]) for start in range(0, len(row), width)]
    return row[0]


def count_nodes(width: int, depth: int) -> int:
    """Return the number of nodes of a uniform tree."""
    return sum(width**level for level in range(depth + 1))
