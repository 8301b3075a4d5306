"""Match files of backgammon, `.mat`: the text of JellyFish, which GNU Backgammon and eXtreme Gammon write and read.

    ; [EventDate "2024.05.01"]

     5 point match

     Game 1
     Ann : 0                        Bob : 0
      1) 31: 8/5 6/5                 62: 24/18 13/11
      2)  Doubles => 2                Drops
          Wins 1 point

A row has what the left player does and what the right one does then. What stands alone in a row is the left player's
where it begins in the first columns. A match to 0 points is a session, whose score is only added up. Lines that begin
with ; or # are comments, of which the tags are read. Left out is what our rules do not know: beavers, the Jacoby rule,
positions set up after an illegal play, and other starting positions.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.formats.backgammon_actions import DOUBLE, finish, play_action
from referee.formats.backgammon_match import NAME, Standing
from referee.formats.dates import read_date
from referee.formats.file_game import FileGame, Transcript, refuse
from referee.formats.mat_rows import read_row
from referee.formats.mat_writing import plain_name, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.formats.backgammon_actions import Win

__all__ = ["read", "write"]

LONGEST = 1000  # characters of a line
SHOWN = 40  # characters of a line that is not of the format
COMMENT = (";", "#")
TAG = re.compile(r"""\[(\w[\w ]*?)\s+"([^"]*)"\s*\]""", re.ASCII)
MATCH = re.compile(r"(-?\d{1,9})\s*points?\s+match\b.*", re.IGNORECASE | re.ASCII)
GAME = re.compile(r"game\s+\d{1,6}", re.IGNORECASE | re.ASCII)
SCORE = re.compile(r"(.*?)\s*:\s*(\d{1,6})\s+(.*?)\s*:\s*(\d{1,6})", re.ASCII)
RATING = re.compile(r",\s*[\d.]+$", re.ASCII)  # which GamesGrid writes after a name
MOST = 1000  # points of a match


@dataclass
class Section:
    """A game of a file: its line, the length of its match, the tags of that, and its rows with their numbers."""

    line: int
    length: int
    tags: Mapping[str, str]
    rows: list[tuple[int, str]] = field(default_factory=list)


def read(text: str, game: str) -> list[FileGame]:
    """The games of the text, as MatchFormat.read says; the left player is on seat 0 in all of them."""
    if game and games.CATALOGUE.find(game) != NAME:
        raise SpecError(f"line 1: mat holds games of {NAME}, not of {game}")
    found: list[FileGame] = []
    match, before = None, False
    for section in sections(text):
        first = section.tags is not match
        crawford = section.tags.get("Crawford", "").casefold() == "off" if first else before
        reader = GameReader(section, game, crawford, first)
        found.append(reader.read(len(found)))
        match, before = section.tags, crawford or reader.standing.crawford or reader.standing.is_crawford
    return found


def sections(text: str) -> list[Section]:
    """The games of a file, one after the other. Raises SpecError."""
    splitter = Splitter()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if len(line) > LONGEST:
            raise refuse(number, f"a line of {len(line)} characters is too long for a .mat file (up to {LONGEST})")
        if line.strip():
            splitter.take(line, number)
    return splitter.found


class Splitter:
    """What has been read of a file, line by line."""

    def __init__(self) -> None:
        self.found: list[Section] = []
        self.length: int | None = None
        self.tags: dict[str, str] = {}
        self.coming: dict[str, str] = {}  # tags of the match that is named next

    def take(self, line: str, number: int) -> None:
        """Read one more line. Raises SpecError."""
        plain = line.strip()
        if plain.startswith(COMMENT):
            self.coming |= dict(TAG.findall(plain))
        elif match := MATCH.fullmatch(plain):
            self.length, self.tags, self.coming = read_length(match[1], number), self.coming, {}
            check_variation(self.tags, number)
        elif self.length is None:
            raise refuse(number, f"{clip(plain, SHOWN)!r} stands before a line such as '5 point match'")
        elif GAME.fullmatch(plain):
            self.found.append(Section(number, self.length, self.tags))
        elif self.found and self.found[-1].tags is self.tags:
            self.found[-1].rows.append((number, line))
        else:
            raise refuse(number, f"{clip(plain, SHOWN)!r} stands before a line such as 'Game 1'")


def read_length(text: str, line: int) -> int:
    """The points that win a match, 0 for a session. Raises SpecError."""
    if not 0 <= int(text) <= MOST:
        raise refuse(line, f"a match to {text!r} points must be to 1 to {MOST} points, or to 0 for a session")
    return int(text)


def check_variation(tags: Mapping[str, str], line: int) -> None:
    """Raise SpecError if the tags name a game that is none of ours."""
    variation = tags.get("Variation") or tags.get("Variant") or NAME
    if variation.casefold() != NAME:
        raise refuse(
            line, f"the variation {clip(variation, SHOWN)!r} is not one that is known here (known: Backgammon)"
        )


class GameReader:
    """One game that is being read.

    game      the spec that a person named, or "".
    crawford  whether the Crawford game of the match has been played;  first  whether it is the first of its match here.

    Raises SpecError, with the line.
    """

    def __init__(self, section: Section, game: str, crawford: bool, first: bool):
        self.section, self.ended = section, section.line
        self.win: Win | None = None
        names, points = self.read_score()
        self.cells = [(line, cell) for line, row in section.rows[1:] for cell in read_row(row, line)]
        doubled = any(cell.word == DOUBLE for _, cell in self.cells)
        cube = section.tags.get("CubeLimit", "") != "1"
        self.standing = Standing(section.length, points, cube, crawford)
        if first and max(points) and self.standing.is_crawford and doubled:
            self.standing = replace(self.standing, crawford=True)  # the file begins after the Crawford game
        try:
            spec = self.standing.spec(game)
        except ValueError as error:
            raise refuse(section.rows[0][0], str(error)) from error
        self.transcript = Transcript(spec, names, section.line)

    def read_score(self) -> tuple[tuple[str, str], tuple[int, int]]:
        """The names of the players, left and right, and their points before the game."""
        if not self.section.rows:
            raise refuse(self.section.line, "no line with names and points, such as 'Ann : 0  Bob : 0', follows")
        line, row = self.section.rows[0]
        score = SCORE.fullmatch(row.strip())
        if score is None:
            raise refuse(line, f"{clip(row.strip(), SHOWN)!r} is not a line with names and points: 'Ann : 0  Bob : 0'")
        one, two = (self.full_name(score[group], place) for group, place in ((1, 1), (3, 2)))
        return (one, two), (int(score[2]), int(score[4]))

    def full_name(self, name: str, place: int) -> str:
        """The name of that player as the tags have it, where the one in the row is short for it."""
        tagged = self.section.tags.get(f"Player {place}", "")
        return tagged if plain_name(tagged) == name else RATING.sub("", name)

    def read(self, number: int) -> FileGame:
        """The game, which is of that number in the file."""
        before = None
        for line, cell in self.cells:
            if self.win is not None:
                raise refuse(line, f"{cell.text!r} follows, but {self.win.text!r} has ended the game")
            if cell.action:
                play_action(self.transcript, cell.action, line, before)
                before = cell.action, line
            else:
                self.win, self.ended = cell.win, line
        record = finish(self.transcript, self.win, self.ended, number)
        tags = self.section.tags
        return FileGame(record, read_date(tags.get("EventDate", "")), tags.get("Event", ""), self.section.line)
