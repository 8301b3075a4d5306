"""Files of problems: test suites, and SGF files whose trees are problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.formats.file_game import SkippedGame
from referee.formats.formats import format_of_name, sniff, text_lines
from referee.puzzles.sgf_problems import holds_problems, read_problems
from referee.puzzles.suite import GAMES, MORE, read_suite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from referee.puzzles.problem import Problem


def is_problem_file(path: Path) -> bool:
    """Return whether a file holds problems: by the end of its name, and an SGF file by its first trees."""
    if not path.is_file():
        return False
    ending = path.suffix.casefold()
    if ending == MORE:
        return sniff(path) is None
    return ending in GAMES or (is_sgf(path) and holds_problems(text_lines(path)))


def is_sgf(path: Path) -> bool:
    """Return whether the name of a file ends like one of SGF."""
    told = format_of_name(path.name)
    return told is not None and told.name == "sgf"


def stream_problems(path: Path, game: str = "") -> Iterator[Problem | SkippedGame]:
    """Yield the problems in a file, and what cannot be read. Raises SpecError if the file cannot be read.

    game  the spec of the game, needed for a suite that does not name it.
    """
    lines = text_lines(path)
    return read_problems(lines, game) if is_sgf(path) else read_suite(lines, game, path.name)


def read_problem_file(path: Path, game: str = "", strict: bool = False) -> tuple[list[Problem], list[str]]:
    """Return the problems in a file, at least one, and a sentence about each that was skipped.

    strict  whether the first that cannot be read is refused instead.

    Raises SpecError.
    """
    found: list[Problem] = []
    skipped: list[str] = []
    for each in stream_problems(path, game):
        if not isinstance(each, SkippedGame):
            found.append(each)
        elif strict:
            raise SpecError(f"{path}, {each.error}")
        else:
            skipped.append(f"{path}, line {each.line} is skipped: {each.why}")
    if not found:
        raise SpecError(f"{path} holds no problem{f'; {skipped[0]}' if skipped else ''}")
    return found, skipped
