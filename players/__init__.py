"""The players: their names, and how to load them.

`load("minimax:depth=4")` is a player that has not played yet.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from players.listing import CATALOGUE, Misfit, SpecError, load

__all__ = ["CATALOGUE", "Misfit", "SpecError", "load"]


def __getattr__(name: str) -> Any:
    """Return `name` from players/listing.py, imported on first use so that the command starts fast."""
    if name not in __all__:
        raise AttributeError(f"module 'players' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module("players.listing"), name)
    return found
