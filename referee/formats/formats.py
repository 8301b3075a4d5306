"""The formats of files of matches: which there are, which one a file has, and its games.

A format is a row of FORMATS and a module of this folder with two functions, `read(text, game)` and `write(games)`, as
MatchFormat describes them. Modules are imported when a file of theirs is read or written.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, cast

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import short_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.formats.file_game import FileGame

SNIFFED = 4000  # characters of a file by which its format is told


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
        """The games in the text of a file, each replayed by its rules; none where it holds none.

        game  the spec that is wanted: needed where the format does not name the game, else it adds options.

        Raises SpecError, `line 12: ...`.
        """
        return cast("list[FileGame]", import_module(f"referee.formats.{self.module}").read(text, game))

    def write(self, written: Sequence[FileGame]) -> str:
        """The text of a file that holds these games. Raises SpecError if it cannot hold one of them."""
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
    """The format of that name. Raises SpecError."""
    found = next((each for each in FORMATS if each.name == name.casefold()), None)
    if found is None:
        raise SpecError(f"there is no format {name!r} (formats: {', '.join(each.name for each in FORMATS)})")
    return found


def format_of_name(name: str) -> MatchFormat | None:
    """The format that the end of a file's name tells, None if it tells none."""
    suffix = PurePath(name).suffix.casefold()
    return next((each for each in FORMATS if suffix in each.suffixes), None)


def detect(name: str, text: str) -> MatchFormat:
    """The format of a file, by the end of its name, else by how it begins; plain moves where neither tells it."""
    told = (each for each in FORMATS if each.tells(text[:SNIFFED]))
    return format_of_name(name) or next(told, find_format("moves"))


def read_text(text: str, name: str, game: str = "") -> list[FileGame]:
    """The games in the text of the file of that name, at least one, each replayed by its rules.

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
    """The formats that can be read."""
    return [each for each in FORMATS if each.reads]


def list_names(formats: Iterable[MatchFormat]) -> str:
    """The names of those formats with commas between them."""
    return ", ".join(each.name for each in formats)
