"""What a person's file defines, as plain data, so that a process knows it without running the file.

The description comes from another process as JSON. It is not trusted: `decode_contents` checks all of it.
"""

from __future__ import annotations

import inspect
from dataclasses import MISSING, field, fields
from types import CodeType
from typing import TYPE_CHECKING, Any, TypeVar

from games.base.spec_error import Misfit
from games.dataclass import dataclass
from games.option import Choice, Number, Option, Sizes, Whole, YesNo, options_of

if TYPE_CHECKING:
    from collections.abc import Mapping

Record = TypeVar("Record")
LONGEST = 1000  # characters of a text


@dataclass(frozen=True)
class Definition:
    """A class of games or players in a file, or a function that chooses moves.

    options   of its constructor;  parents  the classes of the same file that it extends, by name.
    function  whether it is a function;  asks  the others of the file that a function names, or that make it.
    abstract  whether it leaves methods to subclasses (abc).
    misfit    what is wrong with its options or the arguments of its methods, in words.
    line      of its constructor, 0 without one.
    """

    options: Mapping[str, Option] = field(default_factory=dict)
    parents: tuple[str, ...] = ()
    function: bool = False
    asks: tuple[str, ...] = ()
    abstract: bool = False
    misfit: str = ""
    line: int = 0


@dataclass(frozen=True)
class Contents:
    """What a file defines: all public names, and for each kind, "game" or "player", its definitions.

    refused  why functions of the file are nearly players, but not quite, a line for each; "" if none is.
    """

    names: tuple[str, ...] = ()
    kinds: Mapping[str, Mapping[str, Definition]] = field(default_factory=dict)
    refused: str = ""


@dataclass(frozen=True)
class CustomOption(Option):
    """An option of a person's own class: here any text fits, because only that class can read it."""

    words: str = "a text"

    @property
    def allowed(self) -> str:
        return self.words


OPTIONS = (Option, Whole, Number, Choice, YesNo, Sizes, CustomOption)
KNOWN: dict[str, type[Option]] = {kind.__name__: kind for kind in OPTIONS}


def describe_class(kind: type, others: Mapping[str, type], misfit: str = "") -> Definition:
    """Return the Definition of a class; `others` are the classes of the same file."""
    made = getattr(inspect.getattr_static(kind, "__init__", None), "__code__", None)
    code = getattr(getattr(kind, "function", None), "__code__", None)
    options: Mapping[str, Option] = {}
    try:
        options = options_of(kind)
    except Misfit as error:
        misfit = misfit or str(error)
    return Definition(
        options=options,
        parents=tuple(name for name, other in others.items() if other in kind.__mro__[1:]),
        function=hasattr(kind, "function"),
        asks=tuple(name for name, other in others.items() if code and (name in names_in(code) or makes(other, code))),
        abstract=inspect.isabstract(kind),
        misfit=misfit,
        line=getattr(made, "co_firstlineno", 0),
    )


def makes(other: type, code: CodeType) -> bool:
    """Return whether the function of `other` makes the one with that code, which is a closure of it."""
    maker = getattr(getattr(other, "function", None), "__code__", None)
    return code in getattr(maker, "co_consts", ())


def names_in(code: CodeType) -> set[str]:
    """Return the names that a function refers to, including those in nested functions."""
    within = (names_in(each) for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*within)


# As JSON.


def encode_contents(contents: Contents) -> dict[str, Any]:
    """Return the contents as types of JSON. An option of a person's own class becomes a CustomOption."""
    kinds = {kind: {name: vars(held) | {"options": encode_options(held.options)} for name, held in every.items()}
             for kind, every in contents.kinds.items()}  # fmt: skip
    return {"names": contents.names, "kinds": kinds, "refused": contents.refused[:LONGEST]}


def encode_options(options: Mapping[str, Option]) -> dict[str, Any]:
    """Return the options of a definition as types of JSON."""
    known = {}
    for name, each in options.items():
        note, both, words = (str(text)[:LONGEST] for text in (each.note, each.both, each.allowed))
        custom = CustomOption(each.default, note, bool(each.required), both, words)
        known[name] = each if type(each) in OPTIONS else custom
    return {name: {each.name: encode_value(getattr(option, each.name)) for each in fields(option)} |
                  {"kind": type(option).__name__} for name, option in known.items()}  # fmt: skip


def encode_value(value: Any) -> Any:
    """Return the value as a type of JSON; None if there is no such type."""
    if isinstance(value, tuple):
        return [encode_value(each) for each in value]
    return value if value is None or type(value) in (bool, int, float, str) else None


def decode_contents(found: Any) -> Contents:
    """Return the contents in such JSON. Raises ValueError, TypeError, KeyError or AttributeError if it is malformed."""
    kinds: dict[str, dict[str, Definition]] = {kind: {} for kind in found["kinds"]}
    for kind, every in found["kinds"].items():
        for name, held in every.items():
            options = {key: decode_record(KNOWN[option["kind"]], option) for key, option in held["options"].items()}
            kinds[kind][name] = decode_record(Definition, held | {"options": options})
    contents = decode_record(Contents, found | {"kinds": kinds})
    every = [(name, *held.parents, *held.asks) for defined in kinds.values() for name, held in defined.items()]
    if not set().union(*every) <= {name for name in contents.names if type(name) is str}:
        raise ValueError("what is told of is not named")
    return contents


def decode_record(kind: type[Record], found: Mapping[str, Any]) -> Record:
    """Return a `kind` with these fields, of the types of their defaults. Raises as `decode_contents` does."""
    values = {}
    for each in fields(kind):  # type: ignore[arg-type]  # it is a dataclass
        value = values[each.name] = decode_value(found[each.name])
        if each.default not in (MISSING, None) and type(value) is not type(each.default):
            raise ValueError(f"{each.name} is of another type")
    return kind(**values)


def decode_value(value: Any) -> Any:
    """Return the value with each list in it turned back into a tuple."""
    return tuple(map(decode_value, value)) if isinstance(value, list) else value
