"""The package of all modules in people's files, to import them by name: `games.names.user_modules.f3ab0c4d9e21.bot`.

pickle imports them so, and whatever starts processes: in this process, in copies of it, and in new interpreters.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, PathFinder
from typing import TYPE_CHECKING

from games.base.user_folders import PACKAGE, find_source, known_folders
from games.names import user_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import ModuleType

__path__: list[str] = []  # makes this module a package; Finder finds all that is in it


class Finder:
    """Finds a folder of people's files as a package, and the modules and packages in it."""

    @staticmethod
    def find_spec(name: str, _path: Sequence[str] | None = None, _: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of the module of that name; None if it is not such a folder nor a module in one."""
        mark, _dot, stem = name.removeprefix(f"{PACKAGE}.").partition(".")
        if not name.startswith(f"{PACKAGE}.") or "." in stem or mark not in (known := known_folders()):
            return None
        if not stem:
            return ModuleSpec(name, None, is_package=True)
        source = find_source(name)
        if source:
            return ModuleSpec(name, SourceRunner(source))  # type: ignore[arg-type]  # importlib.abc takes long to import
        return PathFinder.find_spec(name, [known[mark]])


class SourceRunner:
    """Runs a source as user_files does."""

    def __init__(self, source: Path):
        self.source = source

    def create_module(self, spec: ModuleSpec) -> None:
        """No module: Python makes one."""

    def exec_module(self, module: ModuleType) -> None:
        user_files.run_source(self.source)  # which enters it


if not any(each is Finder for each in sys.meta_path):
    sys.meta_path.insert(0, Finder)
