"""Which of its two lives the program leads: compiled, or interpreted from the same sources."""

import re
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PACKAGES = ("games", "players")
CIMPORT = re.compile(r"cython\.cimports\.([\w.]+)")
ROOT = Path(__file__).parents[1]


def life() -> str:
    """`compiled` or `interpreted`, by what is loaded."""
    import games.game

    return "compiled" if games.game.__file__.endswith(tuple(EXTENSION_SUFFIXES)) else "interpreted"


def compiled(root: Path = ROOT) -> Iterable[Path]:
    """The compiled modules that lie beside their sources and win over them."""
    suffix = EXTENSION_SUFFIXES[0]
    return (path for package in PACKAGES for path in sorted((root / package).rglob(f"*{suffix}")))


def stale(root: Path = ROOT) -> list[str]:
    """The compiled modules that are older than their source or than a .pxd that it uses, as paths below the root.

    Only a source tree can have such: an installer writes the files in any order.
    """
    if not (root / "setup.py").exists():
        return []
    return [
        str(module.relative_to(root))
        for module in compiled(root)
        if module.stat().st_mtime < max(path.stat().st_mtime for path in made_of(module, root))
    ]


def made_of(module: Path, root: Path) -> list[Path]:
    """The source of a compiled module and the .pxd files that it is compiled with."""
    source = module.with_name(module.name.partition(".")[0] + ".py")
    used = {root / (name.replace(".", "/") + ".pxd") for name in CIMPORT.findall(source.read_text())}
    return [source, *(path for path in {source.with_suffix(".pxd"), *used} if path.exists())]
