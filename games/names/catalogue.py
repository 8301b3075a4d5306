"""Names to classes, and specs to objects: `chips:chips=31,rule=last` is a game with its options.

The first option of a class may be given without its name: `chips:31,rule=last` is the same game. A name may be a file,
with the name of something in it: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`. Installed packages add names
by entry points.

Modules are imported only when something in them is needed, so listing the names is fast.
"""

import sys
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from inspect import Parameter, signature
from os import PathLike, fspath
from pathlib import Path, PurePath
from typing import Any

from games.base.notation import fold, printable
from games.base.spec_error import BrokenFile as BrokenFile  # noqa: PLC0414  # for those who load things
from games.base.spec_error import BrokenFiles as BrokenFiles  # noqa: PLC0414
from games.base.spec_error import Misfit as Misfit  # noqa: PLC0414
from games.base.spec_error import SpecError as SpecError  # noqa: PLC0414
from games.names import user_files
from games.names.entry import READ, Entry, ReadSpec
from games.names.file_contents import Contents, Definition, describe_class
from games.names.option_text import read_options
from games.names.session_objects import HERE, Lent, LentNames, is_lent
from games.names.spec import clip, split_rest
from games.names.user_files import complete_name
from games.option import Option, nearest, options_of

Shape = Callable[[Any], type | None]  # returns the class that a thing in a file gives, or None
Describer = Callable[[str], Contents]  # returns what the file at a path holds. Raises BrokenFile
OwnWords = Callable[[], Mapping[str, tuple[str, str]]]  # returns a person's words, each for a name and options


