"""The formats of files of matches: how to find a file's format, decode its text, and read its games.

A format is a row of FORMATS and a module of this folder with two functions, `read(lines, game)` and `write(games)`, as
MatchFormat describes them. A reader yields game by game, and a game that it cannot read as a SkippedGame. Modules are
imported when a file of theirs is read or written.
"""

from __future__ import annotations

import io
import os
import re
from importlib import import_module
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar, cast

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import short_name
from referee.drawing.number_format import format_count
from referee.formats.famous import is_famous, stored_path
from referee.formats.file_game import FileGame, LineError, SkippedGame
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from io import BufferedReader
    from pathlib import Path

    from referee.formats.file_game import Found


SNIFFED = 4000  # characters that show the format
Chosen = TypeVar("Chosen")
MARK = re.compile("\ufeff|\xef\xbb\xbf")  # of UTF-8; files that were joined have several, and some are read as Latin
MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
CHARSET = re.compile(r"CA\[\s*((?:iso|cp|win|gb|big5|shift|euc|koi|latin)[\w-]*)\s*\]", re.IGNORECASE)  # of SGF
# In GB 2312 all letters above ASCII are pairs of bytes, and two pairs are rarely letters of a language with accents.
CHINESE = re.compile(
    rb"(?=.*(?:[\xa1-\xf7][\xa1-\xfe]){2})[\0-\x7f]*(?:(?:[\xa1-\xf7][\xa1-\xfe])+[\0-\x7f]*)+", re.DOTALL
)
LATIN = "cp1252"  # common before UTF-8, and almost the default of SGF


@dataclass(frozen=True)
class MatchFormat:
    """A format of files.

    name      as for --format;  title  for people;  module  of this folder, which reads and writes it.
    suffixes  of the files' names, in small letters.
    begins    a pattern for the first lines of such a file and of no other; "": none.
    games     the names of the games that it can hold; (): all.
    reads     whether it can be read, and not only written;  writes  whether it can be written.
    binary    whether its files are not text; then its module has `read_path(path, game)`.
    """

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...]
    begins: str = ""
    games: tuple[str, ...] = ()
    reads: bool = True
    writes: bool = True
    binary: bool = False

    def read_path(self, path: Path, game: str = "") -> Iterator[Found]:
        """Yield the games in a file that is not text, as `read` does."""
        return cast("Iterator[Found]", import_module(f"referee.formats.{self.module}").read_path(path, game))

    def read(self, lines: Iterable[str], game: str = "") -> Iterator[Found]:
        """Yield the games in the lines of a file, checked by the rules, and the games that cannot be read.

        lines  with their line feeds; they are read one by one, so that a file of any size takes the same memory.
        game   the wanted spec: needed if the format does not name the game, otherwise it adds options.

        Raises LineError if the file as a whole cannot be read.
        """
        return cast("Iterator[Found]", import_module(f"referee.formats.{self.module}").read(lines, game))

    def write(self, written: Sequence[FileGame]) -> str:
        """Return the text of a file with these games. Raises SpecError if it cannot hold one of them."""
        if not self.writes:
            raise SpecError(f"{self.name} can only be read (formats: {', '.join(each.name for each in writable())})")
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
            able = ", ".join(each.name for each in writable() if each.holds(game))
            raise SpecError(f"{self.name} cannot hold {short_name(game)} (formats that can: {able})")


