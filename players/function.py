"""Players that are plain functions: `def greedy(game): return max(game.moves())`."""

from __future__ import annotations

import inspect
from functools import partial, wraps
from inspect import Parameter
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from games.option import Option, Whole, check, option_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game

# The methods of a player that are called, with their positional arguments.
METHODS = {"choose": ("game", "deadline"), "begin": ("game", "seat"), "heard": ("text", "seat"), "end": ()}
HANDED = ("deadline", "rng")  # names of arguments besides the game that a function may ask for
PLACED = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)  # kinds that may take the game
OPEN = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)  # kinds that may stay empty


def make_player_class(function: Any) -> type | None:
    """Return a player class that chooses by `function`; None if it cannot be called with a game alone.

    Its first argument is the game. It may have one called `deadline`, as of Player.choose, and one called `rng`, a
    random.Random of the player's own. Arguments with defaults are options of the player.
    """
    others = arguments_beside_game(function)
    if others is None or ungiven(others):
        return None
    names = [each.name for each in others]
    options = {each.name: option_of(each) for each in others if each.name not in HANDED}
    if "rng" in names:
        options.setdefault("seed", Whole(None, least=0))
    placed = [each.name for each in others if each.kind is each.POSITIONAL_ONLY]
    body = {"function": staticmethod(function), "handed": names, "placed": placed, "options": options}
    return type(function_name(function), (FunctionPlayer,), {**body, "__doc__": function.__doc__})


def function_name(function: Any) -> str:
    """Return the name of a function, of the function in a partial, or of a callable object's class."""
    while isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__name__", type(function).__name__))


def arguments_beside_game(function: Any) -> list[Parameter] | None:
    """Return the parameters of `function` after the game; None if it is not a function of a game."""
    if not callable(function) or isinstance(function, type):
        return None
    try:
        first, *others = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return None
    if first.kind not in (*PLACED, Parameter.VAR_POSITIONAL):
        return None
    return [each for each in others if each.kind not in OPEN]


def ungiven(others: list[Parameter]) -> list[str]:
    """Return the names of the arguments for which a player has no value."""
    return [each.name for each in others if each.default is each.empty and each.name not in HANDED]


def describe_refusal(function: Any) -> str:
    """Return why a function of a game is not a player: an argument without a value; "" for anything else."""
    missing = ungiven(arguments_beside_game(function) or [])
    if not missing:
        return ""
    allowed = f"besides the game a function may take {', '.join(HANDED)} and arguments that have a default"
    return f"{function_name(function)} is not a player: nothing is given for its argument {missing[0]!r}; {allowed}"


def callable_with(function: Any, count: int) -> bool:
    """Return whether `count` positional arguments fit; True if the signature cannot be read."""
    try:
        inspect.signature(function).bind(*range(count))
    except ValueError:  # no readable signature
        return True
    except TypeError:
        return False
    return True


def accept_left_out_deadline(kind: type) -> None:
    """Let a class write `choose(self, game)`: its choose takes a deadline as well, and ignores it."""
    choose = inspect.getattr_static(kind, "choose", None)
    if inspect.isfunction(choose) and callable_with(choose, 2) and not callable_with(choose, 3):

        @wraps(choose)
        def call(self: Any, game: Game, deadline: float = inf) -> Any:
            return choose(self, game)

        del call.__wrapped__  # so that its signature is its own
        kind.choose = call  # type: ignore[attr-defined]


def describe_misfit(kind: type) -> str:
    """Return what is wrong with the signatures of a player class; "" if nothing is."""
    for name, arguments in METHODS.items():
        written = inspect.getattr_static(kind, name, None)
        bound = isinstance(written, classmethod | staticmethod)
        if not bound and not inspect.isroutine(written):
            continue  # any other fault shows when it is called
        count = len(arguments) + (not bound)
        if not callable_with(getattr(kind, name), count):
            head = ", ".join(arguments if isinstance(written, staticmethod) else ("self", *arguments))
            return f"{name} must take {' and '.join(arguments) or 'no argument'}, as in def {name}({head}): ..."
    return ""


class FunctionPlayer:
    """A player that chooses by a function."""

    function: Callable[..., Any]
    handed: list[str]  # names of its arguments besides the game
    placed: list[str]  # the positional-only ones among them
    options: dict[str, Option] = {}  # each class made here has its own

    def __init__(self, **given: Any):
        given = {name: value for name, value in given.items() if value is not None}  # so a default stays
        check(self.options, **given)
        values = {name: option.default for name, option in self.options.items()} | given
        self.rng = Random(values.get("seed")) if "rng" in self.handed else None
        self.given = {name: values[name] for name in (*self.placed, *given) if name in self.handed and name in values}

    def choose(self, game: Game, deadline: float) -> Any:
        values = {"deadline": deadline, "rng": self.rng, **self.given}
        named = {name: value for name, value in values.items() if name in self.handed and name not in self.placed}
        return self.function(game, *[values[name] for name in self.placed], **named)
