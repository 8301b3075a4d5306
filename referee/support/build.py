"""Whether the program runs compiled or interpreted, its version, and whether builds match the sources beside them.

A module of games or players is compiled if it has the line `import cython`. Each build carries a digest of its code,
so that copies, file times, and comments do not matter.
"""

import ast
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PACKAGES = ("games", "players")
MARK = re.compile(r"^import cython$", re.MULTILINE)
CIMPORT = re.compile(r"\bcython\.cimports\.([\w.]+)|^from ([\w.]+) cimport\b", re.MULTILINE)  # in a .py, in a .pxd
COMMENT = re.compile(r'("""[\s\S]*?"""|"[^"\n]*"|\'[^\'\n]*\')|#.*')  # or a string, which may hold a #
ROOT = Path(__file__).parents[2]
SHARED = "games.cython_utilities"  # code that Cython writes once for all modules; it has no source
SHARED_SIGNATURE = "referee build of what all modules share"
OWN_CODE = Path(__file__).read_bytes()  # it determines what a signature depends on


def life() -> str:
    """Return `compiled` or `interpreted`, by what is loaded."""
    import games.game

    return "compiled" if games.game.__file__.endswith(tuple(EXTENSION_SUFFIXES)) else "interpreted"


def compiled(root: Path = ROOT) -> Iterable[Path]:
    """Return the compiled modules beside their sources."""
    suffix = EXTENSION_SUFFIXES[0]
    return (path for package in PACKAGES for path in sorted((root / package).rglob(f"*{suffix}")))


def sources_to_compile(root: Path = ROOT) -> list[Path]:
    """Return the sources that setup.py compiles, sorted within each package."""
    paths = (path for package in PACKAGES for path in sorted((root / package).rglob("*.py")))
    return [path for path in paths if MARK.search(path.read_text(encoding="utf-8"))]


def stale(root: Path = ROOT) -> list[str]:
    """Return the compiled modules that were not built of their present source and .pxd files, as relative paths.

    Only a source tree can have such modules: an installed package is built as a whole.
    """
    if not (root / "setup.py").exists():
        return []
    signed = {module_of(source): signature(source, root) for source in sources_to_compile(root)}
    signed[module_of(root / f"{SHARED.replace('.', '/')}.py")] = SHARED_SIGNATURE
    return [
        str(module.relative_to(root))
        for module in compiled(root)
        if module not in signed or not carries(module, signed[module])
    ]


def stale_notice() -> str | None:
    """Return one line on stale builds and how to build again; None if there are none."""
    if not (modules := stale()):
        return None
    others = f" and {len(modules) - 1} more" if len(modules) > 1 else ""
    return f"{modules[0]}{others}: built of another source; build again: make build"


def module_of(source: Path) -> Path:
    """Return the path of the compiled module of a source."""
    return source.with_name(source.stem + EXTENSION_SUFFIXES[0])


def carries(module: Path, text: str) -> bool:
    """Return whether the file exists and holds the text."""
    return module.exists() and text.encode() in module.read_bytes()


def signature(source: Path, root: Path = ROOT) -> str:
    """Return the text that a build of `source` carries. It depends on the code, not on comments or line ends.

    Parsing takes long, so `build/signatures` keeps the signature of each source until a byte changes.
    """
    parts = [(path, path.read_text(encoding="utf-8")) for path in made_of(source, root)]
    key = sha256(repr((sys.version, OWN_CODE, [(str(path.relative_to(root)), text) for path, text in parts])).encode())
    kept = root / "build" / "signatures" / ".".join(source.relative_to(root).with_suffix("").parts)
    with suppress(OSError, ValueError):
        found, made_for = kept.read_text(encoding="utf-8").split("\n")
        if made_for == key.hexdigest():  # the last line, so that a truncated file does not match
            return found
    made = make_signature(parts, root)
    with suppress(OSError):  # if nothing can be written, it is made again next time
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(f"{made}\n{key.hexdigest()}", encoding="utf-8")
    return made


def make_signature(parts: Iterable[tuple[Path, str]], root: Path) -> str:
    """Return the signature of a build that is made of these files."""
    total = sha256()
    for path, text in parts:
        read = declarations if path.suffix == ".pxd" else statements
        total.update(f"{path.relative_to(root).as_posix()} {read(text)}\n".encode())
    return f"referee build of {total.hexdigest()}"


def statements(text: str) -> str:
    """Return Python code without comments and docstrings, except docstrings of classes: the program shows them."""
    try:
        tree = ast.parse(text)
    except SyntaxError:  # Cython says where the error is
        return text
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    return ast.dump(tree)


@cache
def declarations(text: str) -> str:
    """Return the lines of a .pxd file that are not empty, without comments. Its strings may be C code, so they stay."""
    return "\n".join(line.rstrip() for line in COMMENT.sub(r"\1", text).splitlines() if line.strip())


def made_of(source: Path, root: Path) -> list[Path]:
    """Return the source of a compiled module and all .pxd files that it is compiled with, sorted."""
    found, unread = set(), [source, source.with_suffix(".pxd")]
    while unread:
        path = unread.pop()
        if path not in found and path.exists():
            found.add(path)
            names = ("".join(each) for each in CIMPORT.findall(path.read_text(encoding="utf-8")))
            unread += (root / (name.replace(".", "/") + ".pxd") for name in names)
    return sorted(found)


def version() -> str:
    """Return the version of the installed program; `0` if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("referee")
    except PackageNotFoundError:
        return "0"
