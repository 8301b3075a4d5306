"""What a file of people's holds, as plain data: so it can be known in a process in which the file is never run.

Such a description crosses from another process as JSON, and is believed no further than that: `read` refuses the rest.
"""

from __future__ import annotations

import inspect
from dataclasses import MISSING, dataclass, field, fields
from types import CodeType
from typing import TYPE_CHECKING, Any

from games.option import Choice, Number, Option, Sizes, Whole, YesNo, options_of

if TYPE_CHECKING:
    from collections.abc import Mapping

KNOWN: dict[str, type[Option]] = {kind.__name__: kind for kind in (Option, Whole, Number, Choice, YesNo, Sizes)}
LONGEST = 1000  # characters of a text


@dataclass(frozen=True)
class Held:
    """A class of games or of players in a file, or a function that players choose by.

    options   of its constructor;  parents  names of the classes of the same file that it extends.
    function  whether it is a function;  asks  which others of the file it names, if it is one.
    abstract  whether it leaves methods to those that extend it, by abc.
    misfit    what is wrong with the arguments of its methods, in words;  line  of its constructor, 0 where it has none.
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
    """What a file defines: the names of everything public, and what of it is of each kind, "game" or "player"."""

    names: tuple[str, ...] = ()
    kinds: Mapping[str, Mapping[str, Held]] = field(default_factory=dict)


@dataclass(frozen=True)
class Foreign(Option):
    """An option of a kind that people wrote: any text, until the object is made."""

    words: str = "a text"

    @property
    def allowed(self) -> str:
        return self.words


def described(kind: type, others: Mapping[str, type], misfit: str = "") -> Held:
    """The description of that class, which stands among those others of its file."""
    made = getattr(inspect.getattr_static(kind, "__init__", None), "__code__", None)
    code = getattr(getattr(kind, "function", None), "__code__", None)
    return Held(
        options=options_of(kind),
        parents=tuple(name for name, other in others.items() if other in kind.__mro__[1:]),
        function=hasattr(kind, "function"),
        asks=tuple(name for name in others if code and name in names_in(code)),
        abstract=inspect.isabstract(kind),
        misfit=misfit,
        line=getattr(made, "co_firstlineno", 0),
    )


def names_in(code: CodeType) -> set[str]:
    """The names that a function refers to, also in functions within it."""
    within = (names_in(each) for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*within)


# As JSON.


def written(contents: Contents) -> dict[str, Any]:
    """The contents as JSON's types."""
    kinds = {kind: {name: vars(held) | {"options": stated(held)} for name, held in every.items()}
             for kind, every in contents.kinds.items()}  # fmt: skip
    return {"names": list(contents.names), "kinds": kinds}


def stated(held: Held) -> dict[str, Any]:
    """Its options as JSON's types."""
    return {name: option_written(option) for name, option in held.options.items()}


def option_written(option: Option) -> dict[str, Any]:
    """One option so. What is of a kind that people wrote is told by its words alone."""
    kind = type(option)
    if KNOWN.get(kind.__name__) is kind:
        values = {each.name: plain(getattr(option, each.name)) for each in fields(option)}
        return {"kind": kind.__name__, **values}
    return {"kind": "Foreign", "words": str(option.allowed)[:LONGEST], "default": plain(option.default),
            "note": str(option.note)[:LONGEST], "required": bool(option.required)}  # fmt: skip


def plain(value: Any) -> Any:
    """The value as JSON has it; None for one that it has not."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value if value is None or type(value) in (bool, int, float, str) else None


def read(found: Any) -> Contents:
    """The contents that such JSON says. Raises ValueError, TypeError and the like where it is none."""
    names, kinds = found["names"], found["kinds"]
    demand(type(names) is list and all(type(name) is str for name in names))
    return Contents(
        tuple(names),
        {kind: {demanded(name, names): held_read(held) for name, held in every.items()}
         for kind, every in kinds.items()},
    )  # fmt: skip


def demanded(name: str, names: list[str]) -> str:
    """The name, which must be one of these."""
    demand(name in names)
    return name


def demand(fits: bool) -> None:
    """Raise ValueError unless it fits."""
    if not fits:
        raise ValueError("no contents of a file")


def held_read(found: Mapping[str, Any]) -> Held:
    """The same of one class."""
    values = {each.name: found[each.name] for each in fields(Held)}
    demand(all(type(values[name]) is bool for name in ("function", "abstract")) and type(values["line"]) is int)
    demand(type(values["misfit"]) is str and all(type(name) is str for name in (*values["parents"], *values["asks"])))
    options = {name: option_read(option) for name, option in values["options"].items()}
    return Held(**values | {"options": options, "parents": tuple(values["parents"]), "asks": tuple(values["asks"])})


def option_read(found: Mapping[str, Any]) -> Option:
    """The same of one option."""
    kind: type[Option] = {**KNOWN, "Foreign": Foreign}[found["kind"]]
    values = {each.name: tupled(found[each.name]) for each in fields(kind)}
    for each in fields(kind):
        demand(each.default is MISSING or fit(values[each.name], each.default))
    return kind(**values)


def tupled(value: Any) -> Any:
    """Lists as the tuples that they were."""
    return tuple(map(tupled, value)) if isinstance(value, list) else value


def fit(value: Any, default: Any) -> bool:
    """Whether a value of an option may stand where that one is the default."""
    return default is None or type(value) is type(default)
