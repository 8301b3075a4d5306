"""Where the files are whose paths were typed, wherever programs go meanwhile, and what stood in them."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTED: list[Path] = []  # the folders in which commands began that run in this process, the innermost last
TYPED: dict[str, str] = {}  # how paths were typed, by where the files are
TEXTS: dict[Path, bytes] = {}  # what stood in sources as they were read last


@contextmanager
def started_here() -> Iterator[None]:
    """In this block paths lead where they lead from the folder that is the working one now, wherever programs go."""
    try:
        STARTED.append(Path.cwd())
    except OSError:  # it was removed
        STARTED.append(Path())
    try:
        yield
    finally:
        STARTED.pop()


def located(path: str) -> Path:
    """Where the file of that path is. Raises OSError where the working folder was removed."""
    source = (STARTED[-1] if STARTED else Path.cwd()) / Path(path).expanduser()
    TYPED[str(source)] = str(Path(path).expanduser())
    return source


def typed(file: str) -> str:
    """The name of a file as it was typed, if it was."""
    return TYPED.get(file, file)


def text(source: Path) -> bytes:
    """What stands in that source; while a command runs what stood there when it was read last, if it cannot be read.

    A program may have removed it. Raises OSError.
    """
    try:
        TEXTS[source] = source.read_bytes()
    except OSError:
        if not STARTED or source not in TEXTS:
            raise
    return TEXTS[source]
