"""Files of matches on disk: whether one is such a file, its text in whatever encoding, and its games."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, TypeVar

import games
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.formats.formats import FORMATS, format_of_name, read_text
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from referee.formats.file_game import FileGame
    from referee.formats.formats import MatchFormat

Chosen = TypeVar("Chosen")

MOST = 16 * 2**20  # bytes of a file that is read
SNIFFED = 4000  # bytes by which its format is told
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
CHARSET = re.compile(rb"CA\[\s*((?:iso|cp|win|gb|big5|shift|euc|koi|latin)[\w-]*)\s*\]", re.IGNORECASE)  # of SGF
LATIN = "cp1252"  # what files were written in before UTF-8, and the default of SGF except for a few characters


def read_file(path: Path, game: str = "") -> list[FileGame]:
    """The games in that file, at least one, each replayed by its rules.

    game  the spec that is wanted, as in MatchFormat.read.

    Raises SpecError, one line with the name of the file and the number of the line.
    """
    return read_text(decode(read_bytes(path), str(path)), str(path), game)


def read_start(path: Path, plies: int | None = None, number: int | None = None) -> tuple[str, tuple[str, ...]]:
    """The spec of a game of a file, and the texts of its first moves.

    plies   how many moves; None: all, or where the rules have ended the game, all but the last.
    number  which game, from 0; None: the last.

    Raises SpecError, also if there is no such game, or where it has not so many moves.
    """
    record = choose_game(read_file(path), path, number).record
    texts = tuple(record.moves.split())
    if plies is None:
        over = games.load(record.game, texts).score() is not None
        return record.game, texts[:-1] if over else texts
    if plies > len(texts):
        raise SpecError(f"the game of {path} has {format_count(len(texts), 'move')}, not {plies}")
    return record.game, texts[:plies]


def choose_game(found: Sequence[Chosen], path: Path, number: int | None) -> Chosen:
    """The game of that number in a file, from 0; None: the last. Raises SpecError if there is none."""
    if number is not None and number >= len(found):
        raise SpecError(f"{path} has no game {number} (games: 0{f' to {len(found) - 1}' if found[1:] else ''})")
    return found[-1 if number is None else number]


def is_match_file(word: str) -> bool:
    """Whether a word that a person typed is a file whose name ends like those of a format that can be read."""
    told = format_of_name(word)
    return told is not None and told.reads and os.path.isfile(word)  # noqa: PTH113  # never raises


def sniff(path: Path) -> MatchFormat | None:
    """The format of a file by the end of its name or by its beginning; None if neither tells, or it is not there."""
    if told := format_of_name(path.name):
        return told
    try:
        with path.open("rb") as file:
            begins = file.read(SNIFFED).decode(LATIN, errors="replace")
    except (OSError, ValueError):
        return None
    return next((each for each in FORMATS if each.tells(begins)), None)


def read_bytes(path: Path) -> bytes:
    """What the file holds. Raises SpecError."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST + 1)
    except (OSError, ValueError) as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    if len(content) > MOST:
        raise SpecError(f"{path} is larger than {MOST >> 20} MB")
    return content


def decode(content: bytes, name: str) -> str:
    """The text of a file, with line feeds at the ends of its lines. Raises SpecError if it is not one.

    It is UTF-8, or UTF-16 where it begins with the mark of that, else in the encoding that an SGF file names, else in
    Windows-1252, which differs from it only in letters of names.
    """
    marked = next((encoding for mark, encoding in MARKS.items() if content.startswith(mark)), None)
    named = CHARSET.search(content[:SNIFFED])
    for encoding in filter(None, (marked or "utf-8", named and named[1].decode())):
        try:
            text = content.decode(encoding)
            break
        except (UnicodeDecodeError, LookupError):
            continue
    else:
        text = content.decode(LATIN, errors="replace")
    if "\0" in text:
        raise SpecError(f"{name} is not a text")
    return text.replace("\r\n", "\n").replace("\r", "\n")
