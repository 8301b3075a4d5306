"""The fields of a game: which have changed, and which are shared with other games."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from games.base import fields
from referee.errors.ownership import safe_getattr, user_classes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.game import Game

DEEPEST = 4  # levels of nested lists that are searched
MUTABLE = (list, dict, set)
ATOMS = (int, str, bool, float, bytes, type(None))


def field_texts(game: Game) -> dict[str, str]:
    """Return the fields of a game as texts, with `turn`."""
    own = getattr(game, "__dict__", {})
    return {"turn": repr(game.turn), **{name: fields.describe_contents(value, set()) for name, value in own.items()}}


def changed_fields(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the names of the fields whose texts differ."""
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def find_uncopyable(game: Game) -> str:
    """Return the name of the first field that `Game.copy` cannot copy; "" if there is none."""
    own: dict[str, Any] = fields.own_fields(game)
    for name, value in own.items():
        try:
            fields.duplicate({name: value})
        except Exception:  # noqa: BLE001  # whatever an object of theirs raises
            return name
    return ""


def find_shared(one: Game, other: Game) -> str:
    """Return the path of a mutable object that both games hold; "" if there is none."""
    own, others = (getattr(game, "__dict__", {}) for game in (one, other))
    return next((found for name in own if name in others and (found := find_common(own[name], others[name], name))), "")


def find_common(one: Any, other: Any, path: str, depth: int = 0) -> str:
    """Return the path of a mutable object that both values hold."""
    if type(one) in ATOMS or depth > DEEPEST:
        return ""
    if one is other and (isinstance(one, MUTABLE) or hasattr(one, "__dict__")) and not callable(one):
        return path
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        pairs = (find_common(a, b, f"{path}[{i}]", depth + 1) for i, (a, b) in enumerate(zip(one, other, strict=False)))
        return next(filter(None, pairs), "")
    if isinstance(one, dict) and isinstance(other, dict):
        both = (name for name in one if name in other)
        return next(
            filter(None, (find_common(one[name], other[name], f"{path}[{name!r}]", depth + 1) for name in both)), ""
        )
    return ""


def outside_values(kind: type) -> dict[str, str]:
    """Return what outlives an object of `kind`, as texts: class attributes, globals, default values."""
    found = {}
    for parent in user_classes(kind):
        for name, value in vars(parent).items():
            if is_data(value):
                found[f"the class attribute {name}"] = repr(value)
        for name, value in vars(sys.modules[parent.__module__]).items() if parent.__module__ in sys.modules else ():
            if is_data(value) and not name.startswith("__"):
                found[f"the global variable {name}"] = repr(value)
        found |= {f"the default value of {name} in __init__": repr(value) for name, value in mutable_defaults(parent)}
    return found


def cached_functions(kind: type) -> dict[str, Any]:
    """Return the functions and methods of the files of `kind` that functools caches, by name."""
    kinds = list(user_classes(kind))
    spaces: list[Mapping[str, Any]] = [vars(each) for each in kinds]
    spaces += [vars(sys.modules[each.__module__]) for each in kinds if each.__module__ in sys.modules]
    every = (pair for space in spaces for pair in space.items())
    return {name: value for name, value in every if callable(safe_getattr(value, "cache_clear"))}


def find_aliases(value: Any) -> list[Any]:
    """Return the lists, dicts and sets that a list or tuple holds more than once."""
    held = [each for each in value if isinstance(each, MUTABLE)] if isinstance(value, (list, tuple)) else []
    counts = Counter(map(id, held))
    return [each for each in held if counts[id(each)] > 1]


def is_data(value: Any) -> bool:
    """Return whether `value` is data that can change or be exchanged."""
    return isinstance(value, (*MUTABLE, int, float, str, tuple)) and not isinstance(value, type)


def mutable_defaults(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield mutable default values of __init__ with the names of their arguments."""
    try:
        stated = inspect.signature(vars(kind)["__init__"]).parameters.values()
    except (KeyError, ValueError, TypeError):
        return
    yield from ((each.name, each.default) for each in stated if isinstance(each.default, MUTABLE))
