"""Games and players that people write in files of their own: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`.

A file is run once for each content that it has, be it named in a spec or imported by another file of its folder. Beside
it may lie the same file compiled; it is taken where it was built of just that source, by just these rules. The folder
of a file is searched for what it imports, after all else, and before the folders of other files, whenever it imports.
By which name it is a module: games/folders.py.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from functools import lru_cache
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games import folders, user_paths
from games.user_build import built, digest, stale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import CodeType, ModuleType

BEFORE: list[Callable[[], None]] = []  # what is to be done before code of others runs in or below this process
FOLDERS: list[Path] = []  # of files that were run in this process, that of the one that imported last first
LENT: dict[Path, list[Path]] = {}  # folders that files put on sys.path, by the folders of the files
PATHS: list[list[str]] = []  # what sys.path was before each file that is being run
RUN: dict[str, ModuleType] = {}  # what was run, and what is being run, by its name and content
WARNED: set[str] = set()  # sources of which people were told that their build is not taken, if it is not
HANDED: dict[str, str] = {}  # names in sys.modules by which files of people import each other, to their real names
KEPT: dict[Path, dict[str, ModuleType]] = {}  # what was there by such names for other folders, until they import again
SHAPE = re.compile(r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^:]*\.py)(?::(?P<behind>.*))?", re.DOTALL)


class Unrunnable(ValueError):
    """A file that cannot be run, in one line; what it raised is the cause of this."""


def names_file(spec: str) -> bool:
    """Whether the spec names a file and not something that has a name."""
    return SHAPE.fullmatch(spec) is not None


def parts(spec: str) -> tuple[str, str]:
    """The path in such a spec, and what stands behind it."""
    found = SHAPE.fullmatch(spec)
    if found is None:
        raise ValueError(f"{spec!r} names no file")
    return found["path"], found["behind"] or ""


def contents(path: str) -> Mapping[str, Any]:
    """What the file at that path defines itself, by its public names, in order. Raises Unrunnable."""
    module = run(path)
    own = (module.__name__, module.__name__.rpartition(".")[2])  # the latter is what a compiled module is called within
    return {
        name: thing
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) in own
    }


def run(path: str) -> ModuleType:
    """The module in the file at that path, run unless it was before. Raises Unrunnable."""
    try:
        source = user_paths.located(path)
        name, file, mark = entry(source)
    except OSError as error:
        raise Unrunnable(f"{path} cannot be read: {error.strerror}") from error
    turn_to(source.resolve().parent)
    if mark in RUN:
        return entered(source, name, file, mark)
    forget()
    KEPT.clear()  # other files may have changed as well
    renew(name)
    try:
        return entered(source, name, file, mark)
    except (Exception, SystemExit) as error:
        said = folders.shortened(f"{type(error).__name__}: {error}")
        raise Unrunnable(f"{path} cannot be run: {said}") from error
    finally:
        forget()


def content(path: str) -> str:
    """What tells the content of the file at that path, which is about to be run. Raises Unrunnable."""
    try:
        source = user_paths.located(path)
        mark = entry(source)[2]
        warn(source, mark)
    except OSError as error:
        raise Unrunnable(f"{path} cannot be read: {error.strerror}") from error
    return mark


def again(source: Path) -> ModuleType:
    """The module in that source, run unless it was before. Raises what it raises."""
    return entered(source, *entry(source))


def entered(source: Path, name: str, file: Path, mark: str) -> ModuleType:
    """The same, by what `entry` says of it."""
    if mark in RUN:
        sys.modules[name] = RUN[mark]
    return RUN.get(mark) or loaded(source, name, file, mark)


def entry(source: Path) -> tuple[str, Path, str]:
    """The name of the module of that source, the file to run, it or what was built of it, and what tells its content.

    Raises OSError where the source cannot be read.
    """
    name, content = folders.named(source), digest(user_paths.text(source))
    file = built(source) or source
    return name, file, f"{name} {file.name} {content}"


def loaded(source: Path, name: str, file: Path, mark: str) -> ModuleType:
    """The module of that name, run from that file. Raises what the file raises."""
    loader = AsWritten(name, str(file)) if file == source else ExtensionFileLoader(name, str(file))
    found = spec_from_file_location(name, file, loader=loader)
    if found is None:
        raise ImportError(f"{file} is no Python file")
    warn(source, mark)
    get_ready()
    import_module(name.rpartition(".")[0])  # its folder
    try:
        with confined(source.resolve().parent), redirect_stdout(sys.stderr):  # what a file prints is no result
            module = sys.modules[name] = RUN[mark] = module_from_spec(found)
            vars(module)["__builtins__"] = vars(builtins) | {"__import__": importing(source.resolve().parent)}
            loader.exec_module(module)
    except BaseException:
        for known, key in ((sys.modules, name), (RUN, mark)):
            known.pop(key, None)
        raise
    return module


def get_ready() -> None:
    """Do what is to be done before code of others runs in this process or below it, once."""
    while BEFORE:
        BEFORE.pop()()


def warn(source: Path, mark: str) -> None:
    """Tell people on standard error of a source whose build is not taken; copies of this process do not do so again.

    mark  what tells its content.
    """
    if mark not in WARNED and (said := stale(source)):
        print(said, file=sys.stderr)
    WARNED.add(mark)


def renew(name: str) -> None:
    """Let all of its folder be run anew where that module was run before: it has changed, and the others may have."""
    folder = name.rpartition(".")[0]
    if name in sys.modules:
        for each in [each for each in sys.modules if each.startswith(f"{folder}.")]:
            del sys.modules[each]


@contextmanager
def confined(folder: Path) -> Iterator[None]:
    """Take back what a file of that folder changes for all: the working folder, and where modules are looked for.

    A copy of the process that the file forks, and lets come back here, ends.
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
        lent += [each for each in added() if each not in (folder, *lent)]
        sys.path[:] = PATHS.pop()
        with suppress(OSError):
            os.chdir(home)


