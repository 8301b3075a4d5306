"""One match: the loop, its events, its clocks, and the record of it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.match.match import Match, play

__all__ = ["Match", "play"]


def __getattr__(name: str) -> Any:
    """Return `name` of match.py, imported when asked for: some only read clocks and play nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'referee.match' has no attribute {name!r}")
    return getattr(import_module("referee.match.match"), name)
