"""Classes, functions and objects of this session that have no file: each gets a spec, `here:Chomp`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = "here"  # what stands before their names in specs


@dataclass(frozen=True)
class Lent:
    """What was handed in under a name.

    kind  its class;  made  what returns the object that plays; None: the class makes a new one for each game.
    """

    thing: Any
    kind: type
    made: Callable[[], Any] | None = None


class SessionThings:
    """A catalogue that takes such things. They are known in this process and in those that are forked from it."""

    kind: str
    shape: Callable[[Any], type | None]
    example = ""  # a spec, for messages
    takes = ""  # what may be handed in besides, in words

    def __init__(self) -> None:
        self.lent: dict[str, Lent] = {}  # by their names

    def lend(self, thing: Any, taken: set[str]) -> str:
        """The spec of a class, a function or an object of this session.

        taken  the names of others of this kind in the same match or tournament, to which its name is added.
        Raises TypeError where it is not of this kind.
        """
        lent = self.accept(thing)
        given = str(getattr(thing, "__name__", lent.kind.__name__))
        word = given if given.isidentifier() else self.kind
        names = (word, *(f"{word}{number}" for number in range(2, len(taken) + 3)))
        name = next(name for name in names if name not in taken or self.lent[name].thing is thing)
        taken.add(name)
        self.lent[name] = lent
        return f"{HERE}:{name}"

    def accept(self, thing: Any) -> Lent:
        """What is lent, as a class or as an object. Raises TypeError where it is not of this kind."""
        if not isinstance(thing, type) and (self.shape(type(thing)) or self.plays(thing)):
            return Lent(thing, type(thing), lambda: self.take_object(thing))
        if kind := self.shape(thing):
            return Lent(thing, kind)
        raise TypeError(f"{thing!r} is not a {self.kind}: hand its spec, such as {self.example!r}, or {self.takes}")

    def make(self, thing: Any) -> Any:
        """The object that plays where a spec, a class, a function or an object is handed in.

        Raises SpecError for a spec that names none, TypeError for anything else.
        """
        if isinstance(thing, str):
            return self.load(thing)
        lent = self.accept(thing)
        return lent.made() if lent.made else lent.kind()

    def load(self, spec: str, **extra: Any) -> Any:
        """A new object of the class that the spec names."""
        raise NotImplementedError

    def plays(self, thing: Any) -> bool:
        """Whether that object is of this kind though its class does not say so."""
        return False

    def take_object(self, thing: Any) -> Any:
        """What plays where that object was lent."""
        return thing

    def split_lent(self, spec: str) -> tuple[str | None, str] | None:
        """The canonical name of what is lent under that spec, and the text of its options; None for other specs."""
        word, _, behind = spec.partition(":")
        if word != HERE:
            return None
        name, _, options = behind.partition(":")
        return (f"{HERE}:{name}" if name in self.lent else None), options

    def find_lent(self, name: str) -> Lent | None:
        """What was lent under that canonical name; None for other names."""
        word, _, inner = name.partition(":")
        return self.lent.get(inner) if word == HERE else None
