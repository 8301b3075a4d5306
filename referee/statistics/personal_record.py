"""A person's record of finished matches and puzzles: counts, streaks, a rating, and the level to try next.

The level to try next in a game is the one against which the person should score nearest to a half. Levels have
measured ratings, and each match against a level changes the person's rating by Glicko-2. A new player has the rating of
level 3, the first that sees a win.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.statistics.counts import Counts
from referee.statistics.glicko import GlickoRating, GlickoResult, rate_one_by_one
from referee.statistics.scoring import Estimate, interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


ENOUGH = 5  # matches for an interval
START = 3  # the level to begin with
DEVIATION = 60.0  # of the rating of a puzzle
LEVEL_DEVIATION = 50.0  # of the rating of a level


@dataclass(frozen=True)
class FinishedMatch:
    """A match from the view of a person.

    opponent  its spec;  level  its number if it is a level;  result  1 won, 0 drawn, -1 lost.
    rating    of the opponent, on the scale of the game's levels; None if it is unknown.
    """

    game: str
    opponent: str
    level: int | None
    result: int
    rating: float | None = None


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
class LevelScale:
    """The ratings of levels 1 to 10 in a game.

    elo  if they are Elo as people have it, as at chess, the least and the most that a level may be asked for.
    """

    ratings: tuple[float, ...]
    elo: tuple[int, int] | None = None


@dataclass(frozen=True)
class GameRecord:
    """The record in a game: in all, by opponent with levels first, and the level to try next.

    elo       the person's rating; None if nothing is known of it, or if the game's levels have no Elo.
    next_elo  the Elo to try next, in tens; None as above, or if no level may be asked for it.
    """

    game: str
    tally: MatchTally
    opponents: tuple[OpponentRecord, ...]
    next_level: int
    elo: Estimate | None = None
    next_elo: int | None = None


@dataclass(frozen=True)
class PersonalRecord:
    """The record of a person: in all, and by game, the most played first."""

    tally: MatchTally
    games: tuple[GameRecord, ...]


def summarize_matches(matches: Sequence[FinishedMatch], scale_of: Callable[[str], LevelScale]) -> PersonalRecord:
    """Return the record of matches in the order in which they ended; `scale_of` rates the levels of a game."""
    games: dict[str, list[FinishedMatch]] = {}
    for match in matches:
        games.setdefault(match.game, []).append(match)
    records = [summarize_game(game, found, scale_of(game)) for game, found in games.items()]
    return PersonalRecord(tally_results(matches), tuple(sorted(records, key=lambda each: -each.tally.counts.total)))


def summarize_game(game: str, matches: Sequence[FinishedMatch], scale: LevelScale) -> GameRecord:
    """Return the record of matches in one game."""
    opponents: dict[tuple[str, int | None], list[FinishedMatch]] = {}
    for match in matches:
        opponents.setdefault((match.opponent, match.level), []).append(match)
    records = [OpponentRecord(*who, tally_results(found)) for who, found in opponents.items()]
    records.sort(key=lambda each: (each.level is None, each.level or 0, each.opponent))
    rating = rate_matches(matches, scale.ratings)
    level = 1 + min(range(len(scale.ratings)), key=lambda place: abs(scale.ratings[place] - rating.rating))
    known = GameRecord(game, tally_results(matches), tuple(records), level)
    if not scale.elo or all(match.rating is None for match in matches):
        return known
    least, most = scale.elo
    tens = 10 * round(rating.rating / 10)
    return replace(
        known, elo=Estimate(rating.rating, *rating.interval), next_elo=tens if least <= tens <= most else None
    )


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


def rate_matches(matches: Iterable[FinishedMatch], levels: Sequence[float]) -> GlickoRating:
    """Return a person's rating after matches in one game, in the order in which they ended.

    levels  the ratings of the game's levels.
    """
    rated = [(match.rating, (match.result + 1) / 2) for match in matches if match.rating is not None]
    results = (GlickoResult(rating, LEVEL_DEVIATION, score) for rating, score in rated)
    return rate_one_by_one(results, GlickoRating(levels[START - 1]))


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
