"""What must be equal on two machines for games to be played the same way on both."""

from __future__ import annotations

import hashlib
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from referee.support.build import ROOT, life, stale

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PACKAGES = ("games", "players", "referee")
SUFFIXES = (".py", ".pxd")
WORDS = {
    "python": "Python {}",
    "dask": "distributed {}",
    "life": "referee {}",
    "sources": "referee of sources {}",
}


def find_versions() -> dict[str, str]:
    """Return the versions of a process that starts here now, by the keys of WORDS: plain words, for all editions."""
    return {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "dask": installed_version("distributed"),
        "life": "built of other sources" if stale() else life(),
        "sources": digest_sources(ROOT)[:12],
    }


def describe_difference(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str | None:
    """Return how another edition differs, `Python 3.12, here is Python 3.11`; None if it does not."""
    for key, words in WORDS.items():
        one, other = theirs.get(key, "unknown"), ours.get(key, "unknown")
        if one != other:
            return f"{words.format(one)}, here is {words.format(other)}"
    return None


def installed_version(package: str) -> str:
    """Return the version of a package, `none` if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def digest_sources(root: Path) -> str:
    """Return a digest of all sources below a folder, with their paths."""
    total = hashlib.sha256()
    paths = {path for package in PACKAGES for path in (root / package).rglob("*") if path.suffix in SUFFIXES}
    for path in sorted(paths):
        text = path.read_bytes()
        total.update(f"{path.relative_to(root).as_posix()} {len(text)} ".encode())
        total.update(text)
    return total.hexdigest()
