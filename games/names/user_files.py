"""Games and players that people write in files of their own: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`.

A file is run once per content, whether a spec names it or another file of its folder imports it. A build of the file
beside it is used if it was built from this source and these rules. For a file's imports, its own folder is searched
after everything else and before the folders of other files, whenever it imports.

The full name of its module contains its folder in hex: /tmp/bot.py is `games.names.user_files.f2f746d70.bot`. So pickle
and new processes can import it, in this process, in forks and in new interpreters.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from functools import lru_cache, partial
from importlib import import_module
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from games.base.notation import fold
from games.base.origins import PACKAGE, shorten_names
from games.base.spec_error import BrokenFile
from games.names.user_build import describe_stale_build, digest_source, find_build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import CodeType, ModuleType

BEFORE: list[Callable[[], None]] = []  # called before other people's code runs in or below this process
STARTED: list[Path] = []  # the start folders of the running commands, innermost last
TYPED: dict[str, str] = {}  # full path -> the path as typed
TEXTS: dict[Path, bytes] = {}  # source -> its content when it was read last
FOLDERS: list[Path] = []  # of files run in this process; the last importer's comes first
LENT: dict[Path, list[Path]] = {}  # folder of files -> folders that they added to sys.path
PATHS: list[list[str]] = []  # sys.path before each running file
RUN: dict[str, ModuleType] = {}  # mark of a file -> its module, complete or still running
WARNED: set[str] = set()  # marks of files whose unused builds were reported
HANDED: dict[str, str] = {}  # short name in sys.modules -> full name of a person's module
KEPT: dict[Path, dict[str, ModuleType]] = {}  # folder -> its modules by short names, while another folder imports
SHAPE = re.compile(r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^:]*\.py)(?::(?P<behind>.*))?", re.DOTALL)
FULL = re.compile(rf"{re.escape(PACKAGE)}\.f(?P<folder>(?:[0-9a-f]{{2}})+)(?:\.(?P<stem>[^.]+))?")

__path__: list[str] = []  # makes this module the package of people's files, which Finder finds


class UserFile(NamedTuple):
    """A file in its present state.

    source  its path;  name  the full name of its module;  run  the file to run: the source or its build.
    mark    identifies its content and the file to run.
    """

    source: Path
    name: str
    run: Path
    mark: str


# Specs.


def is_file_spec(spec: str) -> bool:
    """Return whether the spec names a file rather than an entry of a catalogue."""
    return SHAPE.fullmatch(spec) is not None


def named_files(options: Mapping[str, Any]) -> list[str]:
    """Return the values of options that name files."""
    return [value for value in options.values() if isinstance(value, str) and is_file_spec(value)]


def split_file_spec(spec: str) -> tuple[str, str]:
    """Return the path in the spec, and the text after it. Raises ValueError if the spec names no file."""
    found = SHAPE.fullmatch(spec)
    if found is None:
        raise ValueError(f"{spec!r} names no file")
    return found["path"], found["behind"] or ""


def folder_of(spec: str) -> Path:
    """Return the folder of the file that the spec names."""
    return locate(split_file_spec(spec)[0]).resolve().parent


# Paths as typed, independent of the present working folder.


@contextmanager
def keep_start_folder() -> Iterator[None]:
    """Within the block `locate` reads paths from the current working folder, even if programs change it."""
    try:
        STARTED.append(Path.cwd())
    except OSError:  # it was removed
        STARTED.append(Path())
    try:
        yield
    finally:
        STARTED.pop()


def expand_home(path: str) -> Path:
    """Return the path with `~` or `~name` replaced by that person's home folder, if there is one."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def locate(path: str) -> Path:
    """Return the file that the path means. Raises OSError if the working folder was removed."""
    source = (STARTED[-1] if STARTED else Path.cwd()) / expand_home(path)
    TYPED[str(source)] = str(expand_home(path))
    return source


def complete_name(word: str) -> dict[str, str]:
    """Return {folded word: `word.py`} if there is such a file, otherwise {}."""
    try:
        return {fold(word): f"{word}.py"} if locate(f"{word}.py").is_file() else {}
    except (OSError, ValueError):  # no path at all
        return {}


def as_typed(file: str) -> str:
    """Return the path as the person typed it; other paths unchanged."""
    return TYPED.get(file, file)


