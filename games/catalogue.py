"""Names to classes, and specs to objects: `chips:chips=31,rule=last` is a game of that name with those options.

The first option of a class may be given without its name: `chips:31,rule=last` is the same game. A name may be that of
a file, and of what it holds: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`. Packages that are installed add
names by entry points.

Modules are imported when something of theirs is asked for, so that naming what there is costs nothing.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path, PurePath
from typing import Any

from games import user_files
from games.file_contents import Contents, Held, described
from games.notation import fold, printable
from games.option import Option, nearest, options_of, read_options

Shape = Callable[[Any], type | None]  # the class of games or players that a thing in a file gives; None: none
Describer = Callable[[str], Contents]  # what the file at a path holds. Raises BrokenFile


class SpecError(ValueError):
    """A spec that names nothing there is; one line for the person who typed it."""

    def __init__(self, message: str):
        super().__init__(printable(message))


class BrokenFile(SpecError):
    """A spec whose file cannot be run; what that raised is the cause, and `raised` the name of its class."""

    def __init__(self, message: str, raised: str = ""):
        super().__init__(message)
        self.raised = raised


class Several(SpecError):
    """Several specs whose files cannot be run: an error for each."""

    def __init__(self, errors: Sequence[BrokenFile]):
        super().__init__("; ".join(map(str, errors)))
        self.errors = errors


class Misfit(SpecError):
    """A class of a file whose methods take other arguments than they are given: one line for who wrote it."""


@dataclass(frozen=True)
class Entry:
    """Where a class is found, by what other names, and who brought it: "" for this program itself."""

    module: str
    name: str
    aliases: tuple[str, ...] = ()
    origin: str = ""


class Catalogue:
    """The named classes of one kind of thing. Hyphens, underscores and case in names do not matter.

    group      of the entry points by which installed packages add theirs;  shape  tells what in a file is of this kind.
    handed     the options that a spec need not give, as whoever loads it fills them.
    describer  says what a file holds before it is run in this process, and if it is not; None: the file is run for it.
    """

    handed: tuple[str, ...] = ()
    describer: Describer | None = None

    def __init__(self, kind: str, entries: Mapping[str, Entry], group: str, shape: Shape):
        self.kind = kind
        self.group = group
        self.shape = shape
        self.entries = dict(entries)
        self.names = {fold(word): name for name, entry in entries.items() for word in (name, *entry.aliases)}

    def __iter__(self) -> Iterator[str]:
        return iter(self.everything)

    @property
    def everything(self) -> dict[str, Entry]:
        """All entries by their proper names, those of installed packages last."""
        return {**self.entries, **self.installed}

    @cached_property
    def installed(self) -> dict[str, Entry]:
        """What installed packages add. A name that this program has itself stays this program's."""
        if not announced(self.group):
            return {}
        from importlib.metadata import entry_points

        found = entry_points(group=self.group)
        return {
            point.name: Entry(point.module, point.attr, (), origin(point))
            for point in sorted(found)
            if fold(point.name) not in self.names
        }

    def find(self, spec: str) -> str | None:
        """The proper name of what the spec names, its options aside; None where there is no such thing.

        Raises SpecError for a file that cannot be run, and for one that holds several such things.
        """
        return self.split(spec)[0]

    def split(self, spec: str) -> tuple[str | None, str]:
        """That name, and the options behind it."""
        if user_files.names_file(spec):
            return self.in_file(*user_files.parts(spec))
        word, _, behind = spec.partition(":")
        name = self.names.get(fold(word))
        if name is None:
            name = next((name for name in self.installed if fold(name) == fold(word)), None)
        return name, behind

    def in_file(self, path: str, behind: str) -> tuple[str | None, str]:
        """The same of a file: its path and the name of what is meant in it."""
        names, found = self.contents(path)
        word, colon, options = behind.partition(":")
        if word in names:
            return f"{path}:{word}" if word in found else None, options
        if word.isidentifier() or colon:
            raise SpecError(f"{path} holds no {word!r} ({self.kind}s: {', '.join(found) or 'none'})")
        if not found:
            return None, behind
        return f"{path}:{self.meant(path, found)}", behind

    def contents(self, path: str) -> tuple[Collection[str], Mapping[str, Held]]:
        """The names of all that the file defines, and what of it is of this kind, by its name.

        Raises BrokenFile where the file cannot be run.
        """
        if Catalogue.describer:
            found = Catalogue.describer(path)
            return found.names, found.kinds.get(self.kind, {})
        everything = things(path)
        return everything, self.describe(everything)

    def held(self, path: str) -> Mapping[str, Held]:
        """What of this kind is in that file, by its names there. Raises BrokenFile where it cannot be run."""
        return self.contents(path)[1]

    def describe(self, everything: Mapping[str, Any]) -> dict[str, Held]:
        """What of these things is of this kind."""
        kinds = {name: kind for name, thing in everything.items() if (kind := self.shape(thing))}
        return {name: described(kind, kinds, self.misfit(kind)) for name, kind in kinds.items()}

    def misfit(self, kind: type) -> str:
        """What is wrong with a class of people's own, whatever options it is given; empty where nothing is."""
        return ""

    def meant(self, path: str, found: Mapping[str, Held]) -> str:
        """Which of these is meant where none is named: the only one, or that which is called like the file.

        A class that another one extends is a beginning, and not meant; functions are only where there is no class.
        """
        classes = [name for name, held in found.items() if not held.function]
        begun = {parent for held in found.values() for parent in held.parents}
        names = [name for name in classes if name not in begun] or classes or list(found)
        if len(names) > 1:
            names = [name for name in names if fold(name) == fold(PurePath(path).stem)]
        if len(names) != 1:
            raise SpecError(
                f"{path} holds several {self.kind}s: {', '.join(found)}; name one, as in {path}:{next(iter(found))}"
            )
        return names[0]

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
        name, behind = self.named(spec)
        kind = self.kind_of(name)
        if wrong := self.misfit(kind):
            raise Misfit(f"{spec!r}: {wrong}")
        return kind, self.stated(spec, name, behind, options_of(kind))

    def check(self, spec: str) -> dict[str, Any]:
        """The options that the spec gives. Raises SpecError as `read` does; of files nothing is run where that is told.

        Options of kinds that people wrote are not read: that is left to who makes the object.
        """
        name, behind = self.named(spec)
        if not user_files.names_file(name):
            return self.read(spec)[1]
        held = self.in_spec(name)
        if held.misfit:
            raise Misfit(f"{spec!r}: {held.misfit}")
        return self.stated(spec, name, behind, held.options)

    def stated(self, spec: str, name: str, behind: str, options: Mapping[str, Option]) -> dict[str, Any]:
        """The options that stand behind that name in the spec. Raises SpecError."""
        try:
            return read_options(name, behind, options, self.handed)
        except ValueError as error:
            raise SpecError(f"{spec!r}: {error}") from error

    def named(self, spec: str) -> tuple[str, str]:
        """What `split` finds. Raises SpecError where that is nothing."""
        name, behind = self.split(spec)
        if name is None:
            raise SpecError(self.unknown(spec))
        return name, behind

    def in_spec(self, name: str) -> Held:
        """The description of what has that proper name in a file."""
        path, word = user_files.parts(name)
        return self.held(path)[word]

    def options(self, name: str) -> Mapping[str, Option]:
        """The options of what has that proper name. Raises SpecError as `kind_of` does."""
        return self.in_spec(name).options if user_files.names_file(name) else options_of(self.kind_of(name))

    def kind_of(self, name: str) -> type:
        """The class of that proper name. Raises SpecError where the package that brought it is broken."""
        if user_files.names_file(name):
            path, word = user_files.parts(name)
            return self.shape_in(path, word)
        entry = self.everything[name]
        try:
            thing = getattr(import_module(entry.module), entry.name)
        except Exception as error:
            if not entry.origin:
                raise
            raise SpecError(f"{name!r} of {entry.origin} cannot be loaded: {error}") from error
        kind = self.shape(thing)
        if kind is None:
            raise SpecError(f"{name!r} of {entry.origin} is no {self.kind}")
        return kind

    def shape_in(self, path: str, word: str) -> type:
        """The class by that name in that file, which is run. Raises BrokenFile where it cannot be."""
        kind = self.shape(things(path).get(word))
        if kind is None:
            raise BrokenFile(f"{path} is not the same each time it is run: {word} is no {self.kind} now")
        return kind

    def unknown(self, spec: str) -> str:
        """One line on a name that is none of these."""
        if user_files.names_file(spec):
            path, behind = user_files.parts(spec)
            word = behind.partition(":")[0]
            return (
                f"{path}:{word} is no {self.kind}" if word in self.contents(path)[0] else f"{path} holds no {self.kind}"
            )
        word = spec.partition(":")[0]
        return f"there is no {self.kind} {word!r}{nearest(word, list(self.names))} ({self.kind}s: {', '.join(self)})"


def things(path: str) -> Mapping[str, Any]:
    """All that the file defines; it is run for that. Raises BrokenFile where it cannot be."""
    if Catalogue.describer:
        Catalogue.describer(path)  # a file that would end this process, or hold it up, is found out by that
    try:
        return user_files.contents(path)
    except user_files.Unrunnable as error:
        raise BrokenFile(str(error), type(error.__cause__).__name__) from error.__cause__


def stem(spec: str) -> str:
    """What the spec names in one word, as files are called: its name, or that of its file."""
    return PurePath(user_files.parts(spec)[0]).stem if user_files.names_file(spec) else spec.partition(":")[0]


def announced(group: str) -> bool:
    """Whether any installed package adds to that group: quicker found out than by importlib.metadata which one."""
    files = (file for folder in sys.path for file in Path(folder or ".").glob("*.dist-info/entry_points.txt"))
    return any(f"[{group}]" in file.read_text(errors="replace") for file in files)


def origin(point: Any) -> str:
    """Which package brought an entry point, and its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.module
