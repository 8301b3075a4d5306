"""Match files of backgammon, `.mat`: the text of JellyFish, which GNU Backgammon and eXtreme Gammon write and read.

We write the rows of GNU Backgammon, which every program reads. The format has no words for an unfinished turn, which is
written as its roll alone, nor for an agreed draw, which is written as an unfinished game.

    ; [EventDate "2024.05.01"]

     5 point match

     Game 1
     Ann : 0                        Bob : 0
      1) 31: 8/5 6/5                 62: 24/18 13/11
      2)  Doubles => 2                Drops
          Wins 1 point

A row has the action of the left player, then the action of the right player. A single cell belongs to the left player
if it begins in the first columns. A match to 0 points is a session, whose scores are only added. Lines that begin with
; or # are comments; their tags are read. Our rules do not have beavers, the Jacoby rule, positions after an illegal
play, and other starting positions.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.formats.backgammon import (
    DOUBLE,
    DROP,
    NAME,
    TAKE,
    Action,
    Standing,
    Win,
    actions_of,
    after,
    finish,
    play_action,
    put_together,
    read_turn,
)
from referee.formats.file_game import FileGame, LineError, SkippedGame, Transcript, refuse, skip_faults
from referee.formats.time_tags import read_date
from referee.match.wording import count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from referee.formats.backgammon import CheckerStep, MatchGame
    from referee.formats.file_game import Found


RIGHT_CELL = 15  # a single cell that begins after this column is the right player's
SHOWN = 40  # characters quoted of a wrong text
NUMBER = re.compile(r"^\s*\d{1,5}\s*[.)]", re.ASCII)
CELL = re.compile(
    r"(?<![\d/])(?P<dice>[1-6][1-6])\s?:"
    r"|\b(?P<word>(?:re)?doubles?|takes?|accepts?|drops?|passes|wins?|resigns?|beavers?|raccoons?)\b",
    re.IGNORECASE | re.ASCII,
)
WORDS = {"do": DOUBLE, "re": DOUBLE, "ta": TAKE, "ac": TAKE, "dr": DROP, "pa": DROP}  # by their first letters
WIN = re.compile(r"\bwins?\s+(\d{1,6})\s+points?", re.IGNORECASE | re.ASCII)
WINS = re.compile(r"wins?\s+(\d{1,6})?.*", re.IGNORECASE | re.ASCII)
WIDTH = 27  # of the left player's cell
LEFT, RIGHT = 6, 34  # columns of a win in a row of its own
SIGNS = str.maketrans({":": "-", ",": " "})
LONGEST = 1000  # characters of a line
COMMENT = (";", "#")
TAG = re.compile(r"""\[(\w[\w ]*?)\s+"([^"]*)"\s*\]""", re.ASCII)
MATCH = re.compile(r"(-?\d{1,9})\s*points?\s+match\b.*", re.IGNORECASE | re.ASCII)
GAME = re.compile(r"game\s+\d{1,6}", re.IGNORECASE | re.ASCII)
SCORE = re.compile(r"(.*?)\s*:\s*(\d{1,6})\s+(.*?)\s*:\s*(\d{1,6})", re.ASCII)
RATING = re.compile(r",\s*[\d.]+$", re.ASCII)  # GamesGrid writes it after a name
MOST = 1000  # points of a match


@dataclass(frozen=True)
class MatCell:
    """One side's part of a row: an action, or the end of the game; and its text."""

    text: str
    action: Action | None = None
    win: Win | None = None

    @property
    def word(self) -> str:
        """The word about the cube; "" for none."""
        return self.action.word if self.action else ""


def read_row(row: str, line: int) -> list[MatCell]:
    """Return the cells of a row, on `line` of the file, from left to right. Raises SpecError, with the line."""
    text = NUMBER.sub(lambda number: " " * len(number[0]), row.expandtabs(), count=1).rstrip()
    if "illegal play" in text.casefold():
        raise refuse(line, "an illegal play is noted here, after which no game goes on by the rules")
    starts = list(CELL.finditer(text))
    before = (text[: starts[0].start()] if starts else text).strip()
    if before:
        shown = clip(before, SHOWN)
        raise refuse(line, f"{shown!r} is not a roll such as '31: 8/5 6/5', nor Doubles, Takes, Drops or Wins")
    if not starts:
        return []
    ends = [start.start() for start in starts[1:]] + [len(text)]
    found: list[MatCell] = []
    for start, end in zip(starts, ends, strict=True):
        seat = next_seat(found, start.start())
        found += read_cell(start, text[start.end() : end], seat, line)
    return found


