"""A series: games between the same two sides, with a score, until one of them has won.

Either the games won count, or the points of all games up to a target. In a game with stacks the points are chips, which
go from one stack to the other. Seats alternate from game to game. Side 0 sits on seat 0 in the first game.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from enum import Enum
from math import ceil
from typing import TYPE_CHECKING, Any

import games
from games.capabilities import at_stake
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.match.events import Ended, How

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.option import Option


class Unit(Enum):
    """What counts in a series: games won, the points of each game, or chips."""

    GAMES = "games"
    POINTS = "points"
    CHIPS = "chips"


@dataclass(frozen=True)
class Series:
    """A series as it stands before one of its games.

    game      the spec of the game as typed;  unit  what counts.
    best_of   the number of games, at most; None: as many as it takes.
    target    the points that win, or the chips that each side begins with; None: no target.
    number    the next game, from 1;  points  of each side before it.
    crawford  whether the game in which nobody doubles has been played.
    """

    game: str
    unit: Unit = Unit.GAMES
    best_of: int | None = None
    target: int | None = None
    number: int = 1
    points: tuple[float, float] = (0.0, 0.0)
    crawford: bool = False

    @classmethod
    def begin(cls, game: str, best_of: int | None, target: int | None) -> Series:
        """Return a new series of `game`. Raises SpecError if the game cannot be played so."""
        given, options = games.CATALOGUE.check(game), options_of_spec(game)
        for option in ("stacks", "away"):
            if option in options and option in given:
                raise SpecError(f"{game!r}: {option} comes from the score of a series: leave it out")
        unit = Unit.CHIPS if "stacks" in options else Unit.POINTS if target else Unit.GAMES
        start = float(target or 0) if unit is Unit.CHIPS else 0.0
        begun = cls(game, unit, best_of, target, points=(start, start))
        games.load(begun.spec)
        return begun

    @classmethod
    def read(cls, text: str) -> Series:
        """Return the series in a text of `write`. Raises ValueError and TypeError if it is not one."""
        held = json.loads(text)
        found = cls(**{**held, "unit": Unit(held["unit"]), "points": tuple(map(float, held["points"]))})
        numbers = (found.number, found.best_of or 1, found.target or 1, len(found.points) // 2)
        if not (isinstance(found.game, str) and all(type(each) is int and each > 0 for each in numbers)):
            raise ValueError("no series")
        return found

    def write(self) -> str:
        """Return the series as a text."""
        return json.dumps({**asdict(self), "unit": self.unit.value})

    def anew(self) -> Series:
        """Return the series at its start."""
        return Series.begin(self.game, self.best_of, self.target)

    # The game that comes next.

    @property
    def spec(self) -> str:
        """The spec of the next game, with the options that follow from the score."""
        filled = ",".join(f"{name}={value}" for name, value in self.filled_options().items())
        return games.CATALOGUE.extend(self.game, filled)

    def filled_options(self) -> dict[str, str]:
        """Return the options of the next game that follow from the score, as typed."""
        options = options_of_spec(self.game)
        if self.target is None:
            return {}
        if self.unit is Unit.CHIPS:
            return {"stacks": join_pair(self.by_seat(self.points))}
        if "away" not in options:
            return {}
        found = {"away": join_pair(self.by_seat(self.away))}
        if "cube" in options and "cube" not in games.CATALOGUE.check(self.game):
            found["cube"] = "no" if self.is_crawford else "yes"
        return found

    @property
    def away(self) -> tuple[float, float]:
        """The points that each side still needs."""
        one, two = (ceil((self.target or 0) - points) for points in self.points)
        return one, two

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the first in which a side needs one point: nobody doubles in it."""
        return self.unit is Unit.POINTS and 1 in self.away and not self.crawford

    def by_seat(self, pair: tuple[Any, Any]) -> tuple[Any, Any]:
        """Return a pair of the sides in the order of their seats in the next game."""
        return pair if self.number % 2 else (pair[1], pair[0])

    @property
    def label(self) -> str:
        """The next game of the series and the score, by seats: `game 3 at 1-1`."""
        score = "-".join(f"{each:g}" for each in self.by_seat(self.points))
        return f"game {self.number} at {score}"

    # The score.

    def after(self, score: int) -> Series:
        """Return the series after the next game, in which seat 0 wins `score`."""
        if self.unit is Unit.CHIPS:
            won: tuple[float, float] = (score, -score)
        elif score == 0:
            won = (0.5, 0.5)
        else:
            most = 1 if self.unit is Unit.GAMES else abs(score)
            won = (most, 0) if score > 0 else (0, most)
        one, two = self.by_seat(won)
        points = (self.points[0] + one, self.points[1] + two)
        return replace(self, number=self.number + 1, points=points, crawford=self.crawford or self.is_crawford)

    @property
    def over(self) -> bool:
        """Whether no further game is played."""
        if self.best_of is not None and self.number > self.best_of:
            return True
        if self.unit is Unit.CHIPS:
            return self.target is not None and min(self.points) <= 0
        if self.target is not None:
            return max(self.points) >= self.target
        return self.best_of is not None and max(self.points) > self.best_of / 2

    @property
    def leader(self) -> int | None:
        """The side with more points, which has won if the series is over; None if both are level."""
        one, two = self.points
        return None if one == two else 0 if one > two else 1


