"""A set of puzzles as a file, for a class: a JSON object a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.puzzles.puzzle import as_dict, from_dict
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from referee.puzzles.puzzle import Puzzle

SUFFIX = ".jsonl"


def set_text(puzzles: Iterable[Puzzle]) -> str:
    """The puzzles, each as an object on a line of its own."""
    return "".join(f"{json.dumps(as_dict(each), ensure_ascii=False)}\n" for each in puzzles)


def read_set(path: Path) -> list[Puzzle]:
    """The puzzles in that file, one at least. Raises SpecError, which names the line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    found = [read_line(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise SpecError(f"{path} holds no puzzle; referee puzzle GAME --make 20 -o {path} writes twenty")
    return found


def read_line(path: Path, number: int, line: str) -> Puzzle:
    """The puzzle on that line. Raises SpecError."""
    try:
        return from_dict(json.loads(line))
    except (ValueError, TypeError, RecursionError) as error:
        raise SpecError(f"{path}, line {number} is not a puzzle: {error}") from error