def read_rows(rows: Iterable[tuple[int, str]]) -> tuple[list[tuple[int, MatCell]], LineError | None]:
    """Return the cells of the rows up to the first that cannot be read, and who wins; and what is wrong there."""
    found: list[tuple[int, MatCell]] = []
    fault: LineError | None = None
    for line, row in rows:
        try:
            cells = read_row(row, line)
        except LineError as error:
            fault, cells = fault or error, [MatCell("", win=win) for win in find_wins(row)]
        found += [(line, cell) for cell in cells if fault is None or cell.win]
    return found, fault


def find_wins(row: str) -> list[Win]:
    """Return the ends in a row that cannot be read as a whole."""
    return [Win(int(word.start() > RIGHT_CELL), int(word[1]), word[0]) for word in WIN.finditer(row)]


def next_seat(before: Sequence[MatCell], column: int) -> int:
    """Return the player of the next cell, which begins in `column`: 0 the left one, 1 the right one."""
    if not before:
        return int(column > RIGHT_CELL)
    action = before[-1].action
    stays = action is not None and action.seat == 1 and bool(action.dice)  # its last roll may win
    return 1 if stays or (action is not None and action.seat == 0) else 0


def read_cell(start: re.Match[str], rest: str, seat: int, line: int) -> list[MatCell]:
    """Return the action of a seat, in a list; an empty one for `Resigns`, which a win follows. Raises SpecError."""
    text = " ".join((start[0] + rest).split())
    word = (start["word"] or "").casefold()
    if start["dice"]:
        return [
            MatCell(text, Action(seat, dice=start["dice"], steps=read_steps(rest, line), text=" ".join(rest.split())))
        ]
    if word.startswith(("beaver", "raccoon")):
        raise refuse(line, f"{clip(text, SHOWN)!r}: there are no beavers here")
    if word.startswith("win"):
        points = WINS.fullmatch(text)
        return [MatCell(text, win=Win(seat, int(points[1]) if points and points[1] else None, clip(text, SHOWN)))]
    if word.startswith("resign"):
        return []
    return [MatCell(text, Action(seat, WORDS[word[:2]]))]


