"""What a person's answers to puzzles come to: a Glicko-2 rating, how many were solved, and what was solved in a row."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.statistics.glicko import GlickoRating, GlickoResult, rate_one_by_one

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DEVIATION = 60.0  # how far the rating of a puzzle may be off


@dataclass(frozen=True)
class PuzzleAnswer:
    """A person's first answer to a puzzle.

    day     on which it was given, in UTC;  game  the spec in the puzzle's position.
    rating  of the puzzle;  score  1 right, a half right after a hint, 0 wrong.
    daily   whether it was the puzzle of that day.
    """

    day: date
    game: str
    rating: int
    score: float
    daily: bool = False


@dataclass(frozen=True)
class PuzzleRecord:
    """What these answers come to.

    rating, deviation, low, high  by Glicko-2, with the ends of the 95 % interval.
    tried, solved    how many puzzles were answered, and how many of them rightly, with a hint or without.
    streak, longest  how many of the last ones were solved in a row, and the most that ever were.
    days             on how many days in a row, up to today or yesterday, the puzzle of the day was answered.
    """

    rating: float
    deviation: float
    low: float
    high: float
    tried: int
    solved: int
    streak: int
    longest: int
    days: int


def rate_answers(answers: Iterable[PuzzleAnswer]) -> GlickoRating:
    """The rating of a person who gave these answers, each a rating period of its own."""
    return rate_one_by_one(GlickoResult(each.rating, DEVIATION, each.score) for each in answers)


def summarize_answers(answers: Sequence[PuzzleAnswer], today: date) -> PuzzleRecord | None:
    """The record of these answers, in the order in which they were given; None without any."""
    if not answers:
        return None
    found, streak, longest = rate_answers(answers), 0, 0
    for each in answers:
        streak = streak + 1 if each.score else 0
        longest = max(longest, streak)
    low, high = found.interval
    return PuzzleRecord(
        rating=found.rating,
        deviation=found.deviation,
        low=low,
        high=high,
        tried=len(answers),
        solved=sum(each.score > 0 for each in answers),
        streak=streak,
        longest=longest,
        days=days_in_a_row({each.day for each in answers if each.daily}, today),
    )


def days_in_a_row(days: set[date], today: date) -> int:
    """How many of these days follow each other up to today; up to yesterday while nothing was done today."""
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count
