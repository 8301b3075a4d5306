"""A file of one's own games compiled in place: a built module beside it, which is taken as long as it is the newer one.

Cython makes C of it, the C compiler that this Python was built with makes that a module. The source stays what people
edit and what runs where there is no build.
"""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple

import games.game
from games.files import ROOT, SUFFIX, place

OURS = {"games", "players", "referee", "cython"}
SHARED = {"games.game": {"CHANCE", "ONGOING", "Game"}, "games.move_list": {"MoveList"}}  # what stands in their .pxd
RULES = ("collect", "make", "unmake", "value")
PLACE = re.compile(r"^(?:warning: |performance hint: )?(\S+?\.py):(\d+):\d+: (.*)$", re.MULTILINE)


class NotCompiled(Exception):
    """Why a file was not compiled, in one line; `details` are lines to be shown before it."""

    def __init__(self, message: str, details: tuple[str, ...] = ()):
        super().__init__(message)
        self.details = details


class Kind(NamedTuple):
    """A game of a built module: its class, and which of the rules it says to Python alone; none where all is in C."""

    name: str
    plain: tuple[str, ...]


def remove(path: Path) -> Path | None:
    """Remove the built module of that source; which one that was, None where there was none. Raises NotCompiled."""
    module = place(path)
    try:
        module.unlink()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotCompiled(f"{str(module)!r} cannot be removed: {error.strerror}") from error
    return module


def build(path: Path) -> Path:
    """The module built of that source, beside it. Raises NotCompiled; an older module then stays as it is."""
    source, compiler = read(path), linker()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        copy = Path(folder) / path.name
        copy.write_text(shared(source), encoding="utf-8")
        made = link(compiler, translate(copy, path), path)
        games_of(made)
        return put(made, place(path))


def read(path: Path) -> str:
    """The source, which is one that can be compiled. Raises NotCompiled."""
    try:
        source = path.read_text(encoding="utf-8")
        ast.parse(source, filename=path.name)
    except OSError as error:
        raise NotCompiled(f"{str(path)!r} cannot be read: {error.strerror}") from error
    except SyntaxError as error:
        details = (f"{path.name}:{error.lineno}: {error.msg}", f"    {(error.text or '').strip()}")
        raise NotCompiled(f"{path.name} is not compiled: it is no Python", details) from error
    except ValueError as error:
        raise NotCompiled(f"{str(path)!r} is no text: {error}") from error
    if path.suffix != ".py" or not (path.stem.isidentifier() and path.stem.isascii()) or path.stem in OURS:
        raise NotCompiled(
            f"{path.name!r} is compiled under another name only: letters, digits and _, not "
            f"{', '.join(sorted(OURS))}, and .py at its end"
        )
    return source


def shared(source: str) -> str:
    """The source with what it takes from games.game and games.move_list taken from C, if it imports cython at all.

    Each line stays where it was.
    """
    body = ast.parse(source).body
    if not any(isinstance(node, ast.Import) and "cython" in {each.name for each in node.names} for node in body):
        return source
    lines = source.splitlines()
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module in SHARED and node.end_lineno:
            tail = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
            head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
            lines[node.lineno - 1 : node.end_lineno] = [
                head + "; ".join(imports(node)) + tail, *[""] * (node.end_lineno - node.lineno)
            ]  # fmt: skip
    return "\n".join(lines) + "\n"


def imports(node: ast.ImportFrom) -> list[str]:
    """The import as two: of what C shares, and of the rest."""
    found = []
    for start, in_c in (("cython.cimports.", True), ("", False)):
        names = [each for each in node.names if (each.name in SHARED[node.module or ""]) is in_c]
        if names:
            wanted = ", ".join(f"{each.name} as {each.asname}" if each.asname else each.name for each in names)
            found.append(f"from {start}{node.module} import {wanted}")
    return found


def linker() -> list[str]:
    """The words that compile a C file and link it as a module of this Python. Raises NotCompiled."""
    if not games.game.__file__.endswith(tuple(EXTENSION_SUFFIXES)):
        raise NotCompiled("referee itself runs uncompiled here, and a compiled game needs it compiled: install it anew")
    if os.name != "posix":
        raise NotCompiled(f"compiling in place is not known to work on {sys.platform}; the file plays as it is")
    include = Path(sysconfig.get_path("include"))
    if not (include / "Python.h").exists():
        raise NotCompiled(f"{str(include / 'Python.h')!r} is missing: install the headers of this Python (python3-dev)")
    linking = shlex.split(os.environ.get("LDSHARED") or sysconfig.get_config_var("LDSHARED") or "cc -shared")
    wished = shlex.split(os.environ.get("CC") or linking[0])
    names = [wished[0], *([] if os.environ.get("CC") else ["cc", "gcc", "clang"])]
    found = next((each for each in names if shutil.which(each)), None)
    if found is None:
        raise NotCompiled(f"no C compiler: none of {', '.join(dict.fromkeys(names))} is found; the file plays as it is")
    return [found, *wished[1:], *linking[1:], "-fPIC", "-O3", "-fwrapv", "-w", f"-I{include}"]


