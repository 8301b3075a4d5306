"""The games: their names, and how to load them.

`load("chips:chips=31,rule=last")` returns a new game.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.names.listing import (
        CATALOGUE,
        FAMILIES,
        SpecError,
        find_position,
        load,
        spell_sides,
        split_position,
        with_position,
    )

__all__ = [
    "CATALOGUE", "FAMILIES", "SpecError", "find_position", "load", "spell_sides", "split_position", "with_position",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Return a name of games/names/listing.py, imported late so that the command starts fast."""
    if name not in __all__:
        raise AttributeError(f"module 'games' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module("games.names.listing"), name)
    return found
