"""The folders of people's files, as packages: what `bot.py` defines is of the module `games.folders.f3ab0c4d9e21.bot`.

So it can be imported by its name, as pickle does and whatever starts processes: in this process, in copies of it, and
in new interpreters, which are told in the environment which folder is meant.
"""

from __future__ import annotations

import json
import os
import re
import sys
from functools import lru_cache
from hashlib import sha256
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

__path__: list[str] = []  # what makes a package of this module: all in it is found by Finder
VARIABLE = "REFEREE_FOLDERS"  # in the environment: the folders as a JSON object, by their marks
MOST = 50_000  # characters of that; systems start no process with a variable much longer
INSIDE = re.compile(rf"{re.escape(__name__)}\.f[0-9a-f]{{12}}\.")


def named(source: Path) -> str:
    """The name of the module of that source, from now on known to processes that are started, too."""
    real = source.resolve()
    folder = str(real.parent)
    mark = f"f{sha256(folder.encode(errors='surrogateescape')).hexdigest()[:12]}"
    if mark not in folders():
        announce(mark, folder)
    return f"{__name__}.{mark}.{real.stem.replace('.', '_')}"


def announce(mark: str, folder: str) -> None:
    """Write that folder into the environment, from which the oldest ones go where it would hold too much."""
    known = {**folders(), mark: folder}
    while len(text := json.dumps(known)) > MOST and len(known) > 1:
        del known[next(iter(known))]
    os.environ[VARIABLE] = text


def folders() -> Mapping[str, str]:
    """The folders that are known, by their marks."""
    return parsed(os.environ.get(VARIABLE, "{}"))


@lru_cache(maxsize=1)
def parsed(text: str) -> Mapping[str, str]:
    """The folders in such a text; none where it is of somebody else."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()) else {}


def shortened(text: str) -> str:
    """The text with the names of such modules as people know them: without the folders."""
    return INSIDE.sub("", text)


def source_of(name: str) -> Path | None:
    """The source of the module of that name; None where it has none, or it is none of these."""
    mark, _dot, stem = name.removeprefix(f"{__name__}.").partition(".")
    if not stem or "." in stem or mark not in (known := folders()):
        return None
    folder = Path(known[mark])
    plain = folder / f"{stem}.py"
    others = (each for each in folder.glob("*.*.py") if each.stem.replace(".", "_") == stem)
    return plain if plain.is_file() else next(others, None)


class Finder:
    """Finds such a folder as a package, and in it the sources and packages that lie there."""

    @staticmethod
    def find_spec(name: str, _path: Sequence[str] | None = None, _: ModuleType | None = None) -> ModuleSpec | None:
        """How to import what is called so; None where that is no folder, or nothing in one."""
        mark, _dot, stem = name.removeprefix(f"{__name__}.").partition(".")
        if not name.startswith(f"{__name__}.") or "." in stem or mark not in (known := folders()):
            return None
        if not stem:
            return ModuleSpec(name, None, is_package=True)
        source = source_of(name)
        return ModuleSpec(name, Running(source)) if source else PathFinder.find_spec(name, [known[mark]])


class Running(Loader):
    """Runs a source as that is done for specs."""

    def __init__(self, source: Path):
        self.source = source

    def exec_module(self, module: ModuleType) -> None:
        from games import user_files

        user_files.again(self.source)  # which enters it


if not any(each is Finder for each in sys.meta_path):
    sys.meta_path.insert(0, Finder)
