"""The puzzle of the day: the same for everybody on that date, which counts in UTC."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.puzzles.finding import find_puzzle, puzzle_games

if TYPE_CHECKING:
    from datetime import date

    from referee.puzzles.puzzle import Puzzle

FIRST = 2  # how hard the puzzle of a Monday is: each day of the week is one harder
SLOW = {"breakthrough", "hex"}  # whose puzzles take long to find: they are no puzzle of the day unless named


def today() -> date:
    """The date, in UTC."""
    return datetime.now(UTC).date()


def game_of(day: date) -> str:
    """The game of that day, if none is named."""
    return random.Random(day.isoformat()).choice(quick_games())


def quick_games() -> list[str]:
    """The built-in games whose puzzles are found soon."""
    return [name for name in puzzle_games() if name not in SLOW]


def puzzle_of(day: date, spec: str) -> Puzzle | None:
    """The puzzle of that day in that game; None if there is none."""
    return find_puzzle(spec, int(day.strftime("%Y%m%d")), FIRST + day.weekday())
