"""Paths as people typed them: the files that they mean, whatever the working folder is now, and their contents."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from games.base.notation import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTED: list[Path] = []  # the folders in which commands began that run in this process, the innermost last
TYPED: dict[str, str] = {}  # how paths were typed, by where the files are
TEXTS: dict[Path, bytes] = {}  # what stood in sources as they were read last


@contextmanager
def keep_start_folder() -> Iterator[None]:
    """In this block `locate` reads paths from the current working folder, even if programs change that folder."""
    try:
        STARTED.append(Path.cwd())
    except OSError:  # it was removed
        STARTED.append(Path())
    try:
        yield
    finally:
        STARTED.pop()


def expand_home(path: str) -> Path:
    """The path with `~` or `~name` as that person's home folder; unchanged where nobody is called so."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def locate(path: str) -> Path:
    """The file that the path means. Raises OSError if the working folder was removed."""
    source = (STARTED[-1] if STARTED else Path.cwd()) / expand_home(path)
    TYPED[str(source)] = str(expand_home(path))
    return source


def complete_name(word: str) -> dict[str, str]:
    """The name of a file that is that word without its `.py`, by the folded word; empty if there is no such file."""
    try:
        return {fold(word): f"{word}.py"} if locate(f"{word}.py").is_file() else {}
    except (OSError, ValueError):  # no path at all
        return {}


def as_typed(file: str) -> str:
    """The path as the person typed it; a path that nobody typed comes back unchanged."""
    return TYPED.get(file, file)


def read_source(source: Path) -> bytes:
    """The bytes of that source. While a command runs, a file that was removed comes back as it was read last.

    Raises OSError.
    """
    try:
        TEXTS[source] = source.read_bytes()
    except OSError:
        if not STARTED or source not in TEXTS:
            raise
    return TEXTS[source]
