"""What `referee compile` builds of a file: a module beside it, taken where it is of that source and these rules."""

from __future__ import annotations

import codecs
import re
from functools import cache, lru_cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUFFIX = EXTENSION_SUFFIXES[0]  # of a module that is built of a file
ORIGIN = re.compile(rb"built by referee of ([0-9a-f]{64}) with ([0-9a-f]{64})")


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
        start, end = f"{source.stem}.", Path(SUFFIX).suffix
        others = (each for each in source.parent.iterdir() if each.name.startswith(start) and each.suffix == end)
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
    """Of a source, whatever ends its lines, and with or without a mark of its encoding: 64 hex digits."""
    return sha256(b"\n".join(text.removeprefix(codecs.BOM_UTF8).splitlines())).hexdigest()


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