def read_steps(text: str, line: int) -> tuple[CheckerStep, ...]:
    """Return the steps of a turn; none for an unknown one, `????`. Raises SpecError."""
    try:
        return read_turn(text.strip().strip("?"))
    except ValueError as error:
        raise refuse(line, str(error)) from error


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write. They are one match, or a session of the same two."""
    if any(games.find_position(each.record.game) for each in written):
        raise SpecError("mat holds games from their start, not from a position (sgf holds both)")
    match = put_together(written)
    return "".join(f"{line}\n" for line in lines_of(match)) if match else ""


def lines_of(match: Sequence[MatchGame]) -> Iterator[str]:
    """Yield the lines of a match: the tags, then the games."""
    first = match[0]
    names = first.written.record.names
    yield from (f'; [{tag} "{quotable(value)}"]' for tag, value in tags_of(first) if value)
    yield from ("", f" {first.standing.length} point match")
    for number, game in enumerate(match, 1):
        one, two = (f"{plain_name(name)} : {points}" for name, points in zip(names, game.standing.points, strict=True))
        yield from ("", f" Game {number}", f" {one:<30} {two}")
        yield from rows_of(game)


def tags_of(first: MatchGame) -> list[tuple[str, str]]:
    """Return the tags of a match that begins with this game."""
    names, standing = first.written.record.names, first.standing
    rules = (
        {"Crawford": "Off" if standing.crawford else "On"} if standing.length else {"Jacoby": "Off", "Beaver": "Off"}
    )
    return [
        ("Player 1", names[0]), ("Player 2", names[1]), ("Event", first.written.event),
        ("EventDate", first.written.date.replace("-", ".")), ("Variation", "Backgammon"), *rules.items(),
        ("CubeLimit", "64" if standing.cube else "1"),
    ]  # fmt: skip


def rows_of(game: MatchGame) -> Iterator[str]:
    """Yield the rows of a game, and last who has won."""
    cells = list(cells_of(game))
    if cells and cells[0][0]:
        cells.insert(0, (0, ""))
    winner = int(game.won < 0)
    over = bool(game.standing.length) and max(after(game)) >= game.standing.length
    wins = f" Wins {count_words(abs(game.won), 'point')}{' and the match' if over else ''}"
    if game.won and cells and len(cells) % 2 and winner:
        cells.append((1, wins))
    for place in range(0, len(cells), 2):
        left, right = cells[place][1], "".join(text for _, text in cells[place + 1 : place + 2])
        yield f"{place // 2 + 1:3}) {left:<{WIDTH}} {right}".rstrip()
    if game.won and (1, wins) not in cells:
        yield f"{' ' * ((RIGHT if winner else LEFT) - 1)}{wins}"


def cells_of(game: MatchGame) -> Iterator[tuple[int, str]]:
    """Yield each action of the game: its player, 0 for the left and 1 for the right one, and its text."""
    cube = 1
    for action in actions_of(game.written.record):
        if action.word == DOUBLE:
            cube *= 2
        texts = {DOUBLE: f" Doubles => {cube}", TAKE: " Takes", DROP: " Drops"}
        turn = f"{action.dice}: {' '.join(step.text for step in action.steps)}"
        yield action.seat ^ game.swapped, texts.get(action.word, turn)


def plain_name(name: str) -> str:
    """Return the name without the signs that end a name in such a file."""
    return " ".join(quotable(name).translate(SIGNS).split())


def quotable(value: str) -> str:
    """Return the text of a tag, in one line and without the sign that ends it."""
    return " ".join(value.replace('"', "'").split())


@dataclass
class Section:
    """A game of a file: its line, the length and tags of its match, and its rows with their numbers."""

    line: int
    length: int
    tags: Mapping[str, str]
    rows: list[tuple[int, str]] = field(default_factory=list)

    def title(self) -> str:
        """Return who plays, for messages; "" if the tags do not say."""
        return " - ".join(filter(None, (self.tags.get("Player 1"), self.tags.get("Player 2"))))


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read; the left player has seat 0 in all of them."""
    if game and games.CATALOGUE.find(game) != NAME:
        raise refuse(1, f"mat holds games of {NAME}, not of {game}")
    reader = MatchReader(game)
    return skip_faults(split_sections(lines), reader.read, Section.title)


class MatchReader:
    """Reads the games of a file one after the other, with the Crawford rule of their matches.

    game  the spec that a person named, or "".
    """

    def __init__(self, game: str):
        self.game = game
        self.tags: Mapping[str, str] | None = None  # of the match, which are the same object in all of its games
        self.crawford = False  # whether the Crawford game of the match has been played

    def read(self, section: Section, number: int) -> FileGame:
        """Return the game of a section; `number` is its number in the file. Raises LineError."""
        first = section.tags is not self.tags
        if first:
            self.crawford = section.tags.get("Crawford", "").casefold() == "off"
        self.tags = section.tags
        reader = GameReader(section, self.game, self.crawford, first)
        self.crawford |= reader.standing.crawford or reader.standing.is_crawford
        return reader.read(number)


def split_sections(lines: Iterable[str]) -> Iterator[Section | SkippedGame]:
    """Yield the games of a file, and the first line of each stretch that belongs to no game."""
    splitter = Splitter()
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield from splitter.take(line.rstrip("\n"), number)
    yield from splitter.complete()


class Splitter:
    """Splits a file into games, line by line.

    section  the game that is being read;  fault  what is wrong with the lines since the last game.
    begun    whether the first match has begun: what stands before it is passed over.
    """

    def __init__(self) -> None:
        self.section: Section | None = None
        self.fault: SkippedGame | None = None
        self.begun = False
        self.length: int | None = None
        self.tags: dict[str, str] = {}
        self.coming: dict[str, str] = {}  # tags of the next match

    def complete(self) -> list[Section | SkippedGame]:
        """Return the game or the fault that the next line does not belong to."""
        found = [each for each in (self.section, self.fault) if each]
        self.section = self.fault = None
        return found

    def take(self, line: str, number: int) -> Iterator[Section | SkippedGame]:
        """Read one more line. Yield what is complete before it."""
        plain = line.strip()
        match = MATCH.fullmatch(plain)
        if match and not self.begun:
            self.fault, self.begun = None, True
        if match or GAME.fullmatch(plain):
            yield from self.complete()
        try:
            if len(line) > LONGEST:
                raise refuse(number, f"a line of {len(line)} characters is too long for a .mat file (up to {LONGEST})")
            if plain.startswith(COMMENT):
                self.coming |= dict(TAG.findall(plain))
            elif match:
                self.begin_match(match[1], number)
            else:
                self.add(line, number)
        except LineError as error:
            self.fault = self.fault or SkippedGame(error.line, error.why)
            self.section = None

    def begin_match(self, length: str, line: int) -> None:
        """Begin a match. Raises LineError if it is none of ours."""
        self.length, self.tags, self.coming = None, self.coming, {}
        points = read_length(length, line)
        check_variation(self.tags, line)
        self.length = points

    def add(self, line: str, number: int) -> None:
        """Add a row to the game, or begin a game with it. Raises LineError if there is none."""
        plain = line.strip()
        if self.length is None:
            raise refuse(number, f"{clip(plain, SHOWN)!r} stands before a line such as '5 point match'")
        if GAME.fullmatch(plain):
            self.section = Section(number, self.length, self.tags)
        elif self.section:
            self.section.rows.append((number, line))
        else:
            raise refuse(number, f"{clip(plain, SHOWN)!r} stands before a line such as 'Game 1'")


