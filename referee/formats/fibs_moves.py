"""Matches of backgammon as FIBS shows them with `oldmoves`.

    Score is 0-0 in a 5 point match.
    ann is X - bob is O
    X: (3 1) 17-20 19-20
    O: (6 2) 24-18 13-11
    X: doubles
    O: rejects
    X: wins 1 point

The first number of the score belongs to X. X moves up, from 1 to 24, and O moves down; in some files both move down.
Hits have no sign. A score without a length belongs to a session. We turn each line into a row of a .mat file, which
`mat` reads: the player who is X in the first game is the left one. Source of the format: ImportOldmoves in GNU
Backgammon's import.c.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from referee.formats import mat
from referee.formats.backgammon import NAME
from referee.formats.file_game import SkippedGame, refuse, skip_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.formats.file_game import Found

SCORE = re.compile(r"\s*Score is (\d{1,4})-(\d{1,4})(?: in an? (\d{1,4}))?.*", re.ASCII | re.IGNORECASE)
NAMES = re.compile(r"\s*(\S+) is ([XO]) - (\S+) is ([XO])\s*")
ACTION = re.compile(r"\s*([XO]):\s*(.*?)\s*")
ROLL = re.compile(r"\(\s*([1-6])\s+([1-6])\s*\)\s*(.*)", re.ASCII)
STEP = re.compile(r"(bar|\d{1,2})-(off|\d{1,2})\*?", re.ASCII | re.IGNORECASE)
WORDS = {"doubles": " Doubles", "accepts": " Takes", "rejects": " Drops"}
LEFT, RIGHT = " " * 4, " " * 34
LAST = 25  # the number of a bar; a point is that much less its number for the other side
HOME = 6  # points of a home board


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read."""
    if game and games.CATALOGUE.find(game) != NAME:
        raise refuse(1, f"fibs holds games of {NAME}, not of {game}")
    return skip_faults(split_sections(lines), mat.MatchReader(game).read, mat.Section.title)


def split_sections(lines: Iterable[str]) -> Iterator[mat.Section | SkippedGame]:
    """Yield the games of a text in the form of a .mat file. Lines before the first score are passed over."""
    game: OldMoves | None = None
    for number, line in enumerate(lines, 1):
        if score := SCORE.fullmatch(line.rstrip("\n")):
            if game:
                yield from game.complete()
            game = OldMoves(game, score, number)
        elif game and line.strip():
            game.take(line.rstrip("\n"), number)
    if game:
        yield from game.complete()


class OldMoves:
    """A game that is being turned into rows of a .mat file; `before` is the game before it."""

    def __init__(self, before: OldMoves | None, score: re.Match[str], line: int):
        self.length = int(score[3] or 0)
        self.points = int(score[1]), int(score[2])
        goes_on = before is not None and before.length == self.length and self.points != (0, 0)
        self.tags: dict[str, str] = before.tags if before and goes_on else {}
        self.left: str = before.left if before and goes_on else ""
        self.section = mat.Section(line, self.length, self.tags)
        self.fault: SkippedGame | None = None
        self.sides: dict[str, str] = {}  # the names by X and O

    def complete(self) -> Iterator[mat.Section | SkippedGame]:
        """Yield the game, or what is wrong with it."""
        if self.fault is None and not self.sides:
            self.fault = SkippedGame(self.section.line, "no line such as 'ann is X - bob is O' follows")
        yield self.fault or self.section

    def take(self, line: str, number: int) -> None:
        """Add a line of the text."""
        if (names := NAMES.fullmatch(line)) and {names[2], names[4]} == {"X", "O"}:
            self.begin({names[2]: names[1], names[4]: names[3]}, number)
        elif (action := ACTION.fullmatch(line)) and self.sides:
            row = write_row(action[2])
            if row is None:
                shown = repr(line.strip()[: mat.SHOWN])
                why = f"{shown} is not a roll such as 'X: (3 1) 17-20 19-20', nor doubles, accepts, rejects or wins"
                self.fault = self.fault or SkippedGame(number, why, self.section.title())
            elif row:
                self.section.rows.append((number, (LEFT if self.is_left(action[1]) else RIGHT) + row))

    def begin(self, sides: dict[str, str], number: int) -> None:
        """Take the names of the players."""
        self.sides = sides
        if self.left not in sides.values():
            self.left = sides["X"]
            self.tags |= {"Player 1": sides["X"], "Player 2": sides["O"]}
        x, o = self.points if self.is_left("X") else self.points[::-1]
        right = next(name for name in sides.values() if name != self.left)
        self.section.rows.append((number, f"{self.left} : {x}  {right} : {o}"))

    def is_left(self, side: str) -> bool:
        """Return whether X or O is the left player."""
        return self.sides[side] == self.left


def write_row(text: str) -> str | None:
    """Return the text of an action in a row; "" for one that says nothing, None for what is no action."""
    if roll := ROLL.fullmatch(text):
        steps = [step for word in roll[3].split() if (step := STEP.fullmatch(word))]
        moves = " ".join(map(write_step, steps))
        blocked = not steps and re.search(r"can'?t|cannot|no move", roll[3], re.IGNORECASE)
        if roll[3] and len(steps) != len(roll[3].split()) and not blocked:
            return None
        return f"{roll[1]}{roll[2]}: {moves}"
    word, _, rest = text.partition(" ")
    if word.casefold() == "wins":
        points = re.match(r"\d{1,4}", rest)
        return f" Wins {points[0]} points" if points else " Wins"
    if text.casefold().startswith("wants to resign") or word.casefold() == "resigns":
        return ""
    return WORDS.get(word.casefold())


def write_step(step: re.Match[str]) -> str:
    """Return a step as its side counts its points, from 24 to 1; steps upwards are turned round."""
    up = is_upward(step[1].casefold(), step[2].casefold())
    places = (place if place.isalpha() or not up else str(LAST - int(place)) for place in step.groups())
    return "/".join(places).casefold()


def is_upward(start: str, end: str) -> bool:
    """Return whether a step goes to higher points: also from the bar to the first six, and off from the last six."""
    if start == "bar":
        return end.isdigit() and int(end) <= HOME
    return int(start) > LAST - 1 - HOME if end == "off" else int(end) > int(start)
