"""What a player changes or leaves in its process, and the line of its file that does so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.names import user_files
from referee.running.process_state import ALL

if TYPE_CHECKING:
    from collections.abc import Iterable

CALLS = {thing.name: thing.calls for thing in ALL if thing.calls}


def filter_known(names: object) -> list[str]:
    """Return the known names in a text with semicolons. A player may have written anything there."""
    return [name for name in CALLS if name in names.split(";")] if isinstance(names, str) else []


def describe_changes(spec: str, names: Iterable[str]) -> str:
    """Return what the player did, each with its line if found."""
    return "it " + ", and it ".join(f"{name}{find_line(spec, CALLS[name])}" for name in names)


def find_line(spec: str, calls: tuple[str, ...]) -> str:
    """Return the first line of the player's file that names one of the functions; "" if there is none."""
    if not user_files.is_file_spec(spec):
        return ""
    try:
        path = user_files.locate(user_files.split_file_spec(spec)[0])
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    words = re.compile(rf"(?!\s*(?:import|from)\b)[^#]*\b({'|'.join(calls)})\b")
    return next((f" (line {number} of {path.name})" for number, line in enumerate(lines, 1) if words.match(line)), "")
