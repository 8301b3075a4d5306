"""Modules that `referee compile` builds beside files; they are used if they fit the source and these rules."""

from __future__ import annotations

import codecs
import re
from functools import cache, lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUFFIX = EXTENSION_SUFFIXES[0]  # of built modules
ORIGIN = re.compile(rb"built by referee of ([0-9a-f]{64}) with ([0-9a-f]{64})")


def build_path(source: Path) -> Path:
    """Return the path of the module built from `source`."""
    return source.with_name(source.stem + SUFFIX)


def find_build(source: Path) -> Path | None:
    """Return the built module beside the source; None if there is none or it does not fit."""
    module = build_path(source)
    return module if module.is_file() and not find_mismatch(module, source) else None


def describe_stale_build(source: Path) -> str | None:
    """Return why the build beside a source is not used, in one line for people; None if it is used or there is none."""
    module = build_path(source)
    if module.is_file():
        why = find_mismatch(module, source)
    else:
        start, end = f"{source.stem}.", Path(SUFFIX).suffix
        others = (each for each in source.parent.iterdir() if each.name.startswith(start) and each.suffix == end)
        why = next((f"{each.name} was built for another Python" for each in others if read_signature(each)), "")
    if not why:
        return None
    again = f"; referee compile {source} builds it anew" if rules_are_compiled() else ""
    return f"{why}: {source.name} runs uncompiled{again}"


def find_mismatch(module: Path, source: Path) -> str:
    """Return why the built module does not fit the source; "" if it does. Raises OSError."""
    made_of = read_signature(module)
    if made_of is None or made_of[1] != digest_rules():
        return f"{module.name} was built by another referee"
    if made_of[0] != digest_source(source.read_bytes()):
        return f"{module.name} was built from another {source.name}"
    return "" if rules_are_compiled() else f"{module.name} needs a compiled referee"


def rules_are_compiled() -> bool:
    """Return whether games.game runs compiled; otherwise no built module can be used."""
    import games.game

    return games.game.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def digest_source(text: bytes) -> str:
    """Return the digest of a source, 64 hex digits. Line ends and a byte order mark do not count."""
    from hashlib import sha256

    return sha256(b"\n".join(text.removeprefix(codecs.BOM_UTF8).splitlines())).hexdigest()


@cache
def digest_rules() -> str:
    """Return the digest of everything in this package that a build depends on: the C fields and functions of games."""
    folder = ROOT / "games"
    sources = [folder / "game.py", folder / "move_list.py", *sorted(folder.rglob("*.pxd"))]
    return digest_source(b"".join(path.name.encode() + path.read_bytes() for path in sources))


def make_signature(source: str) -> str:
    """Return the signature of a module built from `source` now; `read_signature` finds it in the file."""
    return f"built by referee of {digest_source(source.encode())} with {digest_rules()}"


def read_signature(module: Path) -> tuple[str, str] | None:
    """Return the digests of the source and the rules of a built module; None without them. Raises OSError."""
    stamp = module.stat()
    return read_signature_at(module, (stamp.st_ino, stamp.st_mtime_ns, stamp.st_size))


@lru_cache(maxsize=1000)
def read_signature_at(module: Path, stamp: tuple[int, ...]) -> tuple[str, str] | None:
    """Return the digests in the file; `stamp` (inode, time, size) is a key for the cache."""
    found = ORIGIN.search(module.read_bytes())
    return (found[1].decode(), found[2].decode()) if found else None
