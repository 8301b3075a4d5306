"""Games and players that people write in files of their own: `./mine.py`, `./many.py:Name`, `./bot.py:Name:depth=3`.

A file is run once for each content that it has, be it named in a spec or imported by another file of its folder. Beside
it may lie the same file compiled; it is taken where it was built of just that source, by just these rules. The folder
of a file is searched for what it imports, after all else.
"""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from functools import cache, lru_cache
from glob import escape
from hashlib import sha256
from importlib.abc import Loader
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

ROOT = Path(__file__).parents[1]
SUFFIX = EXTENSION_SUFFIXES[0]  # of a module that is built of a file
FOLDERS: list[Path] = []  # of files that were run in this process, that of the last one first
HANDED: set[str] = set()  # names in sys.modules by which files of people import each other
SHAPE = re.compile(r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^:]*\.py)(?::(?P<behind>.*))?", re.DOTALL)
ORIGIN = re.compile(rb"built by referee of ([0-9a-f]{64}) with ([0-9a-f]{64})")


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
    if name in sys.modules:
        return sys.modules[name]
    look_into(source.resolve().parent)
    forget()
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
        with redirect_stdout(sys.stderr):  # what a file prints is no result
            module = sys.modules[name] = module_from_spec(found)
            loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


class AsWritten(SourceFileLoader):
    """Runs a source as it stands: Python's cache goes by times and sizes, and takes one edit for another."""

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError(f"no cache is kept of {path}")


class Beside:
    """Finds what the files of people import from their own folders, that of the last one first, after all else."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _: ModuleType | None = None) -> ModuleSpec | None:
        """How to import what is called so; None where no folder has it."""
        if path is not None:  # within a package
            return None
        for folder in FOLDERS:
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
    found = PathFinder.find_spec(name, [each for each in sys.path if Path(each or ".").resolve() not in FOLDERS])
    return found if found and found.origin else None  # a folder that only happens to be called so has no origin


def look_into(folder: Path) -> None:
    """Let imports look into that folder, before those of other files and after all else."""
    if folder in FOLDERS:
        FOLDERS.remove(folder)
    FOLDERS.insert(0, folder)
    if Beside not in sys.meta_path:
        sys.meta_path.insert(sys.meta_path.index(PathFinder), Beside)


def forget() -> None:
    """Free the names by which files of one folder import each other for those of other folders."""
    while HANDED:
        sys.modules.pop(HANDED.pop(), None)


def set_aside(source: Path, mark: str, before: set[str]) -> None:
    """Keep the packages that the file imported from its folder from being taken for others of the same name.

    What is installed somewhere below that folder stays.
    """
    folder = source.resolve().parent
    for name in set(sys.modules) - before:
        file = Path(getattr(sys.modules[name], "__file__", None) or "/").resolve()
        if folder in file.parents and file.relative_to(folder).parts[0].partition(".")[0] == name.partition(".")[0]:
            sys.modules[f"{mark}.{name}"] = sys.modules.pop(name)


def place(source: Path) -> Path:
    """Where the module that is built of that source belongs."""
    return source.with_name(source.stem + SUFFIX)


def built(source: Path) -> Path | None:
    """The built module beside the source; None where there is none, or one that is not to be taken."""
    module = place(source)
    return module if module.is_file() and not amiss(module, source) else None


def stale(source: Path) -> str | None:
    """What to tell people of a source whose build is not taken, in one line; None where there is nothing to tell."""
    module = place(source)
    if module.is_file():
        why = amiss(module, source)
    else:
        others = source.parent.glob(f"{escape(source.stem)}.*{Path(SUFFIX).suffix}")
        why = next((f"{each.name} was built for another Python" for each in others if origin(each)), "")
    if not why:
        return None
    again = f"; referee compile {source} builds it anew" if compiled() else ""
    return f"{why}: {source.name} runs uncompiled{again}"


def amiss(module: Path, source: Path) -> str:
    """Why the module is not taken for the source; an empty text where it is. Raises OSError."""
    made_of = origin(module)
    if made_of is None or made_of[1] != rules():
        return f"{module.name} was built by another referee"
    if made_of[0] != digest(source.read_bytes()):
        return f"{module.name} was built of another {source.name}"
    return "" if compiled() else f"{module.name} needs a compiled referee"


def compiled() -> bool:
    """Whether the rules are, without which no built module is of use."""
    import games.game

    return games.game.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def digest(text: bytes) -> str:
    """Of a source, whatever ends its lines: 64 hex digits."""
    return sha256(b"\n".join(text.splitlines())).hexdigest()


@cache
def rules() -> str:
    """The digest of what a build takes from this referee: what stands in C, and in which places."""
    folder = ROOT / "games"
    sources = [folder / "game.py", folder / "move_list.py", *sorted(folder.glob("*.pxd"))]
    return digest(b"".join(path.name.encode() + path.read_bytes() for path in sources))


def signed(source: str) -> str:
    """What a module that is built of that source now says of itself; `origin` finds it there."""
    return f"built by referee of {digest(source.encode())} with {rules()}"


def origin(module: Path) -> tuple[str, str] | None:
    """The digests of the source and of the rules that the module was built of; None where it says none.

    Raises OSError.
    """
    stamp = module.stat()
    return origin_in(module, (stamp.st_ino, stamp.st_mtime_ns, stamp.st_size))


@lru_cache(maxsize=1000)
def origin_in(module: Path, stamp: tuple[int, ...]) -> tuple[str, str] | None:
    """The same of the file as it was at that stamp."""
    found = ORIGIN.search(module.read_bytes())
    return (found[1].decode(), found[2].decode()) if found else None
