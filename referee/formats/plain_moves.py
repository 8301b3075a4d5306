"""Plain moves: a game a line, the texts of its moves with blanks between them, as --moves takes them.

A line `# gomoku:columns=9,rows=9` names the game of the lines below it; other lines that begin with # are comments.
Numbers may stand before the moves, as in `1. e6 2. d6`. A game that the rules do not end is not over.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.formats.file_game import FileGame, Transcript, refuse, skip_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.formats.file_game import Found

NUMBER = re.compile(r"\d{1,5}\.+")  # of a move, not a move


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read. Lines above the first name belong to `game`."""
    return skip_faults(split_lines(lines, game), read_line, lambda _: "")


@dataclass(frozen=True)
class MovesLine:
    """A line of moves: its number in the file, its words, and the spec of its game, "" if none is named."""

    line: int
    words: Sequence[str]
    spec: str


def split_lines(lines: Iterable[str], spec: str) -> Iterator[MovesLine]:
    """Yield the lines that hold a game; those above the first name belong to `spec`."""
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words:
            continue
        if words[0].startswith("#"):
            spec = named_game(line) or spec
        else:
            yield MovesLine(number, words, spec)


def named_game(line: str) -> str:
    """Return the spec in a line that begins with #; "" for a comment."""
    spec = line.strip().lstrip("#").strip()
    try:
        return spec if games.CATALOGUE.find(spec) else ""
    except SpecError:
        return ""


def read_line(found: MovesLine, number: int) -> FileGame:
    """Return the game of a line; `number` is its number in the file. Raises LineError."""
    if not found.spec:
        raise refuse(found.line, "no game is named: add its name, or a line such as # othello")
    transcript = Transcript(found.spec, line=found.line)
    for word in found.words:
        if not NUMBER.fullmatch(word):
            transcript.play(word, found.line)
    return FileGame(transcript.record(number=number), line=found.line)


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write."""
    lines: list[str] = []
    for spec, group in groupby(written, lambda each: each.record.game):
        lines += [f"# {spec}", *(each.record.moves for each in group)]
    return "".join(f"{line}\n" for line in lines)