class Catalogue:
    """The named classes of one kind of thing. Hyphens, underscores and case in names do not matter.

    group      the group of entry points by which installed packages add their classes.
    shape      returns the class that a thing in a file gives, or None if it gives none of this kind.
    handed     options that a spec need not give, because the caller of `load` fills them.
    rest       an option that classes need not have, with all of the spec after `rest=` as its value; "": none.
    describer  returns what a file holds without running it in this process; None: the file is run.
    """

    handed: tuple[str, ...] = ()
    describer: Describer | None = None
    example = ""  # a spec, for messages
    takes = ""  # what else may be handed in, in words

    def __init__(self, kind: str, entries: Mapping[str, Entry], group: str, shape: Shape, rest: str = ""):
        self.kind = kind
        self.group = group
        self.rest = rest
        self.shape = shape
        self.entries = dict(entries)
        self.own_words: dict[str, str] = {}  # folded word -> as a person wrote it
        self.offered: OwnWords | None = None  # reads the own words once
        self.all_lent, self.lends = LentNames(), False  # the latter: whether it ever lent anything
        self.presets = {fold(word): text for entry in entries.values() for word, text in entry.presets.items()}
        self.names = {fold(word): name for name, row in entries.items() for word in (name, *row.aliases, *row.presets)}

    def offer_words(self, read: OwnWords) -> None:
        """Replace a person's own words, each for a name with options, by those that `read` returns.

        `read` is called when an unknown word occurs; it may raise SpecError.
        """
        for word in self.own_words:
            del self.presets[word], self.names[word]
        self.own_words.clear()
        self.offered = read

    def called(self) -> Mapping[str, str]:
        """Return a person's own words as written, by their folded forms."""
        if self.offered is not None:
            found, self.offered = self.offered(), None
            for word, (name, options) in found.items():
                self.presets[fold(word)], self.names[fold(word)], self.own_words[fold(word)] = options, name, word
        return self.own_words

    def spell_out(self, spec: str) -> str:
        """Return the spec without a person's own word, such as `uci:command=stockfish` for `sf`, for use elsewhere."""
        word, _, behind = spec.partition(":")
        if self.find(spec) is None or fold(word) not in self.own_words:
            return spec
        return f"{self.names[fold(word)]}:{','.join(filter(None, (self.presets[fold(word)], behind)))}"

    @property
    def known(self) -> dict[str, str]:
        """What may be typed for each name; a preset stands for itself."""
        own = self.called()
        return self.names | {word: own.get(word, word) for word in self.presets}

    @property
    def words(self) -> list[str]:
        """What may be typed, as an error lists it: the words that stand for a name with options, and the names."""
        presets = (word for entry in self.entries.values() for word in entry.presets)
        return [*presets, *self.called().values(), *self]

    def __iter__(self) -> Iterator[str]:
        return iter(self.all_entries)

    @property
    def all_entries(self) -> dict[str, Entry]:
        """All entries by their canonical names, installed packages last."""
        return {**self.entries, **self.installed}

    @cached_property
    def class_names(self) -> dict[str, str]:
        """The canonical name of each thing of this program by the name of its class."""
        return {entry.name: name for name, entry in self.entries.items()}

    def class_named(self, word: str) -> type:
        """Return the class of this program with that name. Raises AttributeError if there is none."""
        if word not in self.class_names:
            raise AttributeError(f"no {self.kind} has a class {word!r}; there are: {', '.join(self.class_names)}")
        return self.load_class(self.class_names[word])

    @cached_property
    def installed(self) -> dict[str, Entry]:
        """The entries of installed packages. They cannot replace a name of this program."""
        # This is faster than importlib.metadata, and few people have such packages.
        files = (file for folder in sys.path for file in Path(folder or ".").glob("*.dist-info/entry_points.txt"))
        if not any(f"[{self.group}]" in file.read_text(errors="replace") for file in files):
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
        """Return the canonical name in the spec; None if unknown. Raises SpecError for a broken or ambiguous file."""
        return self.split(spec)[0]

    def split(self, spec: str) -> tuple[str | None, str]:
        """Return the canonical name, as `find` does, and the text of the options."""
        spec, rest = split_rest(spec, self.rest)
        name, behind = self.split_name(spec)
        return name, ",".join(filter(None, (behind, rest)))

    def split_name(self, spec: str) -> tuple[str | None, str]:
        """Return the name and the options as `split` does, for a spec without a rest."""
        if user_files.is_file_spec(spec):
            return self.split_in_file(*user_files.split_file_spec(spec))
        word, _, behind = spec.partition(":")
        if is_lent(spec):
            thing, _, options = behind.partition(":")
            return f"{HERE}:{thing}", options
        name = self.names.get(fold(word))
        if name is None and fold(word) in self.called():
            name = self.names[fold(word)]
        if name is None:
            name = next((name for name in self.installed if fold(name) == fold(word)), None)
        return name, ",".join(filter(None, (self.presets.get(fold(word)), behind)))

    def extend(self, spec: str, options: str) -> str:
        """Return the spec with more options, `key=value,key=value`, placed before the rest."""
        spec, rest = split_rest(spec, self.rest)
        given = ",".join(filter(None, (options, rest)))
        return f"{spec}{',' if self.split(spec)[1] else ':'}{given}" if given else spec

    def split_in_file(self, path: str, behind: str) -> tuple[str | None, str]:
        """Return `path:name` of the thing meant in the file, or None if it holds none; and the text of the options."""
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
        """Return all names in the file, and its definitions of this kind by name. Raises BrokenFile."""
        if Catalogue.describer:
            found = Catalogue.describer(path)
            return found.names, found.kinds.get(self.kind, {})
        everything = load_things(path)
        return everything, self.describe(everything)

    def definitions(self, path: str) -> Mapping[str, Definition]:
        """Return the definitions of this kind in the file, by name. Raises BrokenFile if it cannot be run."""
        return self.contents(path)[1]

    def describe(self, everything: Mapping[str, Any]) -> dict[str, Definition]:
        """Return the definitions of the things that are of this kind, by name."""
        kinds = {name: kind for name, thing in everything.items() if (kind := self.shape(thing))}
        return {name: describe_class(kind, kinds, self.describe_misfit(kind)) for name, kind in kinds.items()}

    def describe_misfit(self, kind: type) -> str:
        """Return what is wrong with the signatures of a person's class; "" if nothing is."""
        return ""

    def find_refusal(self, everything: Mapping[str, Any]) -> str:
        """Return why things are nearly of this kind, but not quite, a line for each; "" if none is."""
        return "\n".join(said for thing in everything.values() if (said := self.describe_refusal(thing)))

    def refusal_in(self, path: str, word: str = "") -> str:
        """Return why `word`, or something, in the file is nearly of this kind, but not quite; "" if nothing is."""
        return ""

    def choose_default(self, path: str, found: Mapping[str, Definition]) -> str:
        """Return the name that is meant if none is given: the only one, or the one named like the file.

        Classes that another one extends do not count; functions only count if there is no class.
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
        """Return a new object of the spec's class; `extra` fills options that it leaves out. Raises SpecError."""
        found = self.look_up(spec)
        if found.made:
            return found.made()
        try:
            return found.kind(**{key: value for key, value in extra.items() if key in found.options} | found.given)
        except ValueError as error:
            raise SpecError(f"{spec!r}: {error}") from error

    def read(self, spec: str) -> tuple[type, dict[str, Any]]:
        """Return the spec's class and the options that it gives, without making an object. Raises SpecError."""
        found = self.look_up(spec)
        return found.kind, dict(found.given)

    def look_up(self, spec: str) -> ReadSpec:
        """Return the spec's class, its options, and those that the spec gives. Raises SpecError."""
        read = READ.get()
        if read and (known := read.get((self.kind, spec))):
            if known.folder:
                user_files.switch_folder(known.folder)  # its imports search there
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
        if read is not None and lent is None:  # a later call may use the name for another thing
            read[self.kind, spec] = found
        return found

    def check(self, spec: str) -> dict[str, Any]:
        """Return the options in the spec. Raises SpecError as `read` does, but runs no file if there is a describer.

        Options of a user's own class are read later, when the object is made.
        """
        name, behind = self.require_name(spec)
        if not user_files.is_file_spec(name):
            return self.read(spec)[1]
        held = self.definition_of(name)
        if held.misfit:
            raise Misfit(f"{spec!r}: {held.misfit}")
        return self.read_given(spec, name, behind, held.options)

    def read_given(self, spec: str, name: str, behind: str, options: Mapping[str, Option]) -> dict[str, Any]:
        """Return the values of the options `behind` the name in the spec. Raises SpecError."""
        try:
            known = behind if self.rest in options else split_rest(behind, self.rest)[0]
            return read_options(name, known, options, self.handed)
        except ValueError as error:
            raise SpecError(f"{spec!r}: {error}") from error

    def require_name(self, spec: str) -> tuple[str, str]:
        """Return the canonical name and the text of the options, as `split` does. Raises SpecError if unknown."""
        name, behind = self.split(spec)
        if name is None:
            raise SpecError(self.explain_unknown(spec))
        return name, behind

    def definition_of(self, name: str) -> Definition:
        """Return the definition in a file with the canonical name `path:name`."""
        path, word = user_files.split_file_spec(name)
        return self.definitions(path)[word]

    def options(self, name: str) -> Mapping[str, Option]:
        """Return the options of a canonical name; an object has none. Raises SpecError as `load_class` does."""
        if user_files.is_file_spec(name):
            return self.definition_of(name).options
        lent = self.find_lent(name)
        return {} if lent and lent.made else options_of(self.load_class(name))

    def load_class(self, name: str) -> type:
        """Return the class with that canonical name. Raises SpecError if the package that brought it is broken."""
        if user_files.is_file_spec(name):
            path, word = user_files.split_file_spec(name)
            found = self.shape(load_things(path).get(word))
            if found is None:
                raise BrokenFile(f"{path} is not the same each time it is run: {word} is not a {self.kind} now")
            return found
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

    # Classes, functions and objects of this session, known in this process and in forks of it.

    @property
    def lent_names(self) -> LentNames:
        """The names that are valid now."""
        return self.all_lent

    def lend(self, thing: Any, taken: set[str]) -> str:
        """Return a spec for a class, function or object of this session, and add its name to `taken`.

        Raises TypeError if it is not of this kind, SpecError for a class whose constructor needs arguments.
        """
        lent = self.accept(thing)
        needs = () if lent.made else self.needed_arguments(lent.kind)
        if needs:
            given = ", ".join(f"{each}=..." for each in needs)
            name = lent.kind.__name__
            raise SpecError(f"{name} needs {', '.join(needs)}: pass an object, {name}({given}), instead of the class")
        given = str(getattr(thing, "__name__", lent.kind.__name__))
        name = self.lent_names.give(given if given.isidentifier() else self.kind, lent)
        taken.add(name)
        self.lends = True
        return f"{HERE}:{name}"

    def needed_arguments(self, kind: type) -> list[str]:
        """Return the arguments that the constructor of the class needs."""
        needed = [key for key, option in options_of(kind).items() if option.required and key not in self.handed]
        try:
            arguments = signature(kind).parameters.values()
        except (TypeError, ValueError):  # some classes in C have none
            return needed
        nameless = (each for each in arguments if each.kind is Parameter.POSITIONAL_ONLY)  # these are no options
        return [each.name for each in nameless if each.default is Parameter.empty] + needed

    def accept(self, thing: Any) -> Lent:
        """Return the record for a class or an object. Raises TypeError if it is not of this kind."""
        if not isinstance(thing, type) and (self.shape(type(thing)) or self.plays(thing)):
            held = self.take_object(thing)
            return Lent(held, type(held), self.identify(held), lambda: self.take_object(held))
        if kind := self.shape(thing):
            return Lent(thing, kind, id(thing))
        hand = f"pass its spec, such as {self.example!r}, or {self.takes}"
        raise TypeError(self.describe_refusal(thing) or f"{clip(printable(repr(thing)))} is not a {self.kind}: {hand}")

    def make(self, thing: Any, **extra: Any) -> Any:
        """Return the object that plays for a spec, a path, a class, a function or an object.

        `extra` fills options that are not given, except for an object. Raises SpecError for an unknown spec, TypeError
        for anything else.
        """
        if isinstance(thing, str | PathLike):
            return self.load(fspath(thing), **extra)
        lent = self.accept(thing)
        if lent.made:
            return lent.made()
        return lent.kind(**{key: value for key, value in extra.items() if key in options_of(lent.kind)})

    def plays(self, thing: Any) -> bool:
        """Return whether the object is of this kind though its class does not say so."""
        return False

    def describe_refusal(self, thing: Any) -> str:
        """Return why something that is nearly of this kind is not; "" for anything else."""
        return ""

    def take_object(self, thing: Any) -> Any:
        """Return the object that plays when this one is passed."""
        return thing

    def identify(self, held: Any) -> Hashable:
        """Return a value that objects share if they may have one name."""
        return id(held)

    def find_lent(self, spec: str) -> Lent | None:
        """Return the thing of a spec `here:NAME`; None for other specs. Raises SpecError if it is unknown here."""
        if not is_lent(spec):
            return None
        name = spec.split(":")[1]
        if (lent := self.lent_names.lent.get(name)) is None:
            raise SpecError(
                f"{HERE}:{name} was handed to another program or call, which is over: pass the {self.kind} itself"
            )
        return lent

    def explain_unknown(self, spec: str) -> str:
        """Return the error message, one line, for a name that is not in the catalogue."""
        if user_files.is_file_spec(spec):
            path, behind = user_files.split_file_spec(spec)
            word = behind.partition(":")[0]
            held = word in self.contents(path)[0]
            said = f"{path}:{word} is not a {self.kind}" if held else f"{path} holds no {self.kind}"
            return f"{said}{self.refusal_in(path, word if held else '')}"
        word = spec.partition(":")[0]
        near = nearest(word, self.known | complete_name(word))
        return f"there is no {self.kind} {word!r}{near} ({self.kind}s: {', '.join(self.words)})"


def load_things(path: str) -> Mapping[str, Any]:
    """Return everything that the file defines, by name; the file is run. Raises BrokenFile if it cannot be run."""
    if Catalogue.describer:
        Catalogue.describer(path)  # finds out whether the file would end or block this process
    return user_files.load_definitions(path)