def read_source(source: Path) -> bytes:
    """Return the bytes of a source, during a command even if it was removed since. Raises OSError."""
    try:
        TEXTS[source] = source.read_bytes()
    except OSError:
        if not STARTED or source not in TEXTS:
            raise
    return TEXTS[source]


# Running.


def load_definitions(path: str) -> Mapping[str, Any]:
    """Return the public names that the file itself defines, in order, with their values. Raises BrokenFile."""
    module = run_file(path)
    own = (module.__name__, module.__name__.rpartition(".")[2])  # a compiled module uses the short name within
    return {
        name: thing
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(unwrap_partial(thing), "__module__", None) in own
    }


def unwrap_partial(thing: Any) -> Any:
    """Return the function in a functools.partial; anything else as it is."""
    while isinstance(thing, partial):
        thing = thing.func
    return thing


def run_file(path: str) -> ModuleType:
    """Return the module of the file; it is run unless this content was run before. Raises BrokenFile."""
    file = identify_file(path)
    switch_folder(file.source.resolve().parent)
    if file.mark in RUN:
        return run_identified(file)
    release_names()
    KEPT.clear()  # other files may have changed as well
    if file.name in sys.modules:  # this one has changed
        for each in [each for each in sys.modules if each.startswith(f"{file.name.rpartition('.')[0]}.")]:
            del sys.modules[each]
    try:
        return run_identified(file)
    except (Exception, SystemExit) as error:  # it is raised again
        said = shorten_names(f"{type(error).__name__}: {error}")
        raise BrokenFile(f"{path} cannot be run: {said}", type(error).__name__) from error
    finally:
        release_names()


def identify_file(path: str) -> UserFile:
    """Return the file at `path` in its present state. Raises BrokenFile if it cannot be read."""
    try:
        return identify(locate(path))
    except OSError as error:
        raise BrokenFile(f"{path} cannot be read: {error.strerror}") from error


def identify(source: Path) -> UserFile:
    """Return the file of a source in its present state. Raises OSError if it cannot be read.

    A line on standard error says, once per process and its forks, if a build beside it is not used.
    """
    name, build = name_module(source), find_build(source)
    mark = f"{name} {(build or source).name} {digest_source(read_source(source))}"
    if mark not in WARNED and (said := describe_stale_build(source)):
        print(said, file=sys.stderr)
    WARNED.add(mark)
    return UserFile(source, name, build or source, mark)


def run_identified(file: UserFile) -> ModuleType:
    """Return the module of a file; it is run unless this content was run before. Raises what the file raises."""
    if file.mark in RUN:
        module = sys.modules[file.name] = RUN[file.mark]
        return module
    name, path, folder = file.name, str(file.run), file.source.resolve().parent
    loader = UncachedLoader(name, path) if file.run == file.source else ExtensionFileLoader(name, path)
    found = spec_from_file_location(name, path, loader=loader)
    if found is None:
        raise ImportError(f"{path} is not a Python file")
    prepare_process()
    import_module(name.rpartition(".")[0])  # its folder
    try:
        with undo_side_effects(folder), redirect_stdout(sys.stderr):  # its prints are not results
            module = sys.modules[name] = RUN[file.mark] = module_from_spec(found)
            vars(module)["__builtins__"] = vars(builtins) | {"__import__": make_importer(folder)}
            loader.exec_module(module)
    except BaseException:
        for known, key in ((sys.modules, name), (RUN, file.mark)):
            known.pop(key, None)
        raise
    return module


def prepare_process() -> None:
    """Call everything in BEFORE once: it must happen before other people's code runs in or below this process."""
    while BEFORE:
        BEFORE.pop()()


@contextmanager
def undo_side_effects(folder: Path) -> Iterator[None]:
    """Undo what a file changes for the process, its working folder and sys.path, and end forks that it made."""
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
    """Return the folders that the running files have added to sys.path."""
    return [Path(each).resolve() for each in sys.path if each not in PATHS[0]] if PATHS else []


def make_importer(folder: Path) -> Callable[..., Any]:
    """Return an `__import__` for files of `folder`, which searches it before the folders of other files."""

    def import_from_folder(*names: Any, **more: Any) -> Any:
        switch_folder(folder)
        return builtins.__import__(*names, **more)

    return import_from_folder


