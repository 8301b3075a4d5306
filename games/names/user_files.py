"""Games and players that people write in files of their own: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`.

A file is run once for each content that it has, be it named in a spec or imported by another file of its folder. Beside
it may lie the same file compiled; it is taken where it was built of just that source, by just these rules. The folder
of a file is searched for what it imports, after all else, and before the folders of other files, whenever it imports.
user_folders.py has the names of these modules, user_modules.py their import by name.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from functools import lru_cache
from importlib import import_module
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.base import user_folders
from games.names import user_paths
from games.names.user_build import describe_stale_build, digest_source, find_build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import CodeType, ModuleType

BEFORE: list[Callable[[], None]] = []  # what is to be done before code of others runs in or below this process
FOLDERS: list[Path] = []  # of files that were run in this process, that of the one that imported last first
LENT: dict[Path, list[Path]] = {}  # folders that files put on sys.path, by the folders of the files
PATHS: list[list[str]] = []  # what sys.path was before each file that is being run
RUN: dict[str, ModuleType] = {}  # what was run, and what is being run, by its name and content
WARNED: set[str] = set()  # sources whose users were told that the build is not used
HANDED: dict[str, str] = {}  # names in sys.modules by which files of people import each other, to their real names
KEPT: dict[Path, dict[str, ModuleType]] = {}  # what was there by such names for other folders, until they import again
SHAPE = re.compile(r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^:]*\.py)(?::(?P<behind>.*))?", re.DOTALL)


class Unrunnable(ValueError):
    """A file cannot be run; the message is one line, the cause is what it raised."""


def is_file_spec(spec: str) -> bool:
    """Whether the spec names a file rather than an entry of a catalogue."""
    return SHAPE.fullmatch(spec) is not None


def named_files(options: Mapping[str, Any]) -> list[str]:
    """The values of options that name files."""
    return [value for value in options.values() if isinstance(value, str) and is_file_spec(value)]


def split_file_spec(spec: str) -> tuple[str, str]:
    """The path in such a spec, and the text after it. Raises ValueError if the spec names no file."""
    found = SHAPE.fullmatch(spec)
    if found is None:
        raise ValueError(f"{spec!r} names no file")
    return found["path"], found["behind"] or ""


def folder_of(spec: str) -> Path:
    """Return the folder of the file that such a spec names."""
    return user_paths.locate(split_file_spec(spec)[0]).resolve().parent


def load_definitions(path: str) -> Mapping[str, Any]:
    """The public names that the file at that path defines itself, in order, with their values. Raises Unrunnable."""
    module = run_file(path)
    own = (module.__name__, module.__name__.rpartition(".")[2])  # the latter is what a compiled module is called within
    return {
        name: thing
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) in own
    }


def run_file(path: str) -> ModuleType:
    """The module in the file at that path; it is run unless that content was run before. Raises Unrunnable."""
    try:
        source = user_paths.locate(path)
        name, file, mark = identify(source)
    except OSError as error:
        raise Unrunnable(f"{path} cannot be read: {error.strerror}") from error
    switch_folder(source.resolve().parent)
    if mark in RUN:
        return run_identified(source, name, file, mark)
    release_names()
    KEPT.clear()  # other files may have changed as well
    drop_changed_folder(name)
    try:
        return run_identified(source, name, file, mark)
    except (Exception, SystemExit) as error:  # it is raised again
        said = user_folders.shorten_names(f"{type(error).__name__}: {error}")
        raise Unrunnable(f"{path} cannot be run: {said}") from error
    finally:
        release_names()


def identify_content(path: str) -> str:
    """An identifier of the content of the file at that path; warns if its build is stale. Raises Unrunnable."""
    try:
        source = user_paths.locate(path)
        mark = identify(source)[2]
        warn_of_stale_build(source, mark)
    except OSError as error:
        raise Unrunnable(f"{path} cannot be read: {error.strerror}") from error
    return mark


def run_source(source: Path) -> ModuleType:
    """The module in that source; it is run unless that content was run before. Raises what the source raises."""
    return run_identified(source, *identify(source))


def run_identified(source: Path, name: str, file: Path, mark: str) -> ModuleType:
    """The module that `identify` describes so; it is run unless it was run before. Raises what it raises."""
    if mark in RUN:
        sys.modules[name] = RUN[mark]
    return RUN.get(mark) or load_module(source, name, file, mark)


def identify(source: Path) -> tuple[str, Path, str]:
    """The full name of a source's module, the file to run (the source or its build), and an identifier of the content.

    Raises OSError if the source cannot be read.
    """
    name, content = user_folders.register_module(source), digest_source(user_paths.read_source(source))
    file = find_build(source) or source
    return name, file, f"{name} {file.name} {content}"


def load_module(source: Path, name: str, file: Path, mark: str) -> ModuleType:
    """The module of that name, after running that file. Raises what the file raises."""
    loader = UncachedLoader(name, str(file)) if file == source else ExtensionFileLoader(name, str(file))
    found = spec_from_file_location(name, file, loader=loader)
    if found is None:
        raise ImportError(f"{file} is not a Python file")
    warn_of_stale_build(source, mark)
    prepare_process()
    import_module(name.rpartition(".")[0])  # its folder
    try:
        with undo_side_effects(source.resolve().parent), redirect_stdout(sys.stderr):  # its prints are not results
            module = sys.modules[name] = RUN[mark] = module_from_spec(found)
            vars(module)["__builtins__"] = vars(builtins) | {"__import__": make_importer(source.resolve().parent)}
            loader.exec_module(module)
    except BaseException:
        for known, key in ((sys.modules, name), (RUN, mark)):
            known.pop(key, None)
        raise
    return module


def prepare_process() -> None:
    """Call what is registered in BEFORE, once: it must happen before foreign code runs in or below this process."""
    while BEFORE:
        BEFORE.pop()()


def warn_of_stale_build(source: Path, mark: str) -> None:
    """Print a line on standard error if a source's build is not used, once for this process and its copies.

    mark  the identifier of its content.
    """
    if mark not in WARNED and (said := describe_stale_build(source)):
        print(said, file=sys.stderr)
    WARNED.add(mark)


def drop_changed_folder(name: str) -> None:
    """Drop all modules of that module's folder if it was run before: it has changed, and the others may have."""
    folder = name.rpartition(".")[0]
    if name in sys.modules:
        for each in [each for each in sys.modules if each.startswith(f"{folder}.")]:
            del sys.modules[each]


