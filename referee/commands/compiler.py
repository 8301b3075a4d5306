"""A file of one's own games compiled in place: a built module beside it, which is taken while it is of that source.

Cython makes C of it, the C compiler that this Python was built with makes that a module. The source stays what people
edit and what runs where there is no build.
"""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple

import games.game
from games.user_build import ROOT, SUFFIX, build_path, make_signature, rules_are_compiled
from games.user_files import put_first

OURS = {"games", "players", "referee", "cython"}
SHARED = {"games.game": {"CHANCE", "ONGOING", "Game"}, "games.move_list": {"MoveList"}}  # what stands in their .pxd
SECONDS = 10.0  # for running what was built, once
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


class Build(NamedTuple):
    """A built module, and the games in it."""

    module: Path
    games: list[Kind]


def remove(path: Path) -> Path | None:
    """Remove the built module of that source; which one that was, None where there was none. Raises NotCompiled."""
    module = build_path(path)
    try:
        module.unlink()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotCompiled(f"{str(module)!r} cannot be removed: {error.strerror}") from error
    return module


def build(path: Path) -> Build:
    """The module built of that source, beside it. Raises NotCompiled; an older module then stays as it is."""
    source, compiler = read(path), linker()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        made = link(compiler, translate(Path(folder), source, path), path)
        kinds = games_of(made, path)
        return Build(put(made, build_path(path)), kinds)


def read(path: Path) -> str:
    """The source, which is one that can be compiled. Raises NotCompiled."""
    try:
        source = path.read_text(encoding="utf-8-sig")
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


def typed(source: str) -> bool:
    """Whether the source may have C types: it imports cython, or something of it."""
    named = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            named.append(node.module or "")
    return any(name.partition(".")[0] == "cython" for name in named)


def shared(source: str) -> str:
    """The source with what it takes from games.game and games.move_list taken from C, if it may have C types at all.

    Each line stays where it was.
    """
    if not typed(source):
        return source
    lines = source.split("\n")  # as Python counts them: a form feed ends none
    for node in reversed(ast.parse(source).body):  # of two in one line the first stays in its place
        if isinstance(node, ast.ImportFrom) and node.module in SHARED and node.end_lineno:
            tail = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
            head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
            lines[node.lineno - 1 : node.end_lineno] = [
                head + "; ".join(imports(node)) + tail, *[""] * (node.end_lineno - node.lineno)
            ]  # fmt: skip
    return "\n".join(lines)


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
    if not rules_are_compiled():
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


def translate(folder: Path, source: str, path: Path) -> Path:
    """The C file that Cython makes of the source at that path, in that folder. Raises NotCompiled."""
    copy = folder / path.name
    copy.write_text(shared(source), encoding="utf-8")
    words = [sys.executable, "-P", "-m", "cython", "-3", "-I", str(ROOT), "--module-name", path.stem]
    # Without C types annotations are what they are to Python, comments.
    words += ["-X", f"annotation_typing={typed(source)}", "-o", path.stem + ".c", copy.name]
    done = subprocess.run(words, cwd=copy.parent, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        lines = source.split("\n")
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
    text += f'\n__attribute__((used)) const char referee_build[] = "{make_signature(source)}";\n'
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


def games_of(module: Path, path: Path) -> list[Kind]:
    """The games of a module built of that source, which is run in a process of its own. Raises NotCompiled."""
    answer = module.with_suffix(".json")  # what the module prints is another thing
    words = [sys.executable, "-P", "-m", "referee.commands.compiler", str(module), str(path.resolve()), str(answer)]
    paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    try:
        done = subprocess.run(  # noqa: S603
            words, stdin=subprocess.DEVNULL, capture_output=True, check=False,
            env=os.environ | {"PYTHONPATH": paths}, timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise NotCompiled(
            f"{path.name} is not compiled: it had not come to its end after {SECONDS:g} seconds"
        ) from None
    if not answer.exists():
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise NotCompiled(
            f"{path.name} is not compiled: it ends the process that runs it{': ' * len(last)}{''.join(last)}"
        )
    told = json.loads(answer.read_text(encoding="utf-8"))
    if "error" in told:
        raise NotCompiled(f"{path.name} is not compiled: {told['error']}")
    return [Kind(name, tuple(plain)) for name, plain in told["games"]]


def tell(module: Path, path: Path) -> dict[str, object]:
    """What `games_of` asks of the module: its `games` as of Kind, or the `error` that it is refused for."""
    put_first(path.parent)
    try:
        return {"games": kinds_in(module, path)}
    except NotCompiled as error:
        return {"error": str(error)}
    except BaseException as error:  # noqa: BLE001 a file may raise anything, SystemExit too
        return {"error": " ".join(f"{type(error).__name__}: {error}".split())}


def kinds_in(module: Path, path: Path) -> list[Kind]:
    """The games of the module, run as if it lay beside the source at that path.

    Raises NotCompiled where copies of a game would lose its fields, and whatever the module raises.
    """
    spec = spec_from_file_location(path.stem, module)
    if spec is None or spec.loader is None:
        raise ImportError(f"{module.name} is no module")
    loaded = module_from_spec(spec)
    loaded.__file__ = str(build_path(path))
    spec.loader.exec_module(loaded)
    found = []
    for kind in vars(loaded).values():
        if isinstance(kind, type) and issubclass(kind, games.game.Game) and kind.__module__ == loaded.__name__:
            larger = kind.__basicsize__ > kind.__mro__[1].__basicsize__
            if larger and "__pyx_vtable__" in vars(kind) and "become" not in vars(kind):
                raise NotCompiled(
                    f"{kind.__name__} keeps fields in C and writes no become(other): copies of it would lose them"
                )
            plain = [name for name in RULES if not any(name in vars(each) for each in lines_of(kind))]
            found.append(Kind(kind.__name__, tuple(plain)))
    return found


def lines_of(kind: type) -> list[type]:
    """The class and its parents that are compiled with C types, below Game."""
    above = kind.__mro__[: kind.__mro__.index(games.game.Game)]
    return [each for each in above if "__pyx_vtable__" in vars(each)]


if __name__ == "__main__":
    Path(sys.argv[3]).write_text(json.dumps(tell(Path(sys.argv[1]), Path(sys.argv[2]))), encoding="utf-8")
