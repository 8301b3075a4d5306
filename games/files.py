"""Games and players that people write in files of their own: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`.

A file is run once for each content that it has, be it named in a spec or imported by another file of its folder. Beside
it may lie the same file compiled; it is taken where it was built of just that source, by just these rules. The folder
of a file is searched for what it imports, after all else, and before the folders of other files, whenever it imports.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from hashlib import sha256
from importlib.abc import Loader
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.builds import built, digest, stale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

FOLDERS: list[Path] = []  # of files that were run in this process, that of the one that imported last first
LENT: dict[Path, list[Path]] = {}  # folders that files put on sys.path, by the folders of the files
PATHS: list[list[str]] = []  # what sys.path was before each file that is being run
HANDED: set[str] = set()  # names in sys.modules by which files of people import each other
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
    source = Path(path).expanduser()
    try:
        name, file = entry(source)
    except OSError as error:
        raise Unrunnable(f"{path} cannot be read: {error.strerror}") from error
    turn_to(source.resolve().parent)
    if name in sys.modules:
        return sys.modules[name]
    forget()
    KEPT.clear()  # other files may have changed as well
    before = set(sys.modules)
    try:
        return loaded(name, source, file)
    except (Exception, SystemExit) as error:
        raise Unrunnable(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    finally:
        forget()
        set_aside(source, name.partition(".")[0], before)


def entry(source: Path) -> tuple[str, Path]:
    """The name by which the module of that source is entered, and the file to run: it, or what was built of it.

    Raises OSError where the source cannot be read.
    """
    content = digest(source.read_bytes())
    file = built(source) or source
    mark = sha256(f"{source.resolve()} {file.name} {content}".encode()).hexdigest()[:12]
    return f"file_{mark}.{source.stem}", file  # its last part is what a compiled module is entered by


def loaded(name: str, source: Path, file: Path) -> ModuleType:
    """The module of that name, run from that file. Raises what the file raises."""
    loader = AsWritten(name, str(file)) if file == source else ExtensionFileLoader(name, str(file))
    found = spec_from_file_location(name, file, loader=loader)
    if found is None:
        raise ImportError(f"{file} is no Python file")
    if said := stale(source):
        print(said, file=sys.stderr)
    try:
        with confined(source.resolve().parent), redirect_stdout(sys.stderr):  # what a file prints is no result
            module = sys.modules[name] = module_from_spec(found)
            vars(module)["__builtins__"] = vars(builtins) | {"__import__": importing(source.resolve().parent)}
            loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


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


class Beside:
    """Finds what the files of people import from their own folders, that of who imports first, after all else."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _: ModuleType | None = None) -> ModuleSpec | None:
        """How to import what is called so; None where no folder has it."""
        if path is not None:  # within a package
            return None
        for folder in (*FOLDERS[:1], *added(), *FOLDERS[1:]):
            source = folder / f"{name}.py"
            found = ModuleSpec(name, Handed(source)) if source.is_file() else PathFinder.find_spec(name, [str(folder)])
            if found:
                return elsewhere(name) or found
        return None


class Handed(Loader):
    """Hands over the one module of a source, whoever imports it: its classes are the same for all of them."""

    def __init__(self, source: Path):
        self.source = source

    def exec_module(self, module: ModuleType) -> None:
        name, file = entry(self.source)
        sys.modules[module.__name__] = sys.modules.get(name) or loaded(name, self.source, file)
        HANDED.add(module.__name__)


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
                HANDED.add(name)


def forget() -> dict[str, ModuleType]:
    """Free the names by which files of one folder import each other for those of other folders; what they named."""
    found = {name: sys.modules.pop(name) for name in HANDED if name in sys.modules}
    HANDED.clear()
    return found


def set_aside(source: Path, mark: str, before: set[str]) -> None:
    """Keep the packages that the file imported from its folder from being taken for others of the same name.

    What is installed somewhere below that folder stays.
    """
    folder = source.resolve().parent
    folders = [folder, *(each for each in LENT.get(folder, ()) if each.name != "site-packages")]
    for name in set(sys.modules) - before:
        file = Path(getattr(sys.modules[name], "__file__", None) or "/").resolve()
        first = name.partition(".")[0]
        if any(each in file.parents and file.relative_to(each).parts[0].partition(".")[0] == first for each in folders):
            sys.modules[f"{mark}.{name}"] = sys.modules.pop(name)
