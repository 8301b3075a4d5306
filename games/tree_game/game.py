"""The tree of a book or an exam as a game: MAX and MIN move down to a leaf, whose number is what MAX wins.

The tree is a text (games/tree_game/notation.py), or a uniform one of a width and depth (games/tree_game/nodes.py). MAX
or MIN moves at the root. Below a move it is the other's turn; chance nodes in between do not change that. A move is the
number of the node that it leads to.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from games.base.spec_error import UnknownScore
from games.game import Game, IllegalMove
from games.names.spec import clip
from games.option import Choice, Option, Whole, check
from games.picture import Drawing
from games.tree_game.nodes import MOST, ORDERS, TreeNodes, count_nodes, uniform_tree
from games.tree_game.notation import read_tree
from games.tree_game.picture import describe_tree, draw_tree

FIGURE = "3-12-8/2-4-6/14-5-2"
START = "start"
SPREAD, WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1


@lru_cache(maxsize=8)
def nodes_of_text(leaves: str, first: int) -> TreeNodes:
    """Return the nodes of the tree in the text, at whose root `first` moves. Raises ValueError."""
    root = read_tree(leaves)
    try:
        return TreeNodes(root, first)
    except ValueError as error:
        raise ValueError(f"leaves {clip(leaves)!r}: {error}") from error


@lru_cache(maxsize=8)
def nodes_of_size(width: int, depth: int, order: str, seed: int, first: int) -> TreeNodes:
    """Return the nodes of a uniform tree, at whose root `first` moves."""
    return TreeNodes(uniform_tree(width, depth, order, seed, first), first)


class TreeGame(Game):
    """A tree of a book or an exam: Max and Min move down to a leaf, which is what Max wins."""

    seats = ("Max", "Min")
    options: ClassVar[dict[str, Option]] = {
        "leaves": Option(
            FIGURE,
            note="a tree: / parts branches and - what is in them, in parentheses are further trees",
            named="a=3-b=5-c=-4",
        ),
        "width": Whole(None, least=1, most=1000, note="moves of each node of a uniform tree, instead of leaves"),
        "depth": Whole(None, least=1, most=100, note="moves to each of its leaves"),
        "order": Choice(None, words=ORDERS, note="which of its moves come first: the best, the worst, or by the seed"),
        "seed": Whole(None, least=0, note="of a uniform tree in random order, which is the usual one"),
        "first": Choice("max", words=("max", "min"), note="who moves at the root"),
    }

    def __init__(
        self,
        leaves: str | None = None,
        width: int | None = None,
        depth: int | None = None,
        order: str | None = None,
        seed: int | None = None,
        first: str = "max",
    ):
        check(self.options, width=width, depth=depth, order=order, seed=seed, first=first)
        seat = int(first == "min")
        self.turn = self.node = 0
        if width is None and depth is None:
            if lost := next((name for name, value in (("order", order), ("seed", seed)) if value is not None), ""):
                raise ValueError(f"{lost} is for a uniform tree: give width= and depth= too")
            self.nodes = nodes_of_text(FIGURE if leaves is None else leaves, seat)
        else:
            self.nodes = make_uniform(leaves, width, depth, order, seed, seat)
        self.turn = self.nodes.turns[0]
        # With stakes of 1 searches would stop at the first win, unlike the book.
        self.stakes = max(2, self.nodes.largest)

    def moves(self) -> list[int]:
        return list(self.nodes.kids[self.node])

    def make(self, move: int) -> None:
        self.go_to(move)

    def go_to(self, node: int) -> None:
        """Make `node` the position; the root is 0."""
        self.node = node
        self.turn = self.nodes.turns[node]

    def score(self) -> int | None:
        worth = self.nodes.worths[self.node]
        if worth is None and not self.nodes.kids[self.node]:
            raise UnknownScore(f"the leaf {self.position()!r} has no value: write a number for it in the tree")
        return worth

    def chances(self) -> list[tuple[int, int]]:
        return [(kid, self.nodes.weights[kid]) for kid in self.nodes.kids[self.node]]

    def has_chance(self) -> bool:
        """Return whether chance moves anywhere in the tree."""
        return self.nodes.lucky

    def counts_points(self) -> bool:
        """Return True: as in a book, a leaf of 12 is better than one of 3."""
        return True

    def key(self) -> int:
        return (self.nodes.digest + self.node * SPREAD) & WORD or 1

    def position(self, seat: int | None = None) -> str:
        """Return the moves from the root, `a1 b2`, or `start`."""
        return " ".join(self.nodes.moves[node] for node in self.nodes.path(self.node)) or START

    def set_position(self, text: str) -> None:
        twin = self.copy()
        assert isinstance(twin, TreeGame)  # noqa: S101  # for the type checker
        twin.go_to(0)
        words = text.split()
        for word in [] if [each.casefold() for each in words] == [START] else words:
            try:
                twin.make(twin.parse(word))
            except IllegalMove as error:
                raise ValueError(f"{error} after {twin.position()}") from error
        if not words:
            raise ValueError("it must be the moves from the root, such as a1 b2, or start")
        self.go_to(twin.node)

    def text(self, move: int) -> str:
        return self.nodes.moves[move]

    def label(self) -> str:
        """Return the letter of the node in the book; "" for a leaf."""
        return self.nodes.labels[self.node]

    def show(self, seat: int | None = None) -> str:
        return Drawing(draw_tree(self.nodes, self.node), describe_tree(self.nodes, self.node, self.seats))

    def reason(self) -> str:
        return f"the leaf is worth {self.nodes.worths[self.node]} to Max"


def make_uniform(
    leaves: str | None, width: int | None, depth: int | None, order: str | None, seed: int | None, first: int
) -> TreeNodes:
    """Return the nodes of a uniform tree. Raises ValueError for options that do not go together or are too large."""
    if leaves is not None:
        raise ValueError("width and depth make a tree of their own: leave them out beside leaves")
    if width is None or depth is None:
        raise ValueError(f"a uniform tree has a width and a depth: add {'width' if width is None else 'depth'}=")
    if seed is not None and order not in (None, "random"):
        raise ValueError(f"seed is for order=random, not for order={order}")
    if count_nodes(width, depth) > MOST:
        raise ValueError(f"a tree of width={width} and depth={depth} has more than {MOST:,} nodes")
    return nodes_of_size(width, depth, order or "random", seed or 0, first)
