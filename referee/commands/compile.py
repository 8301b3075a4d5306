"""`referee compile`: compile a file of your own games in place; the built module is used until the source changes.

Cython translates the file to C, and the C compiler that this Python was built with makes a module of that. People
edit the source, which also runs if there is no build.
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

import click

import games.game
from games.names.user_build import ROOT, SUFFIX, build_path, make_signature, rules_are_compiled
from games.names.user_files import put_first

OURS = {"games", "players", "referee", "cython"}
SHARED = {"games.game": {"CHANCE", "ONGOING", "Game"}, "games.move_list": {"MoveList"}}  # what their .pxd files declare
SECONDS = 10.0  # for running the built module once
RULES = ("collect", "apply", "revert", "value")
PLACE = re.compile(r"^(?:warning: |performance hint: )?(\S+?\.py):(\d+):\d+: (.*)$", re.MULTILINE)


class NotCompiled(Exception):
    """Raised if a file is not compiled. The message says why in one line; `details` are lines to print before it."""

    def __init__(self, message: str, details: tuple[str, ...] = ()):
        super().__init__(message)
        self.details = details


class CompiledGame(NamedTuple):
    """A game of a built module: its class, and its rules that have no C types."""

    name: str
    plain: tuple[str, ...]


class Build(NamedTuple):
    """A built module, and the games in it."""

    module: Path
    games: list[CompiledGame]


def remove_build(path: Path) -> Path | None:
    """Remove the built module of a source, and return its path; None if there was none. Raises NotCompiled."""
    module = build_path(path)
    try:
        module.unlink()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotCompiled(f"{str(module)!r} cannot be removed: {error.strerror}") from error
    return module


def compile_module(path: Path) -> Build:
    """Compile the source to a module beside it. Raises NotCompiled; an older module then stays."""
    source, compiler = read_source(path), find_compiler()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        made = link_module(compiler, translate_to_c(Path(folder), source, path), path)
        kinds = inspect_games(made, path)
        return Build(put_in_place(made, build_path(path)), kinds)


def read_source(path: Path) -> str:
    """Return the text of the source. Raises NotCompiled if it cannot be compiled."""
    try:
        source = path.read_text(encoding="utf-8-sig")
        ast.parse(source, filename=path.name)
    except OSError as error:
        raise NotCompiled(f"{str(path)!r} cannot be read: {error.strerror}") from error
    except SyntaxError as error:
        details = (f"{path.name}:{error.lineno}: {error.msg}", f"    {(error.text or '').strip()}")
        raise NotCompiled(f"{path.name} is not compiled: it is not Python", details) from error
    except ValueError as error:
        raise NotCompiled(f"{str(path)!r} is not text: {error}") from error
    if path.suffix != ".py" or not (path.stem.isidentifier() and path.stem.isascii()) or path.stem in OURS:
        raise NotCompiled(
            f"{path.name!r} must have another name to be compiled: letters, digits and _, not "
            f"{', '.join(sorted(OURS))}, and .py at its end"
        )
    return source


def imports_cython(source: str) -> bool:
    """Return whether the source imports cython or a part of it, and so may have C types."""
    named = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            named.append(node.module or "")
    return any(name.partition(".")[0] == "cython" for name in named)


def cimport_shared(source: str) -> str:
    """Return the source with cimports of what games.game and games.move_list share in C, if it may have C types.

    Each line keeps its number.
    """
    if not imports_cython(source):
        return source
    lines = source.split("\n")  # as Python counts lines: a form feed does not end one
    for node in reversed(ast.parse(source).body):  # from the last, so that positions before it stay right
        if isinstance(node, ast.ImportFrom) and node.module in SHARED and node.end_lineno:
            tail = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
            head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
            lines[node.lineno - 1 : node.end_lineno] = [
                head + "; ".join(split_import(node)) + tail, *[""] * (node.end_lineno - node.lineno)
            ]  # fmt: skip
    return "\n".join(lines)


def split_import(node: ast.ImportFrom) -> list[str]:
    """Split an import into a cimport of what C shares, and an import of the rest."""
    found = []
    for start, in_c in (("cython.cimports.", True), ("", False)):
        names = [each for each in node.names if (each.name in SHARED[node.module or ""]) is in_c]
        if names:
            wanted = ", ".join(f"{each.name} as {each.asname}" if each.asname else each.name for each in names)
            found.append(f"from {start}{node.module} import {wanted}")
    return found


def find_compiler() -> list[str]:
    """Return the command that compiles a C file and links it as a module of this Python. Raises NotCompiled."""
    if not rules_are_compiled():
        raise NotCompiled("referee runs uncompiled here, but a compiled game needs it compiled: install it again")
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
    flags = ["-fPIC", "-O3", "-fwrapv", "-w", *shlex.split(os.environ.get("CFLAGS", ""))]
    return [found, *wished[1:], *linking[1:], *flags, f"-I{include}"]


def translate_to_c(folder: Path, source: str, path: Path) -> Path:
    """Translate the source to a C file in `folder`, and return its path. Raises NotCompiled."""
    copy = folder / path.name
    copy.write_text(cimport_shared(source), encoding="utf-8")
    words = [sys.executable, "-P", "-m", "cython", "-3", "-I", str(ROOT), "--module-name", path.stem]
    # Without C types annotations mean nothing, as in Python.
    words += ["-X", f"annotation_typing={imports_cython(source)}", "-o", path.stem + ".c", copy.name]
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
    quoted = str(path.resolve()).replace("\\", "\\\\").replace('"', '\\"')
    text = made.read_text(encoding="utf-8").replace(f'\n  "{copy.name}",\n', f'\n  "{quoted}",\n', 1)
    text += f'\n__attribute__((used)) const char referee_build[] = "{make_signature(source)}";\n'
    made.write_text(text, encoding="utf-8")
    return made


def link_module(compiler: list[str], source: Path, path: Path) -> Path:
    """Compile the C file to a module next to it, and return its path. Raises NotCompiled."""
    module = source.with_name(path.stem + SUFFIX)
    words = [*compiler, str(source), "-o", str(module)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        details = tuple(line for line in done.stderr.splitlines() if "error" in line)[:3]
        raise NotCompiled(f"{path.name} is not compiled: the C compiler {compiler[0]} fails", details)
    return module


def put_in_place(made: Path, module: Path) -> Path:
    """Copy the module to its place, replacing an older one atomically. Raises NotCompiled."""
    near = module.with_name(f".{module.name}.{os.getpid()}")
    try:
        shutil.copyfile(made, near)
        near.replace(module)
    except OSError as error:
        near.unlink(missing_ok=True)
        raise NotCompiled(f"{str(module)!r} cannot be written: {error.strerror}") from error
    return module


def inspect_games(module: Path, path: Path) -> list[CompiledGame]:
    """Run a built module in another process, and return its games. Raises NotCompiled."""
    answer = module.with_suffix(".json")  # the module may print to standard output
    words = [sys.executable, "-P", "-m", "referee.commands.compile", str(module), str(path.resolve()), str(answer)]
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
    return [CompiledGame(name, tuple(plain)) for name, plain in told["games"]]


def describe_module(module: Path, path: Path) -> dict[str, object]:
    """Return what `inspect_games` reads: the `games` of the module, or the `error` for which it is refused."""
    put_first(path.parent)
    try:
        return {"games": find_games(module, path)}
    except NotCompiled as error:
        return {"error": str(error)}
    except BaseException as error:  # noqa: BLE001 a file may raise anything, SystemExit too
        return {"error": " ".join(f"{type(error).__name__}: {error}".split())}


def find_games(module: Path, path: Path) -> list[CompiledGame]:
    """Return the games of the module, run as if it lay beside the source `path`.

    Raises NotCompiled if copies of a game would lose its fields, and whatever the module raises.
    """
    spec = spec_from_file_location(path.stem, module)
    if spec is None or spec.loader is None:
        raise ImportError(f"{module.name} is not a module")
    loaded = module_from_spec(spec)
    loaded.__file__ = str(build_path(path))
    spec.loader.exec_module(loaded)
    found, written = [], find_methods(path)
    for kind in vars(loaded).values():
        if isinstance(kind, type) and issubclass(kind, games.game.Game) and kind.__module__ == loaded.__name__:
            larger = kind.__basicsize__ > kind.__mro__[1].__basicsize__
            if larger and "__pyx_vtable__" in vars(kind) and "become" not in written[kind.__name__]:
                raise NotCompiled(
                    f"{kind.__name__} keeps fields in C and has no method become(other): copies of it would lose them"
                )
            in_c = set().union(*(written.get(each.__name__, ()) for each in compiled_bases(kind)))
            plain = [name for name in RULES if name not in in_c]
            found.append(CompiledGame(kind.__name__, tuple(plain)))
    return found


def find_methods(path: Path) -> dict[str, set[str]]:
    """Return the names of the methods in each class of the source; a build does not show all of them."""
    tree = ast.parse(path.read_bytes())
    return {
        kind.name: {each.name for each in kind.body if isinstance(each, ast.FunctionDef)}
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
    }


def compiled_bases(kind: type) -> list[type]:
    """Return the class and its parents below Game that are compiled with C types."""
    above = kind.__mro__[: kind.__mro__.index(games.game.Game)]
    return [each for each in above if "__pyx_vtable__" in vars(each)]


if __name__ == "__main__":
    Path(sys.argv[3]).write_text(json.dumps(describe_module(Path(sys.argv[1]), Path(sys.argv[2]))), encoding="utf-8")


@click.command("compile")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--remove", "removed", is_flag=True, help="Remove what was built from it instead.")
def compile_file(file: Path, removed: bool) -> None:
    """Compile a file of your own games in place.

    What is built lies beside the FILE and is used as long as the FILE does not change. A plain game runs faster then;
    with C types, which docs/compile.md adds line by line, it runs fifty times as fast.
    """
    try:
        if removed:
            gone = remove_build(file)
            click.echo(f"removed {gone}" if gone else f"nothing was built from {file}")
            return
        module, kinds = compile_module(file)
        click.echo(f"built {module}")
        for name, plain in kinds:
            untyped = ", ".join(plain)
            click.echo(f"{name}: still runs as Python: no C types in {untyped}" if untyped else f"{name}: runs in C")
    except NotCompiled as error:
        for line in error.details:
            click.echo(line, err=True)
        raise click.ClickException(str(error)) from error