def translate(copy: Path, path: Path) -> Path:
    """The C file that Cython makes of the copy, next to it. Raises NotCompiled."""
    typed = "cython" in copy.read_text(encoding="utf-8")
    words = [sys.executable, "-m", "cython", "-3", "-I", str(ROOT), "--module-name", path.stem]
    # Without C types annotations are what they are to Python, comments.
    words += ["-X", f"annotation_typing={typed}", "-o", path.stem + ".c", copy.name]
    done = subprocess.run(words, cwd=copy.parent, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        lines = path.read_text(encoding="utf-8").splitlines()
        found = dict.fromkeys(PLACE.findall(done.stderr))
        details = [
            text
            for _, number, message in found
            for text in (f"{path.name}:{number}: {message}", f"    {lines[int(number) - 1].strip()}")
        ]
        last = done.stderr.strip().splitlines()[-1:] or ["Cython failed"]
        raise NotCompiled(f"{path.name} is not compiled", tuple(details or last))
    made = copy.with_suffix(".c")
    # Tracebacks name the file that people edit.
    text = made.read_text(encoding="utf-8").replace(f'\n  "{copy.name}",\n', f'\n  "{quoted(path)}",\n', 1)
    made.write_text(text, encoding="utf-8")
    return made


def quoted(path: Path) -> str:
    """The whole path as it stands in a C string."""
    return str(path.resolve()).replace("\\", "\\\\").replace('"', '\\"')


def link(compiler: list[str], source: Path, path: Path) -> Path:
    """The module that the C compiler makes of it, next to it. Raises NotCompiled."""
    module = source.with_name(path.stem + SUFFIX)
    words = [*compiler, str(source), "-o", str(module)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        details = tuple(line for line in done.stderr.splitlines() if "error" in line)[:3]
        raise NotCompiled(f"{path.name} is not compiled: the C compiler {compiler[0]} fails", details)
    return module


def put(made: Path, module: Path) -> Path:
    """The made module in its place, where it takes that of an older one in one step. Raises NotCompiled."""
    near = module.with_name(f".{module.name}.{os.getpid()}")
    try:
        shutil.copyfile(made, near)
        near.replace(module)
    except OSError as error:
        near.unlink(missing_ok=True)
        raise NotCompiled(f"{str(module)!r} cannot be written: {error.strerror}") from error
    return module


def games_of(module: Path) -> list[Kind]:
    """The games of a built module, which is loaded in a process of its own. Raises NotCompiled."""
    words = [sys.executable, "-m", "referee.compiling", str(module)]
    paths = os.pathsep.join([str(ROOT), *sys.path])
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": paths})  # noqa: S603
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it ends at once"])[-1]
        raise NotCompiled(f"{module.name.partition('.')[0]}.py is not compiled: {why}")
    return [Kind(name, tuple(plain)) for line in done.stdout.splitlines() for name, *plain in [line.split()]]


def tell(module: Path) -> None:
    """Load the module and print a line for each of its games: the class, and the rules that it says to Python alone.

    Ends the process with a complaint where copies of a game would lose its fields.
    """
    spec = spec_from_file_location(module.name.partition(".")[0], module)
    if spec is None or spec.loader is None:
        raise ImportError(f"{module.name} is no module")
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    for kind in vars(loaded).values():
        if isinstance(kind, type) and issubclass(kind, games.game.Game) and kind.__module__ == loaded.__name__:
            larger = kind.__basicsize__ > kind.__mro__[1].__basicsize__
            if larger and "__pyx_vtable__" in vars(kind) and "become" not in vars(kind):
                sys.exit(f"{kind.__name__} keeps fields in C and writes no become(other): copies of it would lose them")
            print(kind.__name__, *(name for name in RULES if not any(name in vars(each) for each in lines_of(kind))))


def lines_of(kind: type) -> list[type]:
    """The class and its parents that are compiled with C types, below Game."""
    above = kind.__mro__[: kind.__mro__.index(games.game.Game)]
    return [each for each in above if "__pyx_vtable__" in vars(each)]


if __name__ == "__main__":
    tell(Path(sys.argv[1]))
