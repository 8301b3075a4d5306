"""Names to classes, and specs to objects: `chips:chips=31,rule=last` is a game of that name with those options.

The first option of a class may be given without its name: `chips:31,rule=last` is the same game. A name may be that of
a file, and of what it holds: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`. Packages that are installed add
names by entry points.

Modules are imported when something of theirs is asked for, so that naming what there is costs nothing.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path, PurePath
from typing import Any

from games.base.notation import fold
from games.base.spec_error import BrokenFile as BrokenFile  # noqa: PLC0414  # for those who load things
from games.base.spec_error import BrokenFiles as BrokenFiles  # noqa: PLC0414
from games.base.spec_error import Misfit as Misfit  # noqa: PLC0414
from games.base.spec_error import SpecError as SpecError  # noqa: PLC0414
from games.names import user_files
from games.names.entry import READ, Entry, ReadSpec
from games.names.file_contents import Contents, Definition, describe_class
from games.names.option_text import read_options
from games.names.session_objects import SessionThings
from games.names.spec import split_rest
from games.names.user_files import complete_name
from games.option import Option, nearest, options_of

Shape = Callable[[Any], type | None]  # the class of games or players that a thing in a file gives; None: none
Describer = Callable[[str], Contents]  # what the file at a path holds. Raises BrokenFile
OwnWords = Callable[[], Mapping[str, tuple[str, str]]]  # words of a person, each for a name and options: `sf`


class Catalogue(SessionThings):
    """The named classes of one kind of thing. Hyphens, underscores and case in names do not matter.

    group      the group of entry points by which installed packages add their classes.
    shape      returns the class that a thing in a file gives, or None if it gives none of this kind.
    handed     the options that a spec need not give, because whoever loads it fills them.
    rest       an option that no class need have: its value is all of the spec behind `rest=`; empty: none.
    describer  returns what a file holds without running it in this process; None: the file is run for it.
    """

    handed: tuple[str, ...] = ()
    describer: Describer | None = None

    def __init__(self, kind: str, entries: Mapping[str, Entry], group: str, shape: Shape, rest: str = ""):
        self.kind = kind
        self.group = group
        self.rest = rest
        self.shape = shape
        self.entries = dict(entries)
        self.own_words: dict[str, str] = {}  # of a person, as they were written
        self.offered: OwnWords | None = None  # what reads them, until it was called
        SessionThings.__init__(self)
        self.presets = {fold(word): text for entry in entries.values() for word, text in entry.presets.items()}
        self.names = {fold(word): name for name, row in entries.items() for word in (name, *row.aliases, *row.presets)}

    def offer_words(self, read: OwnWords) -> None:
        """Let words of a person stand for a name with options, each for the pair of both, and no more those of before.

        read  returns them. It is called when a word is met that nothing else has; it may raise SpecError.
        """
        for word in self.own_words:
            del self.presets[word], self.names[word]
        self.own_words.clear()
        self.offered = read

    def called(self) -> Mapping[str, str]:
        """Return the words of a person that stand for something here, as they were written, by their folded forms."""
        if self.offered is not None:
            found, self.offered = self.offered(), None
            for word, (name, options) in found.items():
                self.presets[fold(word)], self.names[fold(word)], self.own_words[fold(word)] = options, name, word
        return self.own_words

    def spell_out(self, spec: str) -> str:
        """The spec without a person's own word, `uci:command=stockfish` for `sf`: so it means the same everywhere."""
        word, _, behind = spec.partition(":")
        if self.find(spec) is None or fold(word) not in self.own_words:
            return spec
        return f"{self.names[fold(word)]}:{','.join(filter(None, (self.presets[fold(word)], behind)))}"

    @property
    def known(self) -> dict[str, str]:
        """What may be typed for each name; a preset stands for itself."""
        own = self.called()
        return self.names | {word: own.get(word, word) for word in self.presets}

    def __iter__(self) -> Iterator[str]:
        return iter(self.all_entries)

    @property
    def all_entries(self) -> dict[str, Entry]:
        """All entries by their canonical names, those of installed packages last."""
        return {**self.entries, **self.installed}

    @cached_property
    def installed(self) -> dict[str, Entry]:
        """The entries that installed packages add. They cannot replace a name of this program."""
        if not has_entry_points(self.group):
            return {}
        from importlib.metadata import entry_points

        found = entry_points(group=self.group)
        return {
            point.name: Entry(
                point.module, point.attr, (), f"{point.dist.name} {point.dist.version}" if point.dist else point.module
            )
            for point in sorted(found)
            if fold(point.name) not in self.names
        }

    def find(self, spec: str) -> str | None:
        """Return the canonical name of what the spec names, without its options; None if nothing has that name.

        Raises SpecError for a file that cannot be run, and for one that holds several such things.
        """
        return self.split(spec)[0]

    def split(self, spec: str) -> tuple[str | None, str]:
        """Return the canonical name as `find` returns it, and the text of the options after it."""
        spec, rest = split_rest(spec, self.rest)
        name, behind = self.split_name(spec)
        return name, ",".join(filter(None, (behind, rest)))

    def split_name(self, spec: str) -> tuple[str | None, str]:
        """As `split` returns them, of a spec without a rest."""
        if user_files.is_file_spec(spec):
            return self.split_in_file(*user_files.split_file_spec(spec))
        if lent := self.split_lent(spec):
            return lent
        word, _, behind = spec.partition(":")
        name = self.names.get(fold(word))
        if name is None and fold(word) in self.called():
            name = self.names[fold(word)]
        if name is None:
            name = next((name for name in self.installed if fold(name) == fold(word)), None)
        return name, ",".join(filter(None, (self.presets.get(fold(word)), behind)))

    def extend(self, spec: str, options: str) -> str:
        """The spec with more options, `key=value,key=value`, which stand before the one that takes all the rest."""
        spec, rest = split_rest(spec, self.rest)
        given = ",".join(filter(None, (options, rest)))
        return f"{spec}{',' if self.split(spec)[1] else ':'}{given}" if given else spec

    def split_in_file(self, path: str, behind: str) -> tuple[str | None, str]:
        """`path:name` of the thing meant in that file, or None if it holds none; and the text of the options."""
        names, found = self.contents(path)
        word, colon, options = behind.partition(":")
        if word in names:
            return f"{path}:{word}" if word in found else None, options
        if word.isidentifier() or colon:
            raise SpecError(f"{path} holds no {word!r} ({self.kind}s: {', '.join(found) or 'none'})")
        if not found:
            return None, behind
        return f"{path}:{self.choose_default(path, found)}", behind

    def contents(self, path: str) -> tuple[Collection[str], Mapping[str, Definition]]:
        """All names that the file defines, and by name the definitions of this kind.

        Raises BrokenFile if the file cannot be run.
        """
        if Catalogue.describer:
            found = Catalogue.describer(path)
            return found.names, found.kinds.get(self.kind, {})
        everything = load_things(path)
        return everything, self.describe(everything)

    def definitions(self, path: str) -> Mapping[str, Definition]:
        """Return the definitions of this kind in that file, by name. Raises BrokenFile if it cannot be run."""
        return self.contents(path)[1]

    def describe(self, everything: Mapping[str, Any]) -> dict[str, Definition]:
        """Return the definitions of those things that are of this kind, by name."""
        kinds = {name: kind for name, thing in everything.items() if (kind := self.shape(thing))}
        return {name: describe_class(kind, kinds, self.describe_misfit(kind)) for name, kind in kinds.items()}

    def describe_misfit(self, kind: type) -> str:
        """Return what is wrong with the signatures of a person's class; empty if nothing is."""
        return ""

    def find_refusal(self, everything: Mapping[str, Any]) -> str:
        """Return why one of those things is not of this kind though it nearly is; empty if none nearly is."""
        return next((said for thing in everything.values() if (said := self.describe_refusal(thing))), "")

    def refusal_in(self, path: str) -> str:
        """Return why something in the file is not of this kind though it nearly is; empty if nothing nearly is."""
        return ""

    def choose_default(self, path: str, found: Mapping[str, Definition]) -> str:
        """Return the name that is meant if none is given: the only one, or the one called like the file.

        A class that another one extends is never meant; functions only count if there is no class.
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
        """A new object of the class that the spec names; `extra` fills options that it leaves out. Raises SpecError."""
        found = self.look_up(spec)
        if found.made:
            return found.made()
        try:
            return found.kind(**{key: value for key, value in extra.items() if key in found.options} | found.given)
        except ValueError as error:
            raise SpecError(f"{spec!r}: {error}") from error

    def read(self, spec: str) -> tuple[type, dict[str, Any]]:
        """Return the class that the spec names, and the options that it gives; no object is made. Raises SpecError."""
        found = self.look_up(spec)
        return found.kind, dict(found.given)

    def look_up(self, spec: str) -> ReadSpec:
        """Return the class that the spec names, its options, and those that the spec gives. Raises SpecError."""
        read = READ.get()
        if read and (known := read.get((self.kind, spec))):
            if known.folder:
                user_files.switch_folder(known.folder)  # what it imports is looked for there
            return known
        name, behind = self.require_name(spec)
        kind = self.load_class(name)
        if wrong := self.describe_misfit(kind):
            raise Misfit(f"{spec!r}: {wrong}")
        lent = self.find_lent(name)
        made = lent.made if lent else None
        options = {} if made else options_of(kind)
        folder = user_files.folder_of(name) if user_files.is_file_spec(name) else None
        found = ReadSpec(kind, options, self.read_given(spec, name, behind, options), made, folder)
        if read is not None and lent is None:  # a name may be lent again, for another thing
            read[self.kind, spec] = found
        return found

    def check(self, spec: str) -> dict[str, Any]:
        """The options that the spec gives. Raises SpecError as `read` does, but runs no file if there is a describer.

        Options of classes that people wrote are not read here but when the object is made.
        """
        name, behind = self.require_name(spec)
        if not user_files.is_file_spec(name):
            return self.read(spec)[1]
        held = self.definition_of(name)
        if held.misfit:
            raise Misfit(f"{spec!r}: {held.misfit}")
        return self.read_given(spec, name, behind, held.options)

    def read_given(self, spec: str, name: str, behind: str, options: Mapping[str, Option]) -> dict[str, Any]:
        """Return the values of the options that stand after that name in the spec. Raises SpecError."""
        try:
            known = behind if self.rest in options else split_rest(behind, self.rest)[0]
            return read_options(name, known, options, self.handed)
        except ValueError as error:
            raise SpecError(f"{spec!r}: {error}") from error

    def require_name(self, spec: str) -> tuple[str, str]:
        """The canonical name and the text of the options, as `split` returns them. Raises SpecError if unknown."""
        name, behind = self.split(spec)
        if name is None:
            raise SpecError(self.explain_unknown(spec))
        return name, behind

    def definition_of(self, name: str) -> Definition:
        """Return the definition with that canonical name, `path:name`, in a file."""
        path, word = user_files.split_file_spec(name)
        return self.definitions(path)[word]

    def options(self, name: str) -> Mapping[str, Option]:
        """The options of what has that canonical name; an object has none. Raises SpecError as `load_class` does."""
        if user_files.is_file_spec(name):
            return self.definition_of(name).options
        lent = self.find_lent(name)
        return {} if lent and lent.made else options_of(self.load_class(name))

    def load_class(self, name: str) -> type:
        """Return the class with that canonical name. Raises SpecError if the package that brought it is broken."""
        if user_files.is_file_spec(name):
            path, word = user_files.split_file_spec(name)
            return self.load_class_in_file(path, word)
        if lent := self.find_lent(name):
            return lent.kind
        entry = self.entries.get(name) or self.all_entries[name]
        try:
            thing = getattr(import_module(entry.module), entry.name)
        except Exception as error:
            if not entry.origin:
                raise
            raise SpecError(f"{name!r} of {entry.origin} cannot be loaded: {error}") from error
        kind = self.shape(thing)
        if kind is None:
            raise SpecError(f"{name!r} of {entry.origin} is not a {self.kind}")
        return kind

    def load_class_in_file(self, path: str, word: str) -> type:
        """Return the class of that name in that file, which is run. Raises BrokenFile if it cannot be run."""
        kind = self.shape(load_things(path).get(word))
        if kind is None:
            raise BrokenFile(f"{path} is not the same each time it is run: {word} is not a {self.kind} now")
        return kind

    def explain_unknown(self, spec: str) -> str:
        """Return the error message, one line, for a name that is not in the catalogue."""
        if user_files.is_file_spec(spec):
            path, behind = user_files.split_file_spec(spec)
            word = behind.partition(":")[0]
            held = word in self.contents(path)[0]
            return (
                f"{path}:{word} is not a {self.kind}" if held else f"{path} holds no {self.kind}{self.refusal_in(path)}"
            )
        word = spec.partition(":")[0]
        near = nearest(word, self.known | complete_name(word))
        return f"there is no {self.kind} {word!r}{near} ({self.kind}s: {', '.join(self)})"


def load_things(path: str) -> Mapping[str, Any]:
    """All that the file defines, by name; the file is run. Raises BrokenFile if it cannot be run."""
    if Catalogue.describer:
        Catalogue.describer(path)  # a file that would end this process, or hold it up, is found out by that
    return user_files.load_definitions(path)


def has_entry_points(group: str) -> bool:
    """Whether any installed package adds to that group. Finds this out faster than importlib.metadata does."""
    files = (file for folder in sys.path for file in Path(folder or ".").glob("*.dist-info/entry_points.txt"))
    return any(f"[{group}]" in file.read_text(errors="replace") for file in files)
