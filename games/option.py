"""The options of a game or a player: what people type after `name:`, read from text and checked.

A class states them as `options = {"sticks": Whole(21, least=1, most=1000), ...}`, named like the arguments of its
constructor, which passes its arguments to `check`. If a class states none, they are read from the signature of its
constructor: the default of each argument decides its kind.
"""

import inspect
import sys
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from games.base.notation import fold
from games.base.numeric import plain
from games.base.spec_error import Misfit
from games.dataclass import dataclass


@dataclass(frozen=True)
class Option:
    """Any text.

    note      explains what the option does, or what else the class demands of it.
    required  there is no default.
    both      only for the first option: the other side of a board that is usually square. A value without a name sets
              both.
    named     only for the first option: an example of a value with an equals sign; "" if it has none. Such a value may
              be given without the name of the option too.
    """

    default: Any = None
    note: str = ""
    required: bool = False
    both: str = ""
    named: str = field(default="", repr=False)

    @property
    def allowed(self) -> str:
        """What may be given, in words that follow `must be`."""
        return "a text"

    @property
    def described(self) -> str:
        """What may be given, and what people should know about it."""
        alone = f"given without its name, it sets {self.both} too" if self.both else ""
        return "; ".join(filter(None, (self.allowed, self.note, alone)))

    def read(self, text: str) -> Any:
        """Return the value that `text` stands for. Raises ValueError."""
        return text

    def fits(self, value: Any) -> bool:
        """Return whether the value has the right type and is in range."""
        return True

    def write(self, value: Any) -> str:
        """Return the value as people type it."""
        return str(value)

    @property
    def example(self) -> str:
        """A value as people type it, other than the default if there is an obvious one; "" for none."""
        return "" if self.default in (None, "") else self.write(self.default)


