"""Classes, functions and objects of this session that have no file: each gets a spec, `here:Chomp`.

A name stands for one thing for as long as it is kept. What is equal has one name, so that the same calls return the
same records.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import contextmanager
from inspect import Parameter, signature
from itertools import islice
from os import PathLike, fspath
from threading import Lock
from typing import TYPE_CHECKING, Any

from games.base.notation import printable
from games.base.spec_error import SpecError
from games.dataclass import dataclass
from games.names.spec import clip
from games.option import options_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

HERE = "here"  # what stands before their names in specs
MOST = 10_000  # things that have names; then the first ones are forgotten


@dataclass(frozen=True, eq=False)
class Lent:
    """What was handed in under a name.

    thing  what it is, or a copy of what can change;  kind  its class;  identity  the same for what is the same.
    made   what returns the object that plays; None: the class makes a new one for each game.
    """

    thing: Any
    kind: type
    identity: Hashable
    made: Callable[[], Any] | None = None


class LentNames:
    """The names of things. No name is used again for another thing."""

    def __init__(self) -> None:
        self.lent = OrderedDict[str, Lent]()  # what was asked for last at the end; threads read it without the lock
        self.names: dict[Hashable, str] = {}  # by the identities
        self.counts: Counter[str] = Counter()  # how many were given of each word
        self.used: Counter[str] = Counter()  # in how many calls that go on
        self.lock = Lock()

    def give(self, word: str, lent: Lent) -> str:
        """Return the name of that thing: the one that it has, or else the word, with a number where the word is taken.

        What was not asked for in the longest time and is not used is forgotten beyond MOST.
        """
        with self.lock:
            if (held := self.names.get(lent.identity)) is not None:
                self.lent.move_to_end(held)
                return held
            self.counts[word] += 1
            while (name := word if self.counts[word] == 1 else f"{word}{self.counts[word]}") in self.lent:
                self.counts[word] += 1
            self.lent[name], self.names[lent.identity] = lent, name
            unused = (each for each in self.lent if not self.used[each])
            for old in list(islice(unused, max(0, len(self.lent) - MOST))):
                del self.names[self.lent.pop(old).identity]
            return name

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        """Within the block that name is used, and not forgotten."""
        with self.lock:
            self.used[name] += 1
        try:
            yield
        finally:
            with self.lock:
                self.used -= Counter((name,))  # which drops what is not used any more


class SessionThings:
    """A catalogue that takes such things. They are known in this process and in those that are forked from it."""

    kind: str
    handed: tuple[str, ...]
    shape: Callable[[Any], type | None]
    example = ""  # a spec, for messages
    takes = ""  # what may be handed in besides, in words

    def __init__(self) -> None:
        self.lends = False  # whether anything was ever lent
        self.all_lent = LentNames()

    @property
    def lent_names(self) -> LentNames:
        """The names that hold now."""
        return self.all_lent

    def lend(self, thing: Any, taken: set[str]) -> str:
        """Return the spec of a class, a function or an object of this session; its name is added to those taken.

        Raises TypeError if it is not of this kind, SpecError for a class of which no object can be made here.
        """
        lent = self.accept(thing)
        needs = () if lent.made else self.needed_arguments(lent.kind)
        if needs:
            given = ", ".join(f"{each}=..." for each in needs)
            name = lent.kind.__name__
            raise SpecError(f"{name} needs {', '.join(needs)}: pass an object, {name}({given}), instead of the class")
        given = str(getattr(thing, "__name__", lent.kind.__name__))
        name = self.lent_names.give(given if given.isidentifier() else self.kind, lent)
        self.lends = True
        taken.add(name)
        return f"{HERE}:{name}"

    def needed_arguments(self, kind: type) -> list[str]:
        """Return the arguments without which no object of the class can be made."""
        needed = [key for key, option in options_of(kind).items() if option.required and key not in self.handed]
        try:
            arguments = signature(kind).parameters.values()
        except (TypeError, ValueError):  # some classes in C have none
            return needed
        nameless = (each for each in arguments if each.kind is Parameter.POSITIONAL_ONLY)  # which is no option
        return [each.name for each in nameless if each.default is Parameter.empty] + needed

    def accept(self, thing: Any) -> Lent:
        """Return what is lent, as a class or as an object. Raises TypeError if it is not of this kind."""
        if not isinstance(thing, type) and (self.shape(type(thing)) or self.plays(thing)):
            held = self.take_object(thing)
            return Lent(held, type(held), self.identify(held), lambda: self.take_object(held))
        if kind := self.shape(thing):
            return Lent(thing, kind, id(thing))
        hand = f"pass its spec, such as {self.example!r}, or {self.takes}"
        raise TypeError(self.describe_refusal(thing) or f"{clip(printable(repr(thing)))} is not a {self.kind}: {hand}")

    def make(self, thing: Any, **extra: Any) -> Any:
        """Return the object that plays where a spec, a path, a class, a function or an object is handed in.

        `extra` fills options that are not given, but not those of an object. Raises SpecError for a spec that names
        none, TypeError for anything else.
        """
        if isinstance(thing, str | PathLike):
            return self.load(fspath(thing), **extra)
        lent = self.accept(thing)
        if lent.made:
            return lent.made()
        return lent.kind(**{key: value for key, value in extra.items() if key in options_of(lent.kind)})

    def load(self, spec: str, **extra: Any) -> Any:
        """Return a new object of the class that the spec names."""
        raise NotImplementedError

    def plays(self, thing: Any) -> bool:
        """Whether that object is of this kind though its class does not say so."""
        return False

    def describe_refusal(self, thing: Any) -> str:
        """Why a thing is not of this kind that nearly is; empty for others."""
        return ""

    def take_object(self, thing: Any) -> Any:
        """Return what plays where that object was lent."""
        return thing

    def identify(self, held: Any) -> Hashable:
        """Return what is the same for objects that need no names of their own."""
        return id(held)

    def split_lent(self, spec: str) -> tuple[str, str] | None:
        """The canonical name of what is lent under that spec, and the text of its options; None for other specs."""
        if not is_lent(spec):
            return None
        name, _, options = spec.removeprefix(f"{HERE}:").partition(":")
        return f"{HERE}:{name}", options

    def find_lent(self, spec: str) -> Lent | None:
        """Return what is lent under that spec; None for other specs. Raises SpecError if it is not known here."""
        if not is_lent(spec):
            return None
        name = spec.split(":")[1]
        if (lent := self.lent_names.lent.get(name)) is None:
            raise SpecError(
                f"{HERE}:{name} was handed to another program or call, which is over: pass the {self.kind} itself"
            )
        return lent


def is_lent(spec: str) -> bool:
    """Whether that spec or canonical name is one of things of a session."""
    return spec.startswith(f"{HERE}:")
