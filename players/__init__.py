"""The players: their names, their classes, and how to load them.

`load("minimax:depth=4")` is a player that has not played yet, and so is `MinimaxPlayer(depth=4)`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from players.listing import CATALOGUE, Misfit, SpecError, load

__all__ = ["CATALOGUE", "Misfit", "SpecError", "load"]


def __getattr__(name: str) -> Any:
    """Return a name of players/listing.py, or a class of players, imported late so that the command starts fast."""
    if name not in __all__ and not name[0].isupper():  # a submodule
        raise AttributeError(f"module 'players' has no attribute {name!r}")
    listing = import_module("players.listing")
    found = globals()[name] = getattr(listing, name) if name in __all__ else listing.CATALOGUE.class_named(name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *import_module("players.listing").CATALOGUE.class_names})
