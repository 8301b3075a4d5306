"""How much it may take to evaluate a position."""

from __future__ import annotations

from games.dataclass import dataclass

NODES = 300_000  # where no other number is wished for
PLAYOUTS = 10_000


@dataclass(frozen=True)
class Effort:
    """How much one position may take: positions of a search, playouts of a tree.

    The same effort and seed find the same.
    """

    nodes: int = NODES
    playouts: int = PLAYOUTS
    seed: int = 0
