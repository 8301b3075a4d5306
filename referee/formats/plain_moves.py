"""Plain moves: a game a line, the texts of its moves with blanks between them, as --moves takes them.

A line `# gomoku:columns=9,rows=9` names the game of the lines below it; other lines that begin with # are comments.
Numbers may stand before the moves, as in `1. e6 2. d6`. A game that the rules do not end is not over.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import FileGame, Transcript, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBER = re.compile(r"\d{1,5}\.+")  # of a move, not a move


def read(text: str, game: str) -> list[FileGame]:
    """Return the games of the text, as for MatchFormat.read. Lines above the first name belong to `game`."""
    found: list[FileGame] = []
    spec = game
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words:
            continue
        if words[0].startswith("#"):
            spec = named_game(line) or spec
            continue
        if not spec:
            raise refuse(number, "no game is named: add its name, or a line such as # othello")
        found.append(read_line(words, spec, number, len(found)))
    return found


def named_game(line: str) -> str:
    """Return the spec in a line that begins with #; "" for a comment."""
    spec = line.strip().lstrip("#").strip()
    try:
        return spec if games.CATALOGUE.find(spec) else ""
    except SpecError:
        return ""


def read_line(words: Sequence[str], spec: str, line: int, number: int) -> FileGame:
    """Return the game of a line. Raises SpecError."""
    transcript = Transcript(spec, line=line)
    for word in words:
        if not NUMBER.fullmatch(word):
            transcript.play(word, line)
    return FileGame(transcript.record(number=number), line=line)


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write."""
    lines: list[str] = []
    for spec, group in groupby(written, lambda each: each.record.game):
        lines += [f"# {spec}", *(each.record.moves for each in group)]
    return "".join(f"{line}\n" for line in lines)