def added() -> list[Path]:
    """The folders that files which are being run have put on sys.path."""
    return [Path(each).resolve() for each in sys.path if each not in PATHS[0]] if PATHS else []


def importing(folder: Path) -> Callable[..., Any]:
    """What imports for a file of that folder, as it is run and later: from there before the folders of other files."""

    def bring(*names: Any, **more: Any) -> Any:
        turn_to(folder)
        return builtins.__import__(*names, **more)

    return bring


class AsWritten(SourceFileLoader):
    """Runs a source as it stands: Python's cache goes by times and sizes, and takes one edit for another."""

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError(f"no cache is kept of {path}")

    def get_data(self, path: Any) -> bytes:
        return user_paths.text(Path(path))

    def source_to_code(self, data: Any, path: Any, *_: Any, **more: Any) -> CodeType:  # type: ignore[override]
        return code_of(data, path)


@lru_cache(maxsize=200)
def code_of(text: bytes, path: str) -> CodeType:
    """The code of that source at that path. Raises what Python does, mostly SyntaxError."""
    return compile(text, path, "exec", dont_inherit=True)


class Beside:
    """Finds what the files of people import from their own folders, that of who imports first, after all else."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _: ModuleType | None = None) -> ModuleSpec | None:
        """How to import what is called so; None where no folder has it."""
        if path is not None:  # within a package
            first, _dot, rest = name.partition(".")
            real = f"{HANDED[first]}.{rest}" if first in HANDED else ""
            return ModuleSpec(name, Handed(real)) if real and find_spec(real) else None
        for folder in (*FOLDERS[:1], *added(), *FOLDERS[1:]):
            real = folders.named(folder / f"{name}.py")
            if find_spec(real):
                return elsewhere(name) or ModuleSpec(name, Handed(real))
        return None


class Handed(Loader):
    """Hands over the one module of that real name, whoever imports it: its classes are the same for all of them."""

    def __init__(self, real: str):
        self.real = real
        self.spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        HANDED[spec.name] = self.real
        source = folders.source_of(self.real)
        module = again(source) if source else import_module(self.real)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # it keeps its own, whatever it is called here


def elsewhere(name: str) -> ModuleSpec | None:
    """How to import a module of that name from where no file of people was run; None where there is none."""
    others = {*FOLDERS, *added()}
    found = PathFinder.find_spec(name, [each for each in sys.path if Path(each or ".").resolve() not in others])
    return found if found and found.origin else None  # a folder that only happens to be called so has no origin


def look_into(folder: Path) -> None:
    """Let imports look into that folder, before those of other files and after all else."""
    for each in reversed((folder, *LENT.get(folder, ()))):
        if each in FOLDERS:
            FOLDERS.remove(each)
        FOLDERS.insert(0, each)
    if Beside not in sys.meta_path:
        sys.meta_path.insert(sys.meta_path.index(PathFinder), Beside)


def turn_to(folder: Path) -> None:
    """The same where imports looked into another folder first; what they found there is another's."""
    if FOLDERS[:1] != [folder]:
        KEPT.update({each: forget() for each in FOLDERS[:1]})
        look_into(folder)
        for name, module in KEPT.pop(folder, {}).items():
            if sys.modules.setdefault(name, module) is module:
                HANDED[name] = module.__name__


def forget() -> dict[str, ModuleType]:
    """Free the names by which files of one folder import each other for those of other folders; what they named."""
    found = {name: sys.modules.pop(name) for name in HANDED if name in sys.modules}
    HANDED.clear()
    return found
