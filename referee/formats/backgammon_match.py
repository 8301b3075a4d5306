"""The games of a match of backgammon to so many points, or of a session without a goal: score, cube and Crawford game.

Files have a left and a right player, who keep their places; the left one sits on seat 0 here, our White. In a session
each game counts by itself, and the score is only added up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.backgammon.xgid import read_position
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.formats.backgammon_actions import points_of
from referee.match.record import replay_record
from referee.match.series import Series, Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.formats.file_game import FileGame
    from referee.match.record import Record

NAME = "backgammon"


@dataclass(frozen=True)
class Standing:
    """How a match stands before one of its games.

    length    the points that win it, 0 for a session;  points  of the left player and of the right one.
    cube      whether the match is played with it;  crawford  whether the game without it has been played.
    """

    length: int
    points: tuple[int, int]
    cube: bool = True
    crawford: bool = False

    def spec(self, game: str = "") -> str:
        """The spec of the next game, as a series of ours names it, with the left player on seat 0.

        game  the spec of backgammon that a person named; what it says of the cube holds.

        Raises ValueError if the match is over.
        """
        if self.length and max(self.points) >= self.length:
            raise ValueError(f"a match to {self.length} does not go on at {self.points[0]}-{self.points[1]}")
        base, series = game or NAME, self.series(game or NAME)
        if "cube" in games.CATALOGUE.check(base):
            return series.spec
        if self.cube:
            return series.spec if self.length else games.CATALOGUE.extend(base, "cube=yes")
        away = series.filled_options().get("away")
        return games.CATALOGUE.extend(base, f"away={away}") if away else base

    def series(self, base: str = NAME) -> Series:
        """The series of ours that stands so."""
        one, two = map(float, self.points)
        return Series(base, Unit.POINTS, target=self.length or None, points=(one, two), crawford=self.crawford)

    @property
    def is_crawford(self) -> bool:
        """Whether nobody doubles in the next game, as it is the first in which a side needs one point."""
        return bool(self.length) and self.series().is_crawford


# Games of ours, put together to a match.


@dataclass(frozen=True)
class MatchGame:
    """A game of ours in its match: as it is in the file, how the match stood, and what the winner got.

    swapped  whether its seat 0 is the right player;  won  the points, negative where the right player won.
    """

    written: FileGame
    standing: Standing
    swapped: bool
    won: int


def put_together(written: Sequence[FileGame]) -> list[MatchGame]:
    """Those games as one match or session, in that order. Raises SpecError if one does not follow from the others.

    Where the first game is not the first of its match, it is one to as many points as the side that is behind needs.
    """
    match: list[MatchGame] = []
    for each in written:
        match.append(follow(match, each))
    return match


def split_matches(written: Sequence[FileGame]) -> list[list[MatchGame]]:
    """Those games as matches and sessions: a new one begins where a game does not follow from those before."""
    found: list[list[MatchGame]] = [[]]
    for each in written:
        try:
            found[-1].append(follow(found[-1], each))
        except SpecError:
            found.append([follow([], each)])
    return found


def follow(match: Sequence[MatchGame], each: FileGame) -> MatchGame:
    """The game that comes next in the match of those games. Raises SpecError if it is not one."""
    names, number = each.record.names, len(match) + 1
    first = match[0].written.record.names if match else names
    if {*names} != {*first}:
        said = f"game {number} is of {names[0]} and {names[1]}, not of {first[0]} and {first[1]}"
        raise SpecError(f"mat holds one match: {said}")
    swapped = names != first
    won = count_won(each.record)
    game = MatchGame(each, stand(each.record, swapped, match), swapped, -won if swapped else won)
    if match and game.standing.points != (stands := after(match[-1])):
        begins = "-".join(map(str, game.standing.points))
        raise SpecError(f"mat holds one match: game {number} begins at {begins}, but it stands {stands[0]}-{stands[1]}")
    return game


def count_won(record: Record) -> int:
    """The points that seat 0 won by that record, negative where seat 1 won. Raises SpecError if it is not one."""
    moved = replay_record(record)
    points = points_of(record, moved[-1].game if moved else games.load(record.game))
    return points if (record.score or 0) > 0 else -points


def stand(record: Record, swapped: bool, before: Sequence[MatchGame]) -> Standing:
    """How the match stands before that game, which follows those."""
    state = read_position(games.load(record.game).position())
    cube = bool(state.cube)
    if state.needs is None:
        return Standing(0, after(before[-1]) if before else (0, 0), cube)
    needs = state.needs[::-1] if swapped else state.needs
    length = before[0].standing.length if before else max(needs)
    points = length - needs[0], length - needs[1]
    return Standing(length, points, cube or 1 in needs, crawford=cube and 1 in needs)


def after(game: MatchGame) -> tuple[int, int]:
    """The score after that game."""
    one, two = game.standing.points
    return one + max(0, game.won), two + max(0, -game.won)
