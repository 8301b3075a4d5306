"""How strong the levels are on scales that people know: Elo at chess, kyu at go on 9x9.

`python benchmarks/ratings.py chess` and `... go` measure the tables, and print them as they stand here. A rating
belongs to a strength (players/ladder.py), not to a level, so it stays true if the levels move.
"""

import math
from itertools import pairwise
from typing import NamedTuple

from games.dataclass import dataclass
from games.game import Game
from players.ladder import DEFAULTS, GUIDED, LADDERS, SEARCHED, SettingFamily

ELO = 400 / math.log(10)  # Elo of one log-odds
LEAST, MOST = 600, 2200  # Elo that people may ask for, as far as it was measured
GNU_GO = 9  # kyu of GNU Go; the manual of 3.7.10 says so of version 3.6, and our games are against 3.8
# The European Go Federation expects log-odds of (distance) / (WIDTH - rating / 20) between two of its ratings, where
# 9 kyu is 1200 and a rank 100 (senseis.xmp.net/?GoR).
WIDTH, TWENTIETH, FIRST = 205, 20, 2100


class RatingPoint(NamedTuple):
    """A measured strength: its Elo, and the 95 % error of that."""

    elo: int
    strength: float
    error: int


@dataclass(frozen=True)
class RatingTable:
    """The ratings of strengths in one game.

    module    of the game's class;  shape  fields of the game, with the values that it was measured with.
    points    rising in Elo and in strength; at go Elo 0 is GNU Go's level 10.
    measured  when, with what commit and how.
    kind      of the game's settings;  kyu  whether people know the scale as kyu.
    """

    module: str
    shape: tuple[tuple[str, object], ...]
    points: tuple[RatingPoint, ...]
    measured: str
    kind: SettingFamily
    kyu: bool = False

    def fits(self, game: Game) -> bool:
        """Return whether the table holds for this game."""
        return type(game).__module__ == self.module and all(getattr(game, name) == value for name, value in self.shape)

    @property
    def least(self) -> int:
        """The lowest Elo that may be asked for."""
        return max(-(-self.points[0].elo // 50) * 50, LEAST)

    @property
    def most(self) -> int:
        """The highest Elo that may be asked for."""
        return min(self.points[-1].elo // 50 * 50, MOST)

    @property
    def error(self) -> int:
        """The largest 95 % error of the points that may be asked for."""
        return max(point.error for point in self.points if self.least <= point.elo <= self.most)

    def strength_of(self, elo: float) -> float:
        """Return the strength with this Elo, on straight lines between the points."""
        return interpolate(elo, [(point.elo, point.strength) for point in self.points])

    def elo_of(self, strength: float) -> float:
        """Return the Elo of a strength."""
        return interpolate(strength, [(point.strength, point.elo) for point in self.points])

    @property
    def levels(self) -> tuple[float, ...]:
        """The Elo of levels 1 to 10."""
        strengths = *(LADDERS.get(self.module) or DEFAULTS[self.kind]), self.kind.top
        return tuple(map(self.elo_of, strengths))

    def __str__(self) -> str:
        """Return the ratings of the levels in words, from level 1 on."""
        if self.kyu:
            return f"about {', '.join(str(round(kyu_of(elo))) for elo in self.levels)} kyu at go on 9x9"
        return f"about {', '.join(str(10 * round(elo / 10)) for elo in self.levels)} Elo at chess"


def interpolate(place: float, points: list[tuple[float, float]]) -> float:
    """Return the value at `place` on the lines through the points, and at the nearest end outside."""
    place = min(max(place, points[0][0]), points[-1][0])
    for (left, low), (right, high) in pairwise(points):
        if place <= right:
            return low + (high - low) * (place - left) / (right - left)
    return points[-1][1]


def kyu_of(elo: float) -> float:
    """Return the kyu of a player who is `elo` above GNU Go's level 10; 0 and less are dan."""
    rating = TWENTIETH * (WIDTH - (WIDTH - (FIRST / 100 - GNU_GO) * 100 / TWENTIETH) * math.exp(-elo / ELO / TWENTIETH))
    return (FIRST - rating) / 100


CHESS = RatingTable(
    "games.chess.game",
    (("small", False),),
    points=(
        RatingPoint(112, 0.31, 412),
        RatingPoint(476, 1.14, 332),
        RatingPoint(842, 1.65, 228),
        RatingPoint(1211, 2.34, 43),
        RatingPoint(1459, 3.3, 54),
        RatingPoint(1770, 5.38, 47),
        RatingPoint(2116, 7.61, 69),
        RatingPoint(2125, 9.11, 78),
        RatingPoint(2350, 14.2877, 152),
    ),
    measured="2026-11-30, commit f73fd2ec, python benchmarks/ratings.py chess, 1,388 games",
    kind=SEARCHED,
)
GO = RatingTable(
    "games.go.game",
    (("size", 9),),
    points=(
        RatingPoint(-1402, 0, 505),
        RatingPoint(-1048, 0.91, 431),
        RatingPoint(-685, 2.36, 346),
        RatingPoint(-480, 3.47, 301),
        RatingPoint(-318, 4.7, 260),
        RatingPoint(-53, 6.22, 238),
        RatingPoint(74, 7.17, 284),
        RatingPoint(277, 8.08, 302),
        RatingPoint(469, 8.7, 389),
        RatingPoint(631, 9.32193, 528),
    ),
    measured="2026-11-30, commit 7685859d, python benchmarks/ratings.py go, 76 games",
    kind=GUIDED,
    kyu=True,
)
RATINGS = (CHESS, GO)


# The distance of two neighbouring levels in Elo, up to level 7 and above, by the module of the game: `python
# benchmarks/levels.py GAME --fit` prints it with the strengths.
STEPS: dict[str, tuple[float, float]] = {
    "games.backgammon.game": (133, 133),
    "games.breakthrough.game": (277, 166),
    "games.checkers.game": (266, 222),
    "games.connect_four.game": (217, 192),
    "games.go.game": (278, 278),
    "games.gomoku.game": (226, 226),
    "games.hex.game": (246, 202),
    "games.othello.game": (340, 223),
}
STEP = 168.0  # elsewhere: a score of 72.5 %, in the middle of the 65 to 80 % that the fit allows


def table_of(game: Game) -> RatingTable | None:
    """Return the table of ratings for this game; None if it has none."""
    return next((table for table in RATINGS if table.fits(game)), None)


def elo_table(game: Game) -> RatingTable | None:
    """Return the table for this game if people know its ratings as Elo, as at chess; otherwise None."""
    table = table_of(game)
    return None if table is None or table.kyu else table


def level_ratings(game: Game | None) -> tuple[float, ...]:
    """Return the ratings of levels 1 to 10 in this game, in Elo; without a table level 1 has 0. None: any game."""
    if game is not None and (table := table_of(game)):
        return table.levels
    low, high = STEPS.get(type(game).__module__, (STEP, STEP))
    return tuple(low * min(place, 6) + high * max(place - 6, 0) for place in range(10))
