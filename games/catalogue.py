"""Names to classes, and specs to objects: `chips:chips=31,rule=last` is a game of that name with those options.

The first option of a class may be given without its name: `chips:31,rule=last` is the same game.

Modules are imported when something of theirs is asked for, so that naming what there is costs nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from games.notation import fold, printable
from games.option import Option, check, options_of


class SpecError(ValueError):
    """A spec that names nothing there is; one line for the person who typed it."""

    def __init__(self, message: str):
        super().__init__(printable(message))


@dataclass(frozen=True)
class Entry:
    """Where a class is found, and by what other names."""

    module: str
    name: str
    aliases: tuple[str, ...] = ()


class Catalogue:
    """The named classes of one kind of thing. Hyphens, underscores and case in names do not matter."""

    def __init__(self, kind: str, entries: Mapping[str, Entry]):
        self.kind = kind
        self.entries = dict(entries)
        self.names = {fold(word): name for name, entry in entries.items() for word in (name, *entry.aliases)}

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def find(self, spec: str) -> str | None:
        """The proper name of what the spec names, its options aside; None where there is no such thing."""
        return self.names.get(fold(spec.partition(":")[0]))

    def load(self, spec: str, **extra: Any) -> Any:
        """A new object as the spec says; `extra` fills options that it leaves out. Raises SpecError."""
        kind, given = self.read(spec)
        options = options_of(kind)
        try:
            return kind(**{key: value for key, value in extra.items() if key in options} | given)
        except ValueError as error:
            raise SpecError(f"{spec!r}: {error}") from error

    def read(self, spec: str) -> tuple[type, dict[str, Any]]:
        """The class that the spec names, and the options that it gives; nothing is made. Raises SpecError."""
        name = self.find(spec)
        if name is None:
            raise SpecError(self.unknown(spec))
        kind = self.kind_of(name)
        try:
            return kind, read_options(name, spec.partition(":")[2], options_of(kind))
        except ValueError as error:
            raise SpecError(f"{spec!r}: {error}") from error

    def kind_of(self, name: str) -> type:
        """The class of that proper name."""
        entry = self.entries[name]
        kind: type = getattr(import_module(entry.module), entry.name)
        return kind

    def unknown(self, spec: str) -> str:
        """One line on a name that is none of these."""
        word = spec.partition(":")[0]
        return f"there is no {self.kind} {word!r}{nearest(word, list(self.names))} ({self.kind}s: {', '.join(self)})"


def read_options(name: str, text: str, options: Mapping[str, Option]) -> dict[str, Any]:
    """The values in `key=value,key=value`, or `value,key=value`, which begins with that of the first option.

    Raises ValueError, naming what is allowed.
    """
    given: dict[str, Any] = {}
    keys = {fold(key): key for key in options}
    for place, pair in enumerate(text.split(",") if text else ()):
        word, equals, value = pair.partition("=")
        if place == 0 and keys and word.strip() and not equals and fold(word) not in keys:
            word, equals, value = next(iter(options)), "=", pair
        key = keys.get(fold(word))
        if key is None:
            has = f"options: {', '.join(options)}" if options else "it has none"
            raise ValueError(f"{name} has no option {word.strip()!r}{nearest(word, list(keys))} ({has})")
        if not equals or key in given:
            raise ValueError(f"{key} is given {'twice' if equals else 'no value'}; write {key}=value once")
        try:
            given[key] = options[key].read(value)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{key}={value} must be {options[key].allowed}") from error
    check(options, **given)
    if missing := [key for key, option in options.items() if option.required and key not in given]:
        raise ValueError(f"{name} needs {missing[0]}=value")
    return given


def nearest(word: str, names: list[str]) -> str:
    """`; did you mean ...?` where a name is near enough, else nothing."""
    from difflib import get_close_matches

    found = get_close_matches(fold(word), names, n=1)
    return f"; did you mean {found[0]}?" if found else ""