class UncachedLoader(SourceFileLoader):
    """Runs a source without Python's cache, which compares times and sizes and so can miss an edit."""

    def get_code(self, fullname: str) -> CodeType:
        return compile_source(self.get_data(self.path), self.path)

    def get_data(self, path: Any) -> bytes:
        return read_source(Path(path))


@lru_cache(maxsize=200)
def compile_source(text: bytes, path: str) -> CodeType:
    """Return the compiled code of a source. Raises what `compile` raises, mostly SyntaxError."""
    return compile(text, path, "exec", dont_inherit=True)


# Importing.


def name_module(source: Path) -> str:
    """Return the full name of the module in a source."""
    real = source.resolve()
    return f"{PACKAGE}.f{os.fsencode(real.parent).hex()}.{real.stem.replace('.', '_')}"


def split_name(name: str) -> tuple[Path | None, str]:
    """Return the folder in a full name, and the name behind it; None without a folder."""
    found = FULL.fullmatch(name)
    return (Path(os.fsdecode(bytes.fromhex(found["folder"]))), found["stem"] or "") if found else (None, "")


def find_source(name: str) -> Path | None:
    """Return the source of the module with that full name; None if there is none."""
    folder, stem = split_name(name)
    if folder is None or not stem:
        return None
    plain = folder / f"{stem}.py"
    others = (each for each in folder.glob("*.*.py") if each.stem.replace(".", "_") == stem)
    return plain if plain.is_file() else next(others, None)


class Finder:
    """Finds people's files: by full names, and, after everything else, by the short names that they use."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a module, from the importing file's folder first; None if no folder has it."""
        if name.startswith(f"{PACKAGE}."):
            folder, stem = split_name(name)
            if not folder or not stem:
                return ModuleSpec(name, None, is_package=True) if folder else None
            return SharedLoader(name).spec_as(name) if find_source(name) else PathFinder.find_spec(name, [str(folder)])
        if path is not None:  # within a package
            first, _dot, rest = name.partition(".")
            found = first in HANDED and find_spec(real := f"{HANDED[first]}.{rest}")
            return SharedLoader(real).spec_as(name) if found else None
        for folder in (*FOLDERS[:1], *added_folders(), *FOLDERS[1:]):
            real = name_module(folder / f"{name}.py")
            if find_spec(real):
                return find_elsewhere(name) or SharedLoader(real).spec_as(name)
        return None


class SharedLoader:
    """Gives every importer the same module for a full name, so that its classes are the same for all."""

    def __init__(self, real: str):
        self.real = real
        self.spec: ModuleSpec | None = None

    def spec_as(self, name: str) -> ModuleSpec:
        return ModuleSpec(name, self)  # type: ignore[arg-type]  # importlib.abc takes long to import

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if spec.name != self.real:
            HANDED[spec.name] = self.real
        source = find_source(self.real)
        module = run_identified(identify(source)) if source else import_module(self.real)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # it keeps its own, whatever it is called here


def find_elsewhere(name: str) -> ModuleSpec | None:
    """Return the spec of a module outside of people's folders; None if there is none."""
    others = {*FOLDERS, *added_folders()}
    found = PathFinder.find_spec(name, [each for each in sys.path if Path(each or ".").resolve() not in others])
    return found if found and found.origin else None  # a mere folder of this name has no origin


def put_first(folder: Path) -> None:
    """Let imports search `folder` before the folders of other files, but after everything else."""
    for each in reversed((folder, *LENT.get(folder, ()))):
        if each in FOLDERS:
            FOLDERS.remove(each)
        FOLDERS.insert(0, each)


def switch_folder(folder: Path) -> None:
    """Let imports search `folder` first, and set aside the modules imported from the previous folder."""
    if FOLDERS[:1] != [folder]:
        KEPT.update({each: release_names() for each in FOLDERS[:1]})
        put_first(folder)
        for name, module in KEPT.pop(folder, {}).items():
            if sys.modules.setdefault(name, module) is module:
                HANDED[name] = module.__name__


def release_names() -> dict[str, ModuleType]:
    """Remove the short names of modules in people's files from sys.modules, and return these modules."""
    found = {name: sys.modules.pop(name) for name in HANDED if name in sys.modules}
    HANDED.clear()
    return found


if not any(each is Finder for each in sys.meta_path):
    sys.meta_path.insert(sys.meta_path.index(PathFinder), Finder)
