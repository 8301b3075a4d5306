"""A person's record of finished matches and puzzles: counts, streaks, a rating, and the level to try next.

The level to try next in a game is one above the highest level against which the last matches, at most ten, brought at
least half of the points. If there is no such level, it is one below the lowest level that was played. If no level was
played yet, it is level 3, the first that sees a win.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.statistics.counts import Counts
from referee.statistics.glicko import GlickoRating, GlickoResult, rate_one_by_one
from referee.statistics.scoring import Estimate, interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


ENOUGH = 5  # matches for an interval
RECENT = 10  # matches against a level that decide about the next one
START = 3  # the level to begin with
DEVIATION = 60.0  # of the rating of a puzzle


@dataclass(frozen=True)
class FinishedMatch:
    """A match from the view of a person.

    opponent  its spec;  level  its number if it is a level;  result  1 won, 0 drawn, -1 lost.
    """

    game: str
    opponent: str
    level: int | None
    result: int


@dataclass(frozen=True)
class MatchTally:
    """The result of matches in the order in which they ended.

    score   0 to 1, with its 95 % interval if there are enough matches.
    streak  the number of last matches won in a row;  longest  the longest streak ever.
    """

    counts: Counts
    score: Estimate
    streak: int
    longest: int


@dataclass(frozen=True)
class OpponentRecord:
    """The record against an opponent in a game; `level` as in FinishedMatch."""

    opponent: str
    level: int | None
    tally: MatchTally


@dataclass(frozen=True)
class GameRecord:
    """The record in a game: in all, by opponent with levels first, and the level to try next."""

    game: str
    tally: MatchTally
    opponents: tuple[OpponentRecord, ...]
    next_level: int


@dataclass(frozen=True)
class PersonalRecord:
    """The record of a person: in all, and by game, the most played first."""

    tally: MatchTally
    games: tuple[GameRecord, ...]


def summarize_matches(matches: Sequence[FinishedMatch], highest: int) -> PersonalRecord:
    """Return the record of matches in the order in which they ended; `highest` is the highest level."""
    games: dict[str, list[FinishedMatch]] = {}
    for match in matches:
        games.setdefault(match.game, []).append(match)
    records = [summarize_game(game, found, highest) for game, found in games.items()]
    return PersonalRecord(tally_results(matches), tuple(sorted(records, key=lambda each: -each.tally.counts.total)))


def summarize_game(game: str, matches: Sequence[FinishedMatch], highest: int) -> GameRecord:
    """Return the record of matches in one game."""
    opponents: dict[tuple[str, int | None], list[FinishedMatch]] = {}
    for match in matches:
        opponents.setdefault((match.opponent, match.level), []).append(match)
    records = [OpponentRecord(*who, tally_results(found)) for who, found in opponents.items()]
    records.sort(key=lambda each: (each.level is None, each.level or 0, each.opponent))
    return GameRecord(game, tally_results(matches), tuple(records), next_level(matches, highest))


def tally_results(matches: Iterable[FinishedMatch]) -> MatchTally:
    """Return the result of matches in the order in which they ended."""
    results = [match.result for match in matches]
    counts = Counts(results.count(1), results.count(0), results.count(-1))
    score = interval(counts) if counts.total >= ENOUGH else Estimate(counts.score if results else None, None, None)
    return MatchTally(counts, score, *count_streaks(result == 1 for result in results))


def count_streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return the number of last successes in a row, and the longest streak ever."""
    streak = longest = 0
    for each in won:
        streak = streak + 1 if each else 0
        longest = max(longest, streak)
    return streak, longest


def next_level(matches: Iterable[FinishedMatch], highest: int) -> int:
    """Return the level to try next after matches in one game, in the order in which they ended."""
    results: dict[int, list[int]] = {}
    for match in matches:
        if match.level is not None:
            results.setdefault(match.level, []).append(match.result)
    if not results:
        return START
    held = [level for level, found in results.items() if sum(found[-RECENT:]) >= 0]
    return min(max(held) + 1, highest) if held else max(min(results) - 1, 1)


@dataclass(frozen=True)
class PuzzleAnswer:
    """A person's first answer to a puzzle.

    day     of the answer, in UTC;  game  the spec in the puzzle's position.
    rating  of the puzzle;  score  1 right, a half right after a hint, 0 wrong.
    daily   whether it was the puzzle of the day.
    """

    day: date
    game: str
    rating: int
    score: float
    daily: bool = False


@dataclass(frozen=True)
class PuzzleRecord:
    """A person's record in puzzles.

    rating, deviation, low, high  by Glicko-2, with the ends of the 95 % interval.
    tried, solved    the numbers of puzzles answered, and answered rightly, with a hint or without.
    streak, longest  the number of last puzzles solved in a row, and the longest streak ever.
    days             the days in a row, up to today or yesterday, on which the puzzle of the day was answered.
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
    """Return the rating of a person by answers that are a rating period each."""
    return rate_one_by_one(GlickoResult(each.rating, DEVIATION, each.score) for each in answers)


def summarize_answers(answers: Sequence[PuzzleAnswer], today: date) -> PuzzleRecord | None:
    """Return the record of answers in the order in which they were given; None without any."""
    if not answers:
        return None
    days = {each.day for each in answers if each.daily}
    day, count = today if today in days else today - timedelta(days=1), 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    found, solved = rate_answers(answers), [each.score > 0 for each in answers]
    return PuzzleRecord(
        found.rating, found.deviation, *found.interval, len(answers), sum(solved), *count_streaks(solved), count
    )