@contextmanager
def undo_side_effects(folder: Path) -> Iterator[None]:
    """Undo what a file of that folder changes for the whole process: the working folder and sys.path.

    A copy of the process that the file forks ends when it comes back here.
    """
    own, home = os.getpid(), Path()
    with suppress(OSError):  # it may have been removed
        home = Path.cwd()
    PATHS.append(list(sys.path))
    try:
        yield
    finally:
        if os.getpid() != own:
            os._exit(1)
        lent = LENT.setdefault(folder, [])
        lent += [each for each in added_folders() if each not in (folder, *lent)]
        sys.path[:] = PATHS.pop()
        with suppress(OSError):
            os.chdir(home)


def added_folders() -> list[Path]:
    """The folders that the files being run have put on sys.path."""
    return [Path(each).resolve() for each in sys.path if each not in PATHS[0]] if PATHS else []


def make_importer(folder: Path) -> Callable[..., Any]:
    """An `__import__` for files of that folder, which searches it before the folders of other files."""

    def import_from_folder(*names: Any, **more: Any) -> Any:
        switch_folder(folder)
        return builtins.__import__(*names, **more)

    return import_from_folder


class UncachedLoader(SourceFileLoader):
    """Runs a source without Python's cache, which compares times and sizes and so can miss an edit."""

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError(f"no cache is kept of {path}")

    def get_data(self, path: Any) -> bytes:
        return user_paths.read_source(Path(path))

    def source_to_code(self, data: Any, path: Any, *_: Any, **more: Any) -> CodeType:  # type: ignore[override]
        return compile_source(data, path)


@lru_cache(maxsize=200)
def compile_source(text: bytes, path: str) -> CodeType:
    """The compiled code of that source at that path. Raises what `compile` raises, mostly SyntaxError."""
    return compile(text, path, "exec", dont_inherit=True)


class SiblingFinder:
    """Finds what people's files import from their own folders, after all other finders."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of the module of that name, from the importing file's folder first; None if no folder has it."""
        if path is not None:  # within a package
            first, _dot, rest = name.partition(".")
            found = first in HANDED and find_spec(real := f"{HANDED[first]}.{rest}")
            return SharedLoader(real).spec_as(name) if found else None
        for folder in (*FOLDERS[:1], *added_folders(), *FOLDERS[1:]):
            real = user_folders.register_module(folder / f"{name}.py")
            if find_spec(real):
                return find_elsewhere(name) or SharedLoader(real).spec_as(name)
        return None


class SharedLoader:
    """Gives every importer the one module of that full name, so that its classes are the same for all."""

    def __init__(self, real: str):
        self.real = real
        self.spec: ModuleSpec | None = None

    def spec_as(self, name: str) -> ModuleSpec:
        return ModuleSpec(name, self)  # type: ignore[arg-type]  # importlib.abc takes long to import

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        HANDED[spec.name] = self.real
        source = user_folders.find_source(self.real)
        module = run_source(source) if source else import_module(self.real)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # it keeps its own, whatever it is called here


def find_elsewhere(name: str) -> ModuleSpec | None:
    """The spec of a module of that name outside of people's folders; None if there is none."""
    others = {*FOLDERS, *added_folders()}
    found = PathFinder.find_spec(name, [each for each in sys.path if Path(each or ".").resolve() not in others])
    return found if found and found.origin else None  # a folder that only happens to be called so has no origin


def put_first(folder: Path) -> None:
    """Let imports search that folder before those of other files, but after everything else."""
    for each in reversed((folder, *LENT.get(folder, ()))):
        if each in FOLDERS:
            FOLDERS.remove(each)
        FOLDERS.insert(0, each)
    if SiblingFinder not in sys.meta_path:
        sys.meta_path.insert(sys.meta_path.index(PathFinder), SiblingFinder)


def switch_folder(folder: Path) -> None:
    """Let imports search that folder first, and set aside the modules that they found in the folder before."""
    if FOLDERS[:1] != [folder]:
        KEPT.update({each: release_names() for each in FOLDERS[:1]})
        put_first(folder)
        for name, module in KEPT.pop(folder, {}).items():
            if sys.modules.setdefault(name, module) is module:
                HANDED[name] = module.__name__


def release_names() -> dict[str, ModuleType]:
    """Remove from sys.modules the short names by which files of one folder import each other; the removed modules."""
    found = {name: sys.modules.pop(name) for name in HANDED if name in sys.modules}
    HANDED.clear()
    return found
