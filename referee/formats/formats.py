"""The formats of files of matches: how to find a file's format, decode its text, and read its games.

A format is a row of FORMATS and a module of this folder with two functions, `read(text, game)` and `write(games)`, as
MatchFormat describes them. Modules are imported when a file of theirs is read or written.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar, cast

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import short_name
from referee.drawing.number_format import format_count
from referee.formats.famous import is_famous, stored_path
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from referee.formats.file_game import FileGame


SNIFFED = 4000  # characters that show the format
Chosen = TypeVar("Chosen")
MOST = 16 * 2**20  # bytes of a file at most
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
CHARSET = re.compile(rb"CA\[\s*((?:iso|cp|win|gb|big5|shift|euc|koi|latin)[\w-]*)\s*\]", re.IGNORECASE)  # of SGF
LATIN = "cp1252"  # common before UTF-8, and almost the default of SGF


@dataclass(frozen=True)
class MatchFormat:
    """A format of files.

    name      as for --format;  title  for people;  module  of this folder, which reads and writes it.
    suffixes  of the files' names, in small letters.
    begins    a pattern for the first lines of such a file and of no other; "": none.
    games     the names of the games that it can hold; (): all.
    reads     whether it can be read, and not only written.
    """

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...]
    begins: str = ""
    games: tuple[str, ...] = ()
    reads: bool = True

    def read(self, text: str, game: str = "") -> list[FileGame]:
        """Return the games in the text of a file, checked by the rules; none if it holds none.

        game  the wanted spec: needed if the format does not name the game, otherwise it adds options.

        Raises SpecError, `line 12: ...`.
        """
        return cast("list[FileGame]", import_module(f"referee.formats.{self.module}").read(text, game))

    def write(self, written: Sequence[FileGame]) -> str:
        """Return the text of a file with these games. Raises SpecError if it cannot hold one of them."""
        for each in written:
            self.require(each.record.game)
        return cast("str", import_module(f"referee.formats.{self.module}").write(written))

    def tells(self, begins: str) -> bool:
        """Return whether a file that begins with this text is of this format, and of no other."""
        return bool(self.begins and re.search(self.begins, begins, re.MULTILINE))

    def holds(self, game: str) -> bool:
        """Return whether such a file can hold games of the spec."""
        return not self.games or games.CATALOGUE.find(game) in self.games

    def require(self, game: str) -> None:
        """Raise SpecError, naming formats that can, if the format cannot hold games of the spec."""
        if not self.holds(game):
            able = ", ".join(each.name for each in FORMATS if each.holds(game))
            raise SpecError(f"{self.name} cannot hold {short_name(game)} (formats that can: {able})")


FORMATS = (
    MatchFormat(
        "sgf", "Smart Game Format", "sgf", (".sgf",), r"\(\s*;\s*[A-Z]{1,2}\s*\[",
        ("othello", "gomoku", "hex", "backgammon", "go"),
    ),
    MatchFormat("pgn", "Portable Game Notation", "pgn", (".pgn",), r"^\d{1,3}\.+ ?[KQRBNPOa-h]", ("chess",)),
    MatchFormat(
        "pdn", "Portable Draughts Notation", "pdn", (".pdn",), r'^\s*\[[A-Z][A-Za-z]+ +"[^"\n]*"\s*\]', ("checkers",)
    ),
    MatchFormat("mat", "match files of backgammon", "mat", (".mat",), r"^ *\d+ [Pp]oints? [Mm]atch\b", ("backgammon",)),
    MatchFormat("moves", "plain moves", "plain_moves", (".moves",)),
    MatchFormat("jsonl", "records as lines of JSON", "record_lines", (".jsonl", ".json"), r"\A\s*\{"),
    MatchFormat("csv", "a table of moves", "move_rows", (".csv",), reads=False),
)  # fmt: skip


def find_format(name: str) -> MatchFormat:
    """Return the format of a name. Raises SpecError."""
    found = next((each for each in FORMATS if each.name == name.casefold()), None)
    if found is None:
        raise SpecError(f"there is no format {name!r} (formats: {', '.join(each.name for each in FORMATS)})")
    return found


def format_of_name(name: str) -> MatchFormat | None:
    """Return the format by the suffix of a file's name, None if there is none."""
    suffix = PurePath(name).suffix.casefold()
    return next((each for each in FORMATS if suffix in each.suffixes), None)


