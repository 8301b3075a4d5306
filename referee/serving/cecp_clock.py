"""The time of a player in CECP: a session of moves, a clock with an increment, or seconds for each move."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import isfinite

from referee.serving.allowance import Allowance

LEVEL = re.compile(r"(\d{1,9}) +(\d{1,9})(?::(\d\d?))? +(\d{1,9}(?:\.\d+)?)", re.ASCII)
OVERHEAD = 0.02  # seconds, as clocks are told in hundredths


def read_level(text: str) -> tuple[int, float, float]:
    """Moves of a session (0: all), seconds for them, and those added after each: `40 5:30 0`. Raises ValueError."""
    found = LEVEL.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} must be moves, minutes and seconds to add, as in 40 5 0 or 0 2:30 12")
    return int(found[1]), 60.0 * int(found[2]) + int(found[3] or 0), float(found[4])


@dataclass
class CecpClock:
    """What is left to the player.

    session   moves for which the clock has to last before time is added; 0: all.
    left      seconds on the clock, None without one;  increment  seconds added after each move.
    seconds   for each move, None where a clock counts instead.
    made      moves since the last time that the session was over.
    """

    session: int = 0
    base: float | None = None
    left: float | None = None
    increment: float = 0.0
    seconds: float | None = None
    made: int = 0

    def restart(self) -> None:
        """Show the whole time again."""
        self.left, self.made = self.base, 0

    def set_level(self, session: int, base: float, increment: float) -> None:
        """Count by a clock."""
        self.session, self.base, self.increment, self.seconds = session, base, increment, None
        self.restart()

    def set_seconds(self, seconds: float) -> None:
        """Count for each move. Raises ValueError."""
        if not (isfinite(seconds) and seconds > 0):
            raise ValueError(f"{seconds} seconds")
        self.seconds, self.left, self.base = seconds, None, None

    def spend(self, seconds: float) -> None:
        """The player has moved, after so many seconds."""
        self.made += 1
        if self.left is not None:
            self.left = max(self.left - seconds, 0.0) + self.increment
            if self.session and self.made % self.session == 0:
                self.left += self.base or 0.0

    def allowance(self, depth: int | None) -> Allowance:
        """What the player may take for its next move, with that limit of depth."""
        found = Allowance(depth=depth)
        if self.seconds is not None:
            return replace(found, seconds=self.seconds, overhead=OVERHEAD)
        if self.left is None:
            return found
        moves = self.session - self.made % self.session if self.session else None
        return replace(found, left=self.left, increment=self.increment, moves=moves, overhead=OVERHEAD)