def read_length(text: str, line: int) -> int:
    """Return the points that win a match, 0 for a session. Raises SpecError."""
    if not 0 <= int(text) <= MOST:
        raise refuse(line, f"a match to {text!r} points must be to 1 to {MOST} points, or to 0 for a session")
    return int(text)


def check_variation(tags: Mapping[str, str], line: int) -> None:
    """Raise SpecError if the tags name another game."""
    variation = tags.get("Variation") or tags.get("Variant") or NAME
    if variation.casefold() != NAME:
        raise refuse(
            line, f"the variation {clip(variation, SHOWN)!r} is not one that is known here (known: Backgammon)"
        )


class GameReader:
    """One game that is being read.

    game      the spec that a person named, or "".
    crawford  whether the Crawford game of the match has been played;  first  whether the file's match begins with this
              game.

    Raises SpecError, with the line.
    """

    def __init__(self, section: Section, game: str, crawford: bool, first: bool):
        self.section, self.ended = section, section.line
        self.win: Win | None = None
        names, points = self.read_score()
        self.cells, self.fault = read_rows(section.rows[1:])
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
        """Return the names of the players, left and right, and their points before the game."""
        if not self.section.rows:
            raise refuse(self.section.line, "no line with names and points, such as 'Ann : 0  Bob : 0', follows")
        line, row = self.section.rows[0]
        score = SCORE.fullmatch(row.strip())
        if score is None:
            raise refuse(line, f"{clip(row.strip(), SHOWN)!r} is not a line with names and points: 'Ann : 0  Bob : 0'")
        one, two = (self.full_name(score[group], place) for group, place in ((1, 1), (3, 2)))
        return (one, two), (int(score[2]), int(score[4]))

    def full_name(self, name: str, place: int) -> str:
        """Return a player's name from the tags if the one in the row is short for it."""
        tagged = self.section.tags.get(f"Player {place}", "")
        return tagged if plain_name(tagged) == name else RATING.sub("", name)

    def read(self, number: int) -> FileGame:
        """Return the game; `number` is its number in the file."""
        before = None
        for line, cell in self.cells:
            try:
                before = self.take(cell, line, before)
            except LineError as error:
                self.cut_at(error, before)
        if self.fault:
            self.cut_at(self.fault, before)
        record = finish(self.transcript, self.win, self.ended, number)
        tags = self.section.tags
        date, remarks = read_date(tags.get("EventDate", "")), tuple(self.transcript.remarks)
        return FileGame(
            record, date, tags.get("Event", ""), self.section.line, remarks=remarks, seats=self.transcript.played
        )

    def cut_at(self, error: LineError, before: tuple[Action, int] | None) -> None:
        """End the game before what cannot be read. Raises the error if it is the first action."""
        if before is None:
            raise error
        self.transcript.cut_at(error)

    def take(self, cell: MatCell, line: int, before: tuple[Action, int] | None) -> tuple[Action, int] | None:
        """Play a cell after the action `before`, or note who wins. Return the last action. Raises LineError."""
        if cell.action is None:
            self.win, self.ended = cell.win, line
        if cell.action is None or self.transcript.cut:
            return before
        if self.win is not None:
            raise refuse(line, f"{cell.text!r} follows, but {self.win.text!r} has ended the game")
        play_action(self.transcript, cell.action, line, before)
        return cell.action, line
