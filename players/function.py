"""Players that are plain functions: `def greedy(game): return max(game.moves())`."""

from __future__ import annotations

import inspect
from random import Random
from typing import TYPE_CHECKING, Any

from games.option import Option, Whole, check, option_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game

# What is called of a player, and with what, by its place.
METHODS = {"choose": ("game", "deadline"), "begin": ("game", "seat"), "heard": ("text", "seat"), "end": ()}
HANDED = ("deadline", "rng")  # arguments beside the game that a function may ask for by these names


def make_player_class(function: Any) -> type | None:
    """A player class that chooses by that function; None if the function does not take a game alone.

    Its first argument is the game. It may have one called `deadline`, as of Player.choose, and one called `rng`, a
    random.Random of the player's own. Arguments with defaults are options of the player.
    """
    if not callable(function) or isinstance(function, type):
        return None
    try:
        _game, *others = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return None
    if any(each.default is each.empty and each.name not in HANDED for each in others):
        return None
    names = [each.name for each in others]
    options = {each.name: option_of(each) for each in others if each.name not in HANDED}
    if "rng" in names:
        options["seed"] = Whole(None, least=0)
    body = {"function": staticmethod(function), "handed": names, "options": options, "__doc__": function.__doc__}
    return type(getattr(function, "__name__", "Function"), (FunctionPlayer,), body)


def callable_with(function: Any, count: int) -> bool:
    """Whether it can be called with that many positional arguments, as far as its signature can be read."""
    try:
        inspect.signature(function).bind(*range(count))
    except ValueError:  # it has none that can be read
        return True
    except TypeError:
        return False
    return True


def describe_misfit(kind: type) -> str:
    """What is wrong with the signatures of a player class, in words; empty if nothing is."""
    for name, arguments in METHODS.items():
        written = inspect.getattr_static(kind, name, None)
        bound = isinstance(written, classmethod | staticmethod)
        if not bound and not inspect.isroutine(written):
            continue  # what else there may be shows when it is called
        count = len(arguments) + (not bound)
        if not callable_with(getattr(kind, name), count):
            head = ", ".join(arguments if isinstance(written, staticmethod) else ("self", *arguments))
            return f"{name} must take {' and '.join(arguments) or 'no argument'}, as in def {name}({head}): ..."
    return ""


class FunctionPlayer:
    """Chooses by a function."""

    function: Callable[..., Any]
    handed: list[str]
    options: dict[str, Option] = {}  # each class made here has its own

    def __init__(self, **given: Any):
        check(self.options, **given)
        self.rng = Random(given.pop("seed", None)) if "rng" in self.handed else None
        self.given = given

    def choose(self, game: Game, deadline: float) -> Any:
        """What the function returns."""
        extra = {name: value for name, value in (("deadline", deadline), ("rng", self.rng)) if name in self.handed}
        return self.function(game, **extra, **self.given)
