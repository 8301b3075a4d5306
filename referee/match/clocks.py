"""The time for a match: a limit for each move, a clock for each seat, or both."""

import re
from dataclasses import dataclass
from math import ceil, inf
from typing import Any

from games.option import Option

UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
CLOCK = re.compile(r"(\d+(?:\.\d+)?)(|s|m|h)(?:\+(\d+(?:\.\d+)?)(|s|m|h))?")
SHARE = 25  # moves that are still thought of
LONGEST = 24 * 3600.0  # seconds on a clock
ALLOWED = "a time for the game and maybe one added for each move, at most 24h, as in 5m+3s"

Left = tuple[float | None, float | None]


@dataclass(frozen=True)
class Control:
    """The time control. None means that there is no such limit.

    move       seconds for each move.
    total      seconds that a seat has for all of its moves;  increment  those added to them after each.
    """

    move: float | None = None
    total: float | None = None
    increment: float = 0.0

    @property
    def start(self) -> Left:
        """What the clocks of the seats show at the start; None where there are none."""
        return self.total, self.total

    def limit(self, left: Left, seat: int, used: float = 0.0) -> float:
        """The seconds that the seat has for a move, of which it has used some; math.inf where nothing binds it.

        left  what the clocks show, from which that is taken already.
        """
        clock = left[seat]
        return min(inf if self.move is None else max(self.move - used, 0.0), inf if clock is None else clock)

    def allotted(self, left: Left, seat: int, used: float = 0.0) -> float:
        """The seconds of that limit that a program does well to take: a share of its clock, which is for the game."""
        clock = left[seat]
        share = inf if clock is None else share_of(clock, self.increment)
        return min(self.limit(left, seat, used), share)

    def spent(self, left: Left, seat: int, seconds: float) -> Left:
        """What is left on the clocks once that seat has spent so many seconds."""
        first, second = left
        if first is None or second is None:
            return left
        return (max(first - seconds, 0.0), second) if seat == 0 else (first, max(second - seconds, 0.0))

    def after(self, left: Left, seat: int, seconds: float) -> Left:
        """What is left on the clocks once that seat has moved, after so many seconds."""
        first, second = self.spent(left, seat, seconds)
        if first is None or second is None:
            return left
        return (first + self.increment, second) if seat == 0 else (first, second + self.increment)

    def __str__(self) -> str:
        words = [] if self.move is None else [f"{self.move:g} seconds a move"]
        if self.total is not None:
            more = f", {self.increment:g} more after each move" if self.increment else ""
            words.append(f"{format_clock(self.total)} for the game{more}")
        return ", ".join(words)


UNLIMITED = Control()


def share_of(clock: float, increment: float, moves: int = SHARE) -> float:
    """The seconds that a program does well to take of a clock for one move.

    increment  what is added to it after each move;  moves  for how many it has to last, as far as that is known.
    """
    return min(clock / min(moves, SHARE) + 0.8 * min(increment, clock), clock)


def read_clock(text: str) -> tuple[float, float]:
    """The seconds for the game and those added for each move, from `5m+3s`, `300+3`, `90s`. Raises ValueError."""
    found = CLOCK.fullmatch(text.strip().casefold().replace(" ", ""))
    if not found:
        raise ValueError(f"{text!r} must be {ALLOWED}")
    total = float(found[1]) * UNITS[found[2]]
    increment = float(found[3] or 0) * UNITS[found[4] or ""]
    if not 0 < total <= LONGEST or increment > LONGEST:
        raise ValueError(f"{text!r} must be {ALLOWED}")
    return total, increment


def format_clock(seconds: float) -> str:
    """A time as a clock shows it: `1:05:00`, `4:59` until it is less, and below ten seconds with tenths, `0:09.4`."""
    tenths = int(max(seconds, 0.0) * 10 + 1e-6)
    if tenths < 100:
        return f"0:{tenths // 10:02}.{tenths % 10}"
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class ClockOption(Option):
    """A time for the game, read from text: the seconds, and those added for each move."""

    @property
    def allowed(self) -> str:
        return ALLOWED

    def read(self, text: str) -> tuple[float, float]:
        return read_clock(text)

    def fits(self, value: Any) -> bool:
        return isinstance(value, tuple)