def detect(name: str, text: str) -> MatchFormat:
    """Return the format of a file, by its suffix, otherwise by its beginning, otherwise plain moves."""
    told = (each for each in FORMATS if each.tells(text[:SNIFFED]))
    return format_of_name(name) or next(told, find_format("moves"))


def read_text(text: str, name: str, game: str = "") -> list[FileGame]:
    """Return the games in the text of the file `name`, at least one, checked by the rules.

    game  the wanted spec, as for MatchFormat.read.

    Raises SpecError, one line: `FILE, line 12: ...`.
    """
    if game:
        games.CATALOGUE.check(game)
    found = detect(name, text)
    if not found.reads:
        known = ", ".join(each.name for each in readable())
        raise SpecError(f"{name} holds {found.title}, which can only be written (formats: {known})")
    try:
        held = found.read(text, game)
    except SpecError as error:
        raise SpecError(f"{name}, {error}") from error
    if not held:
        raise SpecError(f"{name} holds no game ({found.title})")
    return held


def readable() -> list[MatchFormat]:
    """Return the formats that can be read."""
    return [each for each in FORMATS if each.reads]


def read_file(path: Path, game: str = "") -> list[FileGame]:
    """Return the games in a file, or the famous game `famous:NAME`: at least one, checked by the rules.

    game  the wanted spec, as for MatchFormat.read.

    Raises SpecError, one line with the name of the file and the number of the line.
    """
    path = stored_path(path)
    return read_text(decode(read_bytes(path), str(path)), str(path), game)


def read_start(path: Path, plies: int | None = None, number: int | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the spec of a game of a file, and the texts of its first moves.

    plies   how many moves; None: all, or if the rules have ended the game, all but the last.
    number  which game, from 0; None: the last.

    Raises SpecError, for example if there is no such game, or if it is shorter.
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
    """Return a game of a file by number, from 0; None: the last. Raises SpecError if there is none."""
    if number is not None and number >= len(found):
        raise SpecError(f"{path} has no game {number} (games: 0{f' to {len(found) - 1}' if found[1:] else ''})")
    return found[-1 if number is None else number]


def is_match_file(word: str) -> bool:
    """Return whether a typed word asks for a famous game, or is a file with the suffix of a readable format."""
    told = format_of_name(word)
    return is_famous(word) or (told is not None and told.reads and os.path.isfile(word))  # noqa: PTH113  # never raises


def sniff(path: Path) -> MatchFormat | None:
    """Return the format of a file by its suffix or its beginning; None if neither shows it, or there is no file.

    Raises SpecError for the name of a famous game that there is not.
    """
    path = stored_path(path)
    if told := format_of_name(path.name):
        return told
    try:
        with path.open("rb") as file:
            begins = file.read(SNIFFED).decode(LATIN, errors="replace")
    except (OSError, ValueError):
        return None
    return next((each for each in FORMATS if each.tells(begins)), None)


def read_bytes(path: Path) -> bytes:
    """Return the content of a file. Raises SpecError."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST + 1)
    except (OSError, ValueError) as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    if len(content) > MOST:
        raise SpecError(f"{path} is larger than {MOST >> 20} MB")
    return content


def decode(content: bytes, name: str) -> str:
    """Return the text of a file, with line feeds as line ends. Raises SpecError if it is not text.

    It is UTF-8, or UTF-16 with its mark, otherwise in the encoding that an SGF file names, otherwise in Windows-1252,
    which
    differs from other encodings only in letters of names.
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
