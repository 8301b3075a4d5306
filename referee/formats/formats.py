"""The formats of files of matches: which there are, which one a file has, its text in whatever encoding, its games.

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
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from referee.formats.file_game import FileGame


SNIFFED = 4000  # characters of a file by which its format is told
Chosen = TypeVar("Chosen")
MOST = 16 * 2**20  # bytes of a file that is read
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
CHARSET = re.compile(rb"CA\[\s*((?:iso|cp|win|gb|big5|shift|euc|koi|latin)[\w-]*)\s*\]", re.IGNORECASE)  # of SGF
LATIN = "cp1252"  # what files were written in before UTF-8, and the default of SGF except for a few characters


@dataclass(frozen=True)
class MatchFormat:
    """A format of files.

    name      as --format takes it;  title  what people call it;  module  of this folder, which reads and writes it.
    suffixes  how names of such files end, in small letters.
    begins    a pattern for what stands in the first lines of such a file and of no other; empty: there is none.
    games     the names of the games that it can hold; empty: all.
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
        """Return the games in the text of a file, each replayed by its rules; none where it holds none.

        game  the spec that is wanted: needed where the format does not name the game, else it adds options.

        Raises SpecError, `line 12: ...`.
        """
        return cast("list[FileGame]", import_module(f"referee.formats.{self.module}").read(text, game))

    def write(self, written: Sequence[FileGame]) -> str:
        """Return the text of a file that holds these games. Raises SpecError if it cannot hold one of them."""
        for each in written:
            self.require(each.record.game)
        return cast("str", import_module(f"referee.formats.{self.module}").write(written))

    def tells(self, begins: str) -> bool:
        """Whether a file that begins with this text is one of this format, and of no other."""
        return bool(self.begins and re.search(self.begins, begins, re.MULTILINE))

    def holds(self, game: str) -> bool:
        """Whether games of that spec can stand in such a file."""
        return not self.games or games.CATALOGUE.find(game) in self.games

    def require(self, game: str) -> None:
        """Raise SpecError, which names formats that can, where the format cannot hold games of that spec."""
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
    """Return the format of that name. Raises SpecError."""
    found = next((each for each in FORMATS if each.name == name.casefold()), None)
    if found is None:
        raise SpecError(f"there is no format {name!r} (formats: {', '.join(each.name for each in FORMATS)})")
    return found


def format_of_name(name: str) -> MatchFormat | None:
    """Return the format that the end of a file's name tells, None if it tells none."""
    suffix = PurePath(name).suffix.casefold()
    return next((each for each in FORMATS if suffix in each.suffixes), None)


def detect(name: str, text: str) -> MatchFormat:
    """The format of a file, by the end of its name, else by how it begins; plain moves where neither tells it."""
    told = (each for each in FORMATS if each.tells(text[:SNIFFED]))
    return format_of_name(name) or next(told, find_format("moves"))


def read_text(text: str, name: str, game: str = "") -> list[FileGame]:
    """Return the games in the text of the file of that name, at least one, each replayed by its rules.

    game  the spec that is wanted, as in MatchFormat.read.

    Raises SpecError, one line: `FILE, line 12: ...`.
    """
    if game:
        games.CATALOGUE.check(game)
    found = detect(name, text)
    if not found.reads:
        raise SpecError(f"{name} holds {found.title}, which can only be written (formats: {list_names(readable())})")
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


def list_names(formats: Iterable[MatchFormat]) -> str:
    """Return the names of those formats with commas between them."""
    return ", ".join(each.name for each in formats)


def read_file(path: Path, game: str = "") -> list[FileGame]:
    """Return the games in that file, at least one, each replayed by its rules.

    game  the spec that is wanted, as in MatchFormat.read.

    Raises SpecError, one line with the name of the file and the number of the line.
    """
    return read_text(decode(read_bytes(path), str(path)), str(path), game)


def read_start(path: Path, plies: int | None = None, number: int | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the spec of a game of a file, and the texts of its first moves.

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
    """Return the game of that number in a file, from 0; None: the last. Raises SpecError if there is none."""
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
    """Return what the file holds. Raises SpecError."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST + 1)
    except (OSError, ValueError) as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    if len(content) > MOST:
        raise SpecError(f"{path} is larger than {MOST >> 20} MB")
    return content


def decode(content: bytes, name: str) -> str:
    """Return the text of a file, with line feeds at the ends of its lines. Raises SpecError if it is not one.

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
