"""The games: their names, their classes, and how to load them.

`load("chips:chips=31,rule=last")` returns a new game, and so does `Chips(chips=31, rule="last")`.
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
    """Return a name of games/names/listing.py, or a class of games, imported late so that the command starts fast."""
    if name not in __all__ and not name[0].isupper():  # a submodule
        raise AttributeError(f"module 'games' has no attribute {name!r}")
    listing = import_module("games.names.listing")
    found = globals()[name] = getattr(listing, name) if name in __all__ else listing.CATALOGUE.class_named(name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *import_module("games.names.listing").CATALOGUE.class_names})