def options_of_spec(spec: str) -> Mapping[str, Option]:
    """Return the options of the game that the spec names. Raises SpecError."""
    return games.CATALOGUE.options(games.CATALOGUE.require_name(spec)[0])


def join_pair(pair: tuple[float, float]) -> str:
    """Return two whole numbers as an option for both seats is typed."""
    return "/".join(f"{each:.0f}" for each in pair)


def count_score(end: Ended) -> int | None:
    """Return what seat 0 has won, in points of the game; None if the match is not over.

    A player that resigns, runs out of time or fails loses what was at stake, which may be more than a point.
    """
    if end.score is None or end.how in (How.PLAYED_OUT, How.AGREED):
        return end.score
    return end.score * at_stake(end.game, 0 if end.score < 0 else 1)


# In words.


def score_text(series: Series, names: tuple[str, str], viewer: int | None = None) -> str:
    """Return how the series stands, and what decides it: `You lead 2 to 1; the first to 3 wins`.

    names  of the sides;  viewer  the side that is `you`; None: neither.
    """
    leader = series.leader
    if series.over:
        if leader is None:
            tally = figures(series, 0)
            return f"The series is a draw{f',{tally}' if tally else ''}."
        return f"{does(names, leader, viewer, 'win')} the series{figures(series, leader)}."
    if leader is not None:
        return f"{does(names, leader, viewer, 'lead')}{figures(series, leader)}; {goal_text(series)}."
    if series.unit is not Unit.CHIPS:
        return f"The score is{figures(series, 0)}; {goal_text(series)}."
    return f"{f'Both have {chips(series.points[0])}' if series.target else 'Nobody is ahead'}; {goal_text(series)}."


def does(names: tuple[str, str], side: int, viewer: int | None, verb: str) -> str:
    """Return a side with its verb: `You lead`, `minimax leads`."""
    return f"You {verb}" if side == viewer else f"{names[side]} {verb}s"


def figures(series: Series, side: int) -> str:
    """Return the score as `side` says it: ` 2 to 1`, ` 7 chips to 3`, ` by 4 chips`; "" if there is none."""
    mine, theirs = series.points[side], series.points[1 - side]
    if series.unit is not Unit.CHIPS:
        return f" {mine:g} to {theirs:g}"
    if series.target:
        return f" {chips(mine)} to {theirs:g}"
    return f" by {chips(mine)}" if mine else ""


def chips(count: float) -> str:
    """Return a number of chips in words."""
    return f"{count:g} chip{'' if count == 1 else 's'}"


def goal_text(series: Series) -> str:
    """Return what decides the series: `the first to 3 wins`."""
    limit = [f"this is game {series.number} of {series.best_of}"] if series.best_of else []
    if series.unit is Unit.CHIPS:
        return ", ".join([*(["a player without chips has lost"] if series.target else []), *limit])
    if series.target is not None:
        return ", ".join([f"the first to {series.target} wins", *limit])
    half, odd = divmod(series.best_of or 0, 2)
    return f"the first to {half + 1} wins" if odd else f"the first above {half} wins"


class Sitting:
    """The results of the matches that were played one after the other."""

    def __init__(self) -> None:
        self.results: list[tuple[Sequence[str], int]] = []

    def add(self, names: Sequence[str], score: int) -> None:
        """Count a match: the names of the players by seat, and what seat 0 has won."""
        self.results.append((names, score))

    def take_back(self) -> None:
        """Count the last match no longer, because it goes on."""
        del self.results[-1:]

    def score(self, names: Sequence[str]) -> str:
        """Return how often each has won against the other: `you 2, level 3 1`, with you first; "" without a result."""
        winners = [
            "" if score == 0 else seated[0 if score > 0 else 1]
            for seated, score in self.results
            if set(seated) == set(names)
        ]
        if not winners:
            return ""
        ordered = sorted(names, key=lambda name: (name != "you", name))
        drawn = [f"{winners.count('')} drawn"] if "" in winners else []
        return ", ".join([*(f"{name} {winners.count(name)}" for name in ordered), *drawn])
