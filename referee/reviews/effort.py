"""How much it may take to evaluate a position."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How much one position may take: positions of a search, playouts of a tree.

    The same effort and seed find the same.
    """

    nodes: int
    playouts: int
    seed: int = 0