FORMATS = (
    MatchFormat(
        "sgf", "Smart Game Format", "sgf", (".sgf",), r"\(\s*;\s*(?!GM\[[Oo]thello\])[A-Z]{1,2}\s*\[",
        ("othello", "gomoku", "hex", "backgammon", "go"),
    ),
    MatchFormat(
        "lg", "moves of hex as Little Golem lists them", "little_golem", (".lg",),
        r"^\s*1\.\s*[a-s]\d{1,2}\s+2\.\s*(?:[a-s]\d|swap)", ("hex",), writes=False,
    ),
    MatchFormat("pgn", "Portable Game Notation", "pgn", (".pgn",), r"^\d{1,3}\.+ ?[KQRBNPOa-h]", ("chess",)),
    MatchFormat(
        "pdn", "Portable Draughts Notation", "pdn", (".pdn",), r'^\s*\[[A-Z][A-Za-z]+ +"[^"\n]*"\s*\]', ("checkers",)
    ),
    MatchFormat("mat", "match files of backgammon", "mat", (".mat",), r"^ *\d+ [Pp]oints? [Mm]atch\b", ("backgammon",)),
    MatchFormat(
        "fibs", "moves of backgammon as FIBS shows them", "fibs_moves", (".fibs", ".oldmoves"),
        r"^\s*Score is \d+-\d+ in a", ("backgammon",), writes=False,
    ),
    MatchFormat("ggf", "Generic Game Format", "ggf", (".ggf",), r"\(;\s*GM\[[Oo]thello\]", ("othello",)),
    MatchFormat("wtb", "database WTHOR", "wthor", (".wtb",), games=("othello",), writes=False, binary=True),
    MatchFormat("psq", "games of Piskvork", "psq", (".psq",), r"\APiskvorky \d", ("gomoku",)),
    MatchFormat("moves", "plain moves", "plain_moves", (".moves",)),
    MatchFormat("jsonl", "records as lines of JSON", "record_lines", (".jsonl", ".json"), r"\A\s*\{"),
    MatchFormat(
        "epd", "Extended Position Description", "epd", (".epd", ".fen"),
        r"\A\s*(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8}[ _][wb]\b", writes=False,
    ),
    MatchFormat("csv", "a table of moves", "move_rows", (".csv",), reads=False),
)  # fmt: skip


def writable() -> list[MatchFormat]:
    """Return the formats that can be written."""
    return [each for each in FORMATS if each.writes]


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


def read_stream(lines: Iterable[str], name: str, game: str = "") -> Iterator[Found]:
    """Yield the games in the lines of the file `name`, checked by the rules, and the games that cannot be read.

    game  the wanted spec, as for MatchFormat.read.

    Raises SpecError, one line that begins with `FILE, line 12: ...`, if the file as a whole cannot be read, or if it
    holds nothing.
    """
    if game:
        games.CATALOGUE.check(game)
    lines = (line if line.isascii() else MARK.sub("", line) for line in lines)
    begins = read_ahead(lines)
    found = detect(name, "".join(begins))
    if not found.reads:
        known = ", ".join(each.name for each in readable())
        raise SpecError(f"{name} holds {found.title}, which can only be written (formats: {known})")
    yield from naming_file(found.read(chain(begins, lines), game), name, found)


def naming_file(games_read: Iterator[Found], name: str, kind: MatchFormat) -> Iterator[Found]:
    """Yield the games that a reader finds. Raises SpecError, with the name of the file, if it fails or finds none."""
    held = False
    try:
        for each in games_read:
            held = True
            yield each
    except LineError as error:
        raise SpecError(f"{name}, {error}") from error
    if not held:
        raise SpecError(f"{name} holds no game ({kind.title})")


def read_ahead(lines: Iterator[str]) -> list[str]:
    """Return the first lines, with enough characters to show the format."""
    begins: list[str] = []
    length = 0
    for line in lines:
        begins.append(line)
        length += len(line)
        if length > SNIFFED:
            break
    return begins


def read_text(text: str, name: str, game: str = "") -> list[FileGame]:
    """Return the games in the text of the file `name`, at least one. Raises SpecError if one of them cannot be read."""
    return [require_game(each, name) for each in read_stream(io.StringIO(text, newline=None), name, game)]


def require_game(found: Found, name: str) -> FileGame:
    """Return a game of the file `name`. Raises SpecError, `FILE, line 12: ...`, if it cannot be read."""
    if isinstance(found, SkippedGame):
        raise SpecError(f"{name}, {found.error}") from found.error
    return found


