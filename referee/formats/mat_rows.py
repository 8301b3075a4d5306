"""The rows of a match file of backgammon: what each side does in a row, `3) 61: 13/7 8/7   Doubles => 2`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.spec import clip
from referee.formats.backgammon_actions import DOUBLE, DROP, TAKE, Action, Win
from referee.formats.backgammon_moves import read_turn
from referee.formats.file_game import refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.formats.backgammon_moves import CheckerStep

RIGHT = 15  # columns after which a row that holds one thing alone holds it of the right player
SHOWN = 40  # characters of what is not understood
NUMBER = re.compile(r"^\s*\d{1,5}\s*[.)]", re.ASCII)
CELL = re.compile(
    r"(?<![\d/])(?P<dice>[1-6][1-6])\s?:"
    r"|\b(?P<word>(?:re)?doubles?|takes?|accepts?|drops?|passes|wins?|resigns?|beavers?|raccoons?)\b",
    re.IGNORECASE | re.ASCII,
)
WORDS = {"do": DOUBLE, "re": DOUBLE, "ta": TAKE, "ac": TAKE, "dr": DROP, "pa": DROP}  # by how they begin
WINS = re.compile(r"wins?\s+(\d{1,6})?.*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class MatCell:
    """What one side does in a row: an action, or what is said about the end of the game; and its text."""

    text: str
    action: Action | None = None
    win: Win | None = None

    @property
    def word(self) -> str:
        """What is said about the cube; empty if nothing is."""
        return self.action.word if self.action else ""


def read_row(row: str, line: int) -> list[MatCell]:
    """What stands in a row, which is that line of the file, from left to right. Raises SpecError, with the line."""
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


def next_seat(before: Sequence[MatCell], column: int) -> int:
    """Whose the next cell of a row is that begins in that column: of the left player, 0, or the right one, 1."""
    if not before:
        return int(column > RIGHT)
    action = before[-1].action
    stays = action is not None and action.seat == 1 and bool(action.dice)  # who bears off last wins
    return 1 if stays or (action is not None and action.seat == 0) else 0


def read_cell(start: re.Match[str], rest: str, seat: int, line: int) -> list[MatCell]:
    """What that side does, in a list; an empty one for `Resigns`, which a win follows. Raises SpecError."""
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
    """The steps of a turn; none where it is not told, `????`. Raises SpecError."""
    try:
        return read_turn(text.strip().strip("?"))
    except ValueError as error:
        raise refuse(line, str(error)) from error
