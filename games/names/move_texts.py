"""Moves passed to functions: one text, or a list of texts and whole numbers."""

from __future__ import annotations

from reprlib import repr as shorten
from typing import TYPE_CHECKING, Any

from games.base.numeric import is_countable, whole
from games.base.spec_error import SpecError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

    Moves = str | Iterable[str | SupportsIndex]


def split_moves(moves: Moves) -> tuple[str, ...]:
    """Return the texts of moves, given as one text with blanks, or as texts and whole numbers. Raises SpecError."""
    if isinstance(moves, str):
        return tuple(moves.split())
    given = [None] if isinstance(moves, set | frozenset) else list_of(moves)  # sets have no order
    if not all(isinstance(each, str) or is_countable(each) for each in given):
        raise SpecError(f"moves={shorten(moves)} must be a text such as '4 4', or a list of texts and whole numbers")
    return tuple(str.__str__(each) if isinstance(each, str) else str(whole(each)) for each in given)


def list_of(given: Any) -> list[Any]:
    """Return the items of the value as a list; [None], which fits no argument, for bytes or a value without items."""
    try:
        return [None] if isinstance(given, bytes | bytearray) else list(given)
    except TypeError:  # also for a numpy array without a length
        return [None]