def readable() -> list[MatchFormat]:
    """Return the formats that can be read."""
    return [each for each in FORMATS if each.reads]


def stream_file(path: Path, game: str = "") -> Iterator[Found]:
    """Yield the games in a file, or the famous game `famous:NAME`, as `read_stream` does. Raises SpecError."""
    path = stored_path(path)
    if (told := format_of_name(path.name)) and told.binary:
        return naming_file(told.read_path(path, game), str(path), told)
    return read_stream(text_lines(path), str(path), game)


def read_file(path: Path, game: str = "") -> list[FileGame]:
    """Return the games in a file, or the famous game `famous:NAME`: at least one, checked by the rules.

    game  the wanted spec, as for MatchFormat.read.

    Raises SpecError, one line with the name of the file and the number of the line, if one of them cannot be read.
    """
    return [require_game(each, str(path)) for each in stream_file(path, game)]


def find_game(path: Path, number: int | None, game: str = "") -> FileGame:
    """Return a game of a file by number, from 0; None: the last that can be read.

    Raises SpecError if there is none, or if it cannot be read.
    """
    last: Found | None = None
    count = 0
    for count, each in enumerate(stream_file(path, game), 1):  # the last count is the number of games
        if number is None:
            last = last if isinstance(each, SkippedGame) and isinstance(last, FileGame) else each
        elif count > number:
            return require_game(each, str(path))
    if last is None:
        raise SpecError(no_game(path, number or 0, count))
    return require_game(last, str(path))


def read_start(path: Path, plies: int | None = None, number: int | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the spec of a game of a file, and the texts of its first moves.

    plies   how many moves; None: all, or if the rules have ended the game, all but the last.
    number  which game, from 0; None: the last.

    Raises SpecError, for example if there is no such game, or if it is shorter.
    """
    record = find_game(path, number).record
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
        raise SpecError(no_game(path, number, len(found)))
    return found[-1 if number is None else number]


def no_game(path: Path, number: int, count: int) -> str:
    """Return the message for a number that is too large for a file with `count` games."""
    return f"{path} has no game {number} (games: 0{f' to {count - 1}' if count > 1 else ''})"


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


def text_lines(path: Path) -> Generator[str]:
    """Yield the lines of a file, each with its line feed; the file is read bit by bit.

    A file is UTF-8, or UTF-16 with its mark. A line that is neither is read in the encoding that an SGF file names,
    otherwise as GB 18030 if it looks like Chinese, otherwise as Windows-1252. Raises SpecError if it is not text.
    """
    try:
        with path.open("rb") as file:
            yield from decode_lines(file, str(path))
    except OSError as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    except ValueError as error:  # a zero byte in the name
        if isinstance(error, SpecError):
            raise
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error


def decode_lines(file: BufferedReader, name: str) -> Iterator[str]:
    """Yield the lines of an open file, as `text_lines` does."""
    begins = file.peek(SNIFFED)[:SNIFFED]
    encoding = next((encoding for mark, encoding in MARKS.items() if begins.startswith(mark)), "utf-8")
    if b"\0" in begins and encoding != "utf-16":
        raise SpecError(f"{name} is not a text")
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    charset = ""
    with io.TextIOWrapper(file, encoding, errors, newline=None) as lines:
        for line in lines:
            if "\0" in line:
                raise SpecError(f"{name} is not a text")
            if "CA[" in line and (named := CHARSET.search(line)):
                charset = "gb18030" if named[1].casefold().startswith("gb") else named[1]
            yield line if line.isascii() else repair_line(line, charset)


def repair_line(line: str, charset: str) -> str:
    """Return a line with its undecoded bytes read in `charset` or in a likely encoding."""
    raw = line.encode(errors="surrogateescape")
    likely = "gb18030" if CHINESE.fullmatch(raw) else LATIN
    for encoding in filter(None, ("utf-8", charset, likely)):
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode(LATIN, errors="replace")
