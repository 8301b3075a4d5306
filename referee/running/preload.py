"""What a file will need as it is run, imported and compiled before processes are forked that run it.

A large library takes as long to import as many a game to play. Only what is installed is imported here, and nothing of
people's own: their files are read, not run.
"""

from __future__ import annotations

import ast
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

from games.names.user_files import compile_source
from games.names.user_paths import expand_home
from referee.errors.ownership import is_library_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def import_ahead(path: str) -> None:
    """Import what is installed and that file imports as it is run, and the files of its folder that it imports.

    The file must have run to its end elsewhere: so it is known that what it imports does no harm.
    """
    source = expand_home(path)
    for name in dict.fromkeys(find_imports(source, set())):
        if is_installed(name.partition(".")[0]):
            with suppress(Exception, SystemExit), redirect_stdout(sys.stderr):  # whatever a library raises
                import_module(name)


def find_imports(source: Path, seen: set[Path]) -> Iterator[str]:
    """The modules that a source imports as it is run, and those of sources beside it that it imports; compiles them."""
    seen.add(source)
    try:
        content = source.read_bytes()
        compile_source(content, str(source))
        tree = ast.parse(content)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for name in imported_names(tree.body):
        beside = source.with_name(f"{name.partition('.')[0]}.py")
        if beside.is_file() and beside not in seen:
            yield from find_imports(beside, seen)
        yield name


def imported_names(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The modules that these statements name, also where they try to import them."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module
        elif isinstance(node, ast.Try):
            yield from imported_names(node.body)


def is_installed(name: str) -> bool:
    """Whether a module of that name is of Python's library or of an installed package."""
    found = sys.modules[name].__spec__ if name in sys.modules else PathFinder.find_spec(name)
    return found is not None and is_library_file(str(found.origin))
