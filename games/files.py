"""Games and players that people write in files of their own: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`.

A file is run once for each content that it has. Beside it may lie the same file compiled; it is taken while it is not
older than the source. The folder of a file is searched for what it imports, after all others.
"""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager, redirect_stdout
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

ROOT = Path(__file__).parents[1]
SUFFIX = EXTENSION_SUFFIXES[0]  # of a module that is built of a file
FOLDERS: set[str] = set()  # of files that were run in this process, all of them in sys.path
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
        file = built(source) or source
        stamp = file.stat()
        mark = sha256(f"{source.resolve()} {file.name} {stamp.st_mtime_ns} {stamp.st_size}".encode()).hexdigest()[:12]
    except OSError as error:
        raise Unrunnable(f"{path} cannot be read: {error.strerror}") from error
    name = f"file_{mark}.{source.stem}"  # its last part is what a compiled module is entered by
    return sys.modules.get(name) or loaded(path, name, source, file)


def loaded(path: str, name: str, source: Path, file: Path) -> ModuleType:
    """The module of that name, run from that file. Raises Unrunnable."""
    loader = SourceFileLoader(name, str(file)) if file == source else ExtensionFileLoader(name, str(file))
    found = spec_from_file_location(name, file, loader=loader)
    if found is None:
        raise Unrunnable(f"{path} is no Python file")
    if said := stale(source):
        print(said, file=sys.stderr)
    before = set(sys.modules)
    try:
        with beside(source), redirect_stdout(sys.stderr):  # what a file prints is no result
            module = sys.modules[name] = module_from_spec(found)
            loader.exec_module(module)
    except (Exception, SystemExit) as error:
        sys.modules.pop(name, None)
        raise Unrunnable(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    finally:
        set_aside(source, name.partition(".")[0], before)
    return module


@contextmanager
def beside(source: Path) -> Iterator[None]:
    """Let imports look into the folder of that file, before those of other files and after all else."""
    folder = str(source.resolve().parent)
    if folder in FOLDERS and folder in sys.path:
        sys.path.remove(folder)
    if folder not in sys.path:
        sys.path.insert(next((place for place, each in enumerate(sys.path) if each in FOLDERS), len(sys.path)), folder)
        FOLDERS.add(folder)
    yield


def set_aside(source: Path, mark: str, before: set[str]) -> None:
    """Keep what the file imported from its folder from being taken for what others of the same name import."""
    folder = source.resolve().parent
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and not name.startswith("file_") and folder in Path(file).resolve().parents:
            sys.modules[f"{mark}.{name}"] = sys.modules.pop(name)


def place(source: Path) -> Path:
    """Where the module that is built of that source belongs."""
    return source.with_name(source.stem + SUFFIX)


def built(source: Path) -> Path | None:
    """The built module beside the source; None where there is none, or one of another source or of another referee."""
    module = place(source)
    return module if module.is_file() and not newer(source, module) else None


def stale(source: Path) -> str | None:
    """What to tell people of a source whose build is not taken, in one line; None where there is nothing to tell."""
    module = place(source)
    if not module.is_file() or not (than := newer(source, module)):
        return None
    return f"{than} is newer than {module.name}: {source.name} runs uncompiled; referee compile {source} builds it anew"


def newer(source: Path, module: Path) -> str:
    """Which file that the module was made of is newer than it; an empty text if none is."""
    import games.game

    made_of = (source, Path(games.game.__file__), *(ROOT / "games").glob("*.pxd"))
    return next((each.name for each in made_of if each.stat().st_mtime_ns > module.stat().st_mtime_ns), "")