@dataclass(frozen=True)
class Whole(Option):
    """A whole number from `least` to `most`; None means no limit."""

    least: int | None = None
    most: int | None = None

    @property
    def allowed(self) -> str:
        return "a whole number" + describe_range(self.least, self.most)

    @property
    def example(self) -> str:
        start = self.default if self.default is not None else self.least or 0
        larger = start + max(start // 10 * 5, 1)
        return str(larger if self.fits(larger) else start - 1)

    def read(self, text: str) -> int:
        return int(text)

    def fits(self, value: Any) -> bool:
        return type(value) is int and is_in_range(value, self.least, self.most)


@dataclass(frozen=True)
class Number(Option):
    """A finite number from `least` to `most`; None means no limit."""

    least: float | None = None
    most: float | None = None

    @property
    def allowed(self) -> str:
        return "a number" + describe_range(self.least, self.most)

    def read(self, text: str) -> float:
        return float(text)

    def fits(self, value: Any) -> bool:
        finite = type(value) in (int, float) and abs(value) <= sys.float_info.max
        return finite and is_in_range(value, self.least, self.most)

    def write(self, value: Any) -> str:
        return str(value).removesuffix(".0")


def is_in_range(value: float, least: float | None, most: float | None) -> bool:
    """Return whether `value` is at least `least` and at most `most`, if given."""
    return (least is None or least <= value) and (most is None or value <= most)


def describe_range(least: float | None, most: float | None) -> str:
    """Return the range in words."""
    return ("" if least is None else f" from {least}") + ("" if most is None else f" to {most}")


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words."""

    words: tuple[str, ...] = ()

    @property
    def example(self) -> str:
        return next((word for word in self.words if word != self.default), super().example)

    @property
    def allowed(self) -> str:
        return " or ".join(self.words)

    def read(self, text: str) -> str:
        return text.strip().casefold()

    def fits(self, value: Any) -> bool:
        return value in self.words


class YesNo(Option):
    """True or False, typed yes or no."""

    @property
    def allowed(self) -> str:
        return "yes or no"

    def read(self, text: str) -> bool:
        return {"yes": True, "true": True, "no": False, "false": False}[text.strip().casefold()]

    def fits(self, value: Any) -> bool:
        return type(value) is bool

    def write(self, value: Any) -> str:
        return "yes" if value else "no"

    @property
    def example(self) -> str:
        return self.write(not self.default)


@dataclass(frozen=True)
class Sizes(Option):
    """One to `count` whole numbers from `least` to `most`, typed with slashes: 3/5/7."""

    least: int = 1
    most: int = 1
    count: int = 1

    @property
    def allowed(self) -> str:
        return f"1 to {self.count} whole numbers from {self.least} to {self.most} with / between, as in 3/5/7"

    def read(self, text: str) -> tuple[int, ...]:
        return tuple(int(size) for size in text.split("/"))

    def fits(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and 1 <= len(value) <= self.count
            and all(type(size) is int and self.least <= size <= self.most for size in value)
        )

    def write(self, value: Any) -> str:
        return "/".join(map(str, value))


@dataclass(frozen=True)
class BySeat(Sizes):
    """A whole number from `least` to `most` for each seat, typed with a slash: 3/5."""

    count: int = 2

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.least} to {self.most} for each seat with / between, as in 3/5"

    def fits(self, value: Any) -> bool:
        return super().fits(value) and len(value) == 2


class ShellCommand(Option):
    """The command that starts a program: its path or name, and then its arguments, as in a shell.

    It may stand in double quotes, and must if it contains a comma.
    """

    @property
    def allowed(self) -> str:
        return "a command, in double quotes if it holds a comma"


class Named(Option):
    """Texts under names that only another program knows, each typed as an option of its own: `option.Skill Level=3`."""

    @property
    def allowed(self) -> str:
        return "a text for each name"

    def fits(self, value: Any) -> bool:
        return isinstance(value, dict)

    def write(self, value: Any) -> str:
        return ", ".join(f"{name}={text}" for name, text in value.items())


EXAMPLE = 'as in options = {"size": Whole(8)}'
RANGE = "name the limits, as in Whole(8, least=2, most=12)"
KINDS: dict[type, type[Option]] = {bool: YesNo, int: Whole, float: Number}


def options_of(kind: type) -> Mapping[str, Option]:
    """Return the options that a class states, otherwise its constructor's arguments. Raises Misfit for wrong ones."""
    stated = getattr(kind, "options", None)
    first = next(parent for parent in kind.__mro__ if {"options", "__init__"} & vars(parent).keys())
    if stated is not None and "options" in vars(first):  # otherwise a subclass has a constructor of its own
        pairs = stated.items() if isinstance(stated, Mapping) else ()
        odd = (pair for pair in pairs if not (isinstance(pair[0], str) and isinstance(pair[1], Option)))
        wrong = next((f"{name!r}: {value!r}" for name, value in odd), "")
        if wrong or not isinstance(stated, Mapping):
            said = f"{wrong or repr(stated):.80}"
            raise Misfit(f"{kind.__name__}.options must give an Option for each name, {EXAMPLE}, and not {said}")
        for name, option in stated.items():
            if not isinstance(option.note, str):
                raise Misfit(
                    f"{kind.__name__}.options: the second value of {name!r} is a note, {option.note!r:.40}; {RANGE}"
                )
        return dict(stated)
    try:
        arguments = inspect.signature(kind).parameters.values()
    except ValueError:  # it inherits the constructor of a compiled class, which has no signature
        return {}
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {argument.name: option_of(argument) for argument in arguments if argument.kind in named}


def option_of(argument: inspect.Parameter) -> Option:
    """Return the option of a constructor's argument; the type of its default decides the kind."""
    if argument.default is argument.empty:
        return Option(required=True)
    return KINDS.get(type(argument.default), Option)(argument.default)


def check(options: Mapping[str, Option], /, **given: Any) -> None:
    """Raise ValueError, which names what is allowed, unless each value fits its option; None fits a default None."""
    for name, value in given.items():
        option = options[name]
        if not option.fits(value) and not (value is None and option.default is None):
            if option.fits(same := plain(value)):  # numpy's numbers are refused because their arithmetic overflows
                wanted, kind = type(same).__name__, type(value).__name__
                raise ValueError(f"{name}={same} is of the type {kind}: pass {wanted}({name})")
            raise ValueError(f"{name}={as_typed(option, value)} must be {option.allowed}")


def as_typed(option: Option, value: Any) -> str:
    """Return the value as people would type it, or its repr if it has another type."""
    try:
        return value if isinstance(value, str) else option.write(value)
    except (TypeError, ValueError):
        return repr(value)


def nearest(word: str, names: Iterable[str]) -> str:
    """Return `; did you mean ...?` if a name resembles `word`, otherwise "". A mapping gives each name's spelling."""
    from difflib import get_close_matches

    called = names if isinstance(names, Mapping) else {name: name for name in names}
    found = get_close_matches(fold(word), called, n=1)
    return f"; did you mean {called[found[0]]}?" if found else ""
