"""The lines that XBoard programs say while they think, and what they mean."""

from __future__ import annotations

import re

from games.game import Game, IllegalMove
from referee.dialects import cecp
from referee.engines.uci_thought import InfoReader

# `move e7e5`; programs of the first version said `1. ... e7e5` or `My move is: e7e5`, and some say both.
MOVE = re.compile(r"(?:move\b|\d+\.\s*\.\.\.|my move is\s*:?)\s*(.*)", re.IGNORECASE)
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\s*(.*)")
REFUSED = re.compile(
    r"(?:illegal|invalid) move\s*(?:\(.*?\))?\s*:\s*(?:usermove\s+)?(\S+).*|error\s*\(.*?\)\s*:\s*(\S+).*",
    re.IGNORECASE,
)
POST = re.compile(r"(\d{1,9})[.+&-]?\s+([+-]?\d{1,9})\s+(\d{1,30})\s+(\d{1,30})\s+(.*)", re.ASCII)
NUMBER = re.compile(r"\d*\.+|\(\S*\)")  # before moves, and signs between them
MATE = 100_000  # what a mate counts in hundredths of a pawn, and the moves to it are added


def read_move(game: Game, word: str) -> int:
    """The legal move of that word, also as people write it. Raises IllegalMove."""
    try:
        return cecp.read_move(game, word)
    except IllegalMove:
        return game.parse(word)


def find_move(line: str) -> str | None:
    """The word behind a line that gives a move; None if the line gives none."""
    match = MOVE.fullmatch(line)
    return match[1].strip() if match else None


def find_refused(line: str) -> str | None:
    """The word that a program says it does not take, a move or a command; None if it says no such thing."""
    match = REFUSED.fullmatch(line)
    return (match[1] or match[2]) if match else None


def is_resignation(line: str, seat: int) -> bool:
    """Whether the program that plays for that seat gives up the game by it."""
    if line.split()[:1] == ["resign"]:
        return True
    match = RESULT.fullmatch(line)
    return match is not None and match[1] == ("0-1", "1-0")[seat] and "resign" in match[2].casefold()


class PostReader(InfoReader):
    """What was told of a search: `9 156 1084 48000 Nf3 Nc6` are plies, value, time, nodes and moves."""

    read_move = staticmethod(read_move)

    def read_line(self, line: str) -> None:
        """Take note of such a line; another one is passed over."""
        match = POST.fullmatch(line)
        if match is None:
            return
        self.depth, value, self.nodes = int(match[1]), int(match[2]), int(match[4])
        moves = abs(value) - MATE
        self.score = ("mate", moves if value > 0 else -moves) if moves >= 0 else ("cp", value)
        self.line = [word for word in match[5].split() if not NUMBER.fullmatch(word)]
