"""The tree of a game: its positions as nodes, the moves between them as edges."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from games.game import Game


FEW = 4  # moves that a sentence names


class Role(Enum):
    """Whose turn it is at a node, as textbooks say it: MAX is the seat that moves at the root, MIN the other one."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    END = "end"


@dataclass(eq=False)
class Node:
    """A position in a tree.

    game    the position, which nobody changes;  move  the text of the move that led here, empty at the root.
    weight  the share of the move among those of chance, which come to 1; None if no chance made it.
    parent  None at the root;  kids  in the order of the game's moves, empty at an end, and where nothing was grown.
    cut     whether there are moves that were not grown.
    """

    game: Game
    role: Role
    move: str = ""
    weight: Fraction | None = None
    parent: Node | None = None
    kids: list[Node] = field(default_factory=list)
    cut: bool = False

    @property
    def depth(self) -> int:
        """Moves from the root, those of chance too."""
        return len(self.path)

    @property
    def path(self) -> tuple[str, ...]:
        """The texts of the moves from the root."""
        texts, node = [], self
        while node.parent is not None:
            texts.append(node.move)
            node = node.parent
        return tuple(reversed(texts))

    @property
    def where(self) -> str:
        """Where the node is, in words: `at the root`, `after b2 axb2`; only the last moves if there are many."""
        path = self.path
        if not path:
            return "at the root"
        return f"after {' '.join(path)}" if len(path) <= FEW else f"after ... {' '.join(path[-FEW:])}"

    def walk(self) -> Iterator[Node]:
        """The node and all below it, each before its kids."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.kids)
