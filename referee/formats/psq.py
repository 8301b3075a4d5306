"""Files of Piskvork, `.psq`, as the program and the tournament Gomocup write games of gomoku.

    Piskvorky 20x20, 11:11, 0
    10,10,0
    11,9,125
    YIXIN18.zip
    RAPFI.zip
    -1
    1,Freestyle

The first line has the columns and rows of the board, what the players are, and which of them begins. A line of a move
has its column and row, from 1, and its milliseconds. The names of the players follow, a number that says how the game
ended, 15 for lost on time, and in newer files the winner and the rule. Source: P. Lastovicka, Piskvork, savePsq and
openPsq in src/piskvork. A file holds one game; we write several games one after another, and read them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.option import options_of
from referee.formats.file_game import Claim, FileGame, SkippedGame, Transcript, refuse, skip_faults
from referee.match.events import How
from referee.match.record import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.formats.file_game import Found

NAME = "gomoku"
HEAD = re.compile(r"Piskvorky\s+(\d{1,3})x(\d{1,3})\s*,\s*\d+:\d+\s*,\s*(\d+)\s*", re.ASCII)
MOVE = re.compile(r"(\d{1,3}),(\d{1,3})(?:,-?\d+)?", re.ASCII)
NUMBER = re.compile(r"-?\d{1,4}", re.ASCII)
ENDED = re.compile(r"([012])\s*,\s*([A-Za-z]\w*)", re.ASCII)
RULES = {"freestyle": "", "standard": "exact=yes", "renju": None, "caro": None}
TIMEOUT = "15"
LINE, SIDE = 5, 15  # of our game by default
LARGEST = 19  # cells of a side of our board
Point = tuple[int, int]  # column and row


@dataclass(frozen=True)
class PsqText:
    """The lines of a game, each with its number in the file; the first is its head."""

    rows: tuple[tuple[int, str], ...]

    def title(self) -> str:
        """Return who plays, for messages."""
        return " - ".join(name_of(row) for _, row in self.rows if not MOVE.fullmatch(row))[:60]


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    if game and games.CATALOGUE.find(game) != NAME:
        raise refuse(1, f"psq holds games of {NAME}, not of {game}")
    return skip_faults(split_games(lines), lambda found, number: read_game(found, game, number), PsqText.title)


def split_games(lines: Iterable[str]) -> Iterator[PsqText | SkippedGame]:
    """Yield the lines of each game."""
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        row = line.strip()
        if HEAD.fullmatch(row) and rows:
            yield PsqText(tuple(rows))
            rows = []
        if row:
            rows.append((number, row))
    if rows:
        yield PsqText(tuple(rows))


def read_game(found: PsqText, game: str, number: int) -> FileGame:
    """Return the game of these lines; `number` is its number in the file. Raises LineError."""
    (line, first), *rows = found.rows
    head = HEAD.fullmatch(first)
    if head is None:
        raise refuse(line, "the first line of a game is like 'Piskvorky 20x20, 11:11, 0'")
    points = [(at, read_point(at, move, head)) for at, row in rows if (move := MOVE.fullmatch(row))]
    ends = [row for _, row in rows if not MOVE.fullmatch(row)]
    rule = next((end[2].casefold() for row in ends if (end := ENDED.fullmatch(row))), "")
    if RULES.get(rule, "") is None:
        raise refuse(rows[-1][0], f"the rule {rule!r} is not known here (known: Freestyle, Standard)")
    own = [RULES[rule] or ""] if rule in RULES else ["", "exact=yes"]
    board = fit_board((int(head[1]), int(head[2])), [point for _, point in points], line)
    fault: SpecError | None = None
    for options in own:
        try:
            return PsqReader(found, ends, board, head[3] == "1").read(game, options, points, number)
        except SpecError as error:
            fault = fault or error
    assert fault is not None  # noqa: S101  # at least one rule was tried
    raise fault


def read_point(line: int, move: re.Match[str], head: re.Match[str]) -> Point:
    """Return the column and the row of a move, from 1. Raises LineError if they are not on the board of the head."""
    column, row = int(move[1]), int(move[2])
    if not (1 <= column <= int(head[1]) and 1 <= row <= int(head[2])):
        raise refuse(line, f"the point {move[0]!r} is not on the board of {head[1]}x{head[2]}")
    return column, row


@dataclass(frozen=True)
class FittedBoard:
    """The columns and rows of the board here, the columns and rows cut off before them, and a remark about that."""

    sides: Point
    cut: Point = (0, 0)
    remark: str = ""


def fit_board(sides: Point, points: Sequence[Point], line: int) -> FittedBoard:
    """Return the board for stones on these points: of a larger one than ours, a part that holds them all.

    Raises LineError if there is no such part. Stones further in are not affected: a line needs only its own cells.
    """
    ours = min(sides[0], LARGEST), min(sides[1], LARGEST)
    if ours == sides:
        return FittedBoard(sides)
    spans = [
        (min(places, default=1), max(places, default=1)) for places in ([p[0] for p in points], [p[1] for p in points])
    ]
    cut = tuple(max(0, last - side) for (_, last), side in zip(spans, ours, strict=True))
    if any(first <= off for (first, _), off in zip(spans, cut, strict=True)):
        raise refuse(line, f"the stones need more than the {LARGEST}x{LARGEST} cells that a board has here")
    remark = f"the board has {sides[0]}x{sides[1]} cells, and here only {ours[0]}x{ours[1]}: an empty edge is left out"
    return FittedBoard(ours, (cut[0], cut[1]), remark)


@dataclass(frozen=True)
class PsqReader:
    """A game that is being read: its lines, those without a move, its board, and whether the second player begins."""

    found: PsqText
    ends: Sequence[str]
    board: FittedBoard
    second: bool

    def read(self, game: str, options: str, points: Sequence[tuple[int, Point]], number: int) -> FileGame:
        """Return the game of these moves, each with its line, by the rules in `options`. Raises LineError."""
        line, (columns, rows) = self.found.rows[0][0], self.board.sides
        sides = f"columns={columns},rows={rows}" if self.board.sides != (SIDE, SIDE) else ""
        named = [name_of(row) for row in self.ends if not (NUMBER.fullmatch(row) or ENDED.fullmatch(row))]
        names = [*named, "", ""][:2]
        try:
            spec = games.CATALOGUE.extend(game or NAME, ",".join(filter(None, (sides, options))))
        except SpecError as error:
            raise refuse(line, str(error)) from error
        transcript = Transcript(spec, names[::-1] if self.second else names, line)
        for at, point in points:
            column, row = (place - cut for place, cut in zip(point, self.board.cut, strict=True))
            transcript.play(f"{chr(ord('a') + column - 1)}{rows - row + 1}", at)
        claim = read_result(self.ends, transcript, self.second)
        record = transcript.record(claim, self.found.rows[-1][0], number)
        return FileGame(record, line=line, remarks=tuple(filter(None, (self.board.remark,))))


def read_result(ends: Sequence[str], transcript: Transcript, second: bool) -> Claim:
    """Return the claim at the end of a file; `second` says whether the second player begins."""
    told = next((end for row in ends if (end := ENDED.fullmatch(row))), None)
    over = transcript.game.score() is not None
    if told and told[1] != "0":
        winner = 1 if (told[1] == "1") != second else -1
        return Claim(winner, How.OUT_OF_TIME if TIMEOUT in ends and not over else None, text=told[0])
    if told and over:
        return Claim(0, text=told[0])
    if TIMEOUT in ends and not over:
        return Claim(-1 if transcript.game.turn == 0 else 1, How.OUT_OF_TIME, text=TIMEOUT)
    return Claim()


def name_of(row: str) -> str:
    """Return the name of a player without the folder and the end of its file."""
    name = re.split(r"[/\\]", row)[-1].removeprefix("pbrain-")
    return re.sub(r"\.(?:zip|exe)$", "", name, flags=re.IGNORECASE)


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write. Raises SpecError for rules that a file cannot hold."""
    return "".join(map(write_game, written))


def write_game(written: FileGame) -> str:
    """Return the lines of a game."""
    record = written.record
    kind, given = games.CATALOGUE.read(games.split_position(record.game)[0])
    usual = options_of(kind)
    options = {name: given.get(name, option.default) for name, option in usual.items()}
    if options["line"] != LINE or options["misere"] or games.find_position(record.game):
        raise SpecError("psq holds games from their start that five in a line win (formats for others: sgf, moves)")
    columns, rows = options["columns"], options["rows"]
    moves = [f"{ord(text[0]) - ord('a') + 1},{rows - int(text[1:]) + 1},0" for text in record.moves.split()]
    lines = [f"Piskvorky {columns}x{rows}, 0:0, 0", *moves]
    timed_out = record.how == How.OUT_OF_TIME.value
    winner = {1: "1", -1: "2", 0: "0"}[sign(record.score or 0)]
    lines += [*(name.strip() or "-" for name in record.names), TIMEOUT if timed_out else "-1"]
    rule = "Standard" if options["exact"] else "Freestyle"
    return "".join(f"{line}\n" for line in [*lines, f"{winner},{rule}"])
