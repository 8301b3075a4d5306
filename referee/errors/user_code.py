"""Whose a piece of code is: lines of the file that is checked, found for those who wrote it."""

from __future__ import annotations

import inspect
import re
from pathlib import PurePath
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from games.game import Game
from referee.errors.ownership import is_library_file, is_program_file

if TYPE_CHECKING:
    from collections.abc import Iterator


def is_system_file(filename: str) -> bool:
    """Whether that file is one of this program's, or of Python's library."""
    return filename.startswith("<") or is_program_file(filename) or is_library_file(filename)


def leads_to_user_code(trace: str) -> bool:
    """Whether a traceback, in words, leads into a file of theirs."""
    return any(not is_system_file(file) for file in re.findall(r'File "([^"]+)"', trace))


def find_raising_line(error: BaseException) -> tuple[str, int, str]:
    """The function and line of theirs that raised, and the function that was called there; "", 0, "" without one."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not is_system_file(frame.filename)]
    return (frames[-1].name, frames[-1].lineno or 0, frames[0].name) if frames else ("", 0, "")


def user_classes(kind: type) -> Iterator[type]:
    """The class and those of its parents that are not Game or above."""
    return (each for each in kind.__mro__ if each not in Game.__mro__)


def find_member(kind: type, name: str) -> Any:
    """What the class or one of its parents says by that name; None if it is left to Game."""
    return next((vars(parent)[name] for parent in user_classes(kind) if name in vars(parent)), None)


def locate_method(kind: type, *names: str, field: str = "", line: str = "") -> str:
    """Where the first of those methods that is written stands: `copy, line 23 of mine.py`; empty if none is.

    With a field it is the line in which that is first named there; with a pattern, that of a line which must be there.
    """
    for name in names:
        found = find_member(kind, name)
        try:
            lines, first = inspect.getsourcelines(found)
            file = PurePath(inspect.getsourcefile(found) or "").name
        except (TypeError, OSError):
            continue
        wanted = line or rf"\.{re.escape(field)}\b"
        at = next((number for number, each in enumerate(lines) if (field or line) and re.search(wanted, each)), None)
        if line and at is None:
            continue
        at = at or 0
        return f"{name}, line {first + at} of {file}"
    return ""
