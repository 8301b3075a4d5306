"""The games of a match of backgammon to so many points, or of a session without a goal: score, cube and Crawford game.

Files have a left and a right player, who keep their places; the left one sits on seat 0 here, our White. In a session
each game counts by itself, and the score is only added up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import games
from games.catalogue import SpecError
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

        Raises ValueError where the match is over.
        """
        if self.length and max(self.points) >= self.length:
            raise ValueError(f"a match to {self.length} does not go on at {self.points[0]}-{self.points[1]}")
        base = game or NAME
        if not self.length:
            given = games.CATALOGUE.check(base)
            return base if "cube" in given else games.CATALOGUE.extend(base, f"cube={'yes' if self.cube else 'no'}")
        if not self.cube and "cube" not in games.CATALOGUE.check(base):
            base = games.CATALOGUE.extend(base, "cube=no")
        return self.series(base).spec

    def series(self, base: str = NAME) -> Series:
        """The series of ours that stands so."""
        one, two = map(float, self.points)
        return Series(base, Unit.POINTS, target=self.length, points=(one, two), crawford=self.crawford)

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
    """Those games as one match or session, in that order. Raises SpecError where one does not follow from the others.

    Where the first game is not the first of its match, it is one to as many points as the side that is behind needs.
    """
    found: list[MatchGame] = []
    left, right = written[0].record.names if written else ("", "")
    for place, each in enumerate(written, 1):
        names = each.record.names
        if {*names} != {left, right}:
            raise SpecError(
                f"mat holds one match: game {place} is of {names[0]} and {names[1]}, not {left} and {right}"
            )
        swapped = names != (left, right)
        won = count_won(each.record)
        game = MatchGame(each, stand(each.record, swapped, found), swapped, -won if swapped else won)
        if found and game.standing.points != (stands := after(found[-1])):
            begins = "-".join(map(str, game.standing.points))
            raise SpecError(
                f"mat holds one match: game {place} begins at {begins}, but it stands {stands[0]}-{stands[1]}"
            )
        found.append(game)
    return found


def count_won(record: Record) -> int:
    """The points that seat 0 won by that record, negative where seat 1 won. Raises SpecError where it is none."""
    moved = replay_record(record)
    points = points_of(record, moved[-1].game if moved else games.load(record.game))
    return points if (record.score or 0) > 0 else -points


def stand(record: Record, swapped: bool, before: Sequence[MatchGame]) -> Standing:
    """How the match stands before that game, which follows those."""
    if games.find_position(record.game):
        raise SpecError("mat holds games from their start, not from a position (sgf holds those too)")
    given = games.CATALOGUE.check(record.game)
    away, cube = given.get("away"), bool(given.get("cube"))
    if away is None:
        last = before[-1] if before else None
        points = (0, 0) if last is None else after(last)
        return Standing(0, points, cube)
    needs = away[::-1] if swapped else away
    length = before[0].standing.length if before else max(needs)
    points = length - needs[0], length - needs[1]
    return Standing(length, points, cube or 1 in needs, crawford=cube and 1 in needs)


def after(game: MatchGame) -> tuple[int, int]:
    """The score after that game."""
    one, two = game.standing.points
    return one + max(0, game.won), two + max(0, -game.won)
