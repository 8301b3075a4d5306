"""The games of a rating: who takes part, what each two scored, whose rating is given, and what results cannot bound.

The likelihood of ratings has a maximum only where no direction exists in which it never falls (Ford, American
Mathematical Monthly 64, 1957; with an effect of order Yan, arXiv 1411.1168). Such directions move the ratings by d and
the advantage of the first by g so that d(first) - d(second) + g is nowhere against what was scored: not below 0 where
the first took all points, not above 0 where the second did, and 0 where they were shared. These are bounds on
differences, and the largest difference that they allow is a shortest path.

A player whose rating is given is an anchor. A fit knows differences alone, so all anchors together are one number, 0,
which stands for the mean of their ratings. Each game of an anchor carries how far that anchor stands above the mean:
its handicap, which is an offset in the linear model of log-odds (McCullagh and Nelder, Generalized Linear Models,
1989). So the likelihood is that of Bradley and Terry with the anchors' strengths held fixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from games.dataclass import dataclass
from referee.statistics.scoring import ELO, Estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


EPSILON = 1e-9


class Score(NamedTuple):
    """The games of two players with the same one moving first: how many, and the first one's points.

    handicap  log-odds that the first has beyond what their ratings say. A player may meet itself so, where two of given
              ratings are one (rated_games): such games tell of the advantage alone.
    """

    first: int
    second: int
    games: float
    points: float
    handicap: float = 0.0


class Limits:
    """What the results leave open, by the places of the players.

    above[a][b]    whether a may stand above b without limit.
    unbounded      whether the advantage has no limit (downwards, upwards).
    """

    def __init__(self, players: int, scores: Sequence[Score], ordered: bool):
        found = {way: largest_differences(players, scores, way) for way in ((0, 1, -1) if ordered else (0,))}
        places = range(players)
        self.above = [[False] * players for _ in places]
        for most in filter(None, found.values()):
            for one in places:
                for two in places:
                    if most[two][one] > 0:
                        self.above[one][two] = True
        self.unbounded = (found.get(-1) is not None, found.get(1) is not None)

    def classes(self, group: Iterable[int]) -> list[list[int]]:
        """The members of the group, together those whose differences are bounded on both sides."""
        classes: list[list[int]] = []
        for player in group:
            for known in classes:
                if not (self.above[player][known[0]] or self.above[known[0]][player]):
                    known.append(player)
                    break
            else:
                classes.append([player])
        return classes


def largest_differences(players: int, scores: Iterable[Score], way: int) -> list[list[float]] | None:
    """The largest d(b) - d(a) of all such directions with g = way, at [a][b]; None if there is no direction."""
    most = [[inf] * players for _ in range(players)]
    for place, row in enumerate(most):
        row[place] = 0.0
    for first, second, games, points, _ in scores:
        if points > EPSILON:
            most[first][second] = min(most[first][second], way)
        if games - points > EPSILON:
            most[second][first] = min(most[second][first], -way)
    for middle in range(players):
        onward = most[middle]
        for row in most:
            reach = row[middle]
            if reach < inf:
                row[:] = [min(step, reach + more) for step, more in zip(row, onward, strict=True)]
        if any(row[place] < 0 for place, row in enumerate(most)):
            return None
    return most


def groups(players: int, scores: Iterable[Score]) -> list[list[int]]:
    """Those who met, directly or through others; each player is in one group."""
    member = [[place] for place in range(players)]
    for score in scores:
        one, two = member[score.first], member[score.second]
        if one is not two:
            one += two
            for place in two:
                member[place] = one
    return [group for place, group in enumerate(member) if min(group) == place]


def tells_order(players: int, scores: Sequence[Score]) -> bool:
    """Whether the advantage of the first can be told from the ratings.

    It cannot where numbers exist that differ by 1 between the first and the second of every game.
    """
    met: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for score in scores:
        met[score.first].append((score.second, -1))
        met[score.second].append((score.first, 1))
    level: dict[int, int] = {}
    for start in range(players):
        waiting = [] if start in level else [start]
        level.setdefault(start, 0)
        while waiting:
            place = waiting.pop()
            for other, step in met[place]:
                if other not in level:
                    level[other] = level[place] + step
                    waiting.append(other)
                elif level[other] != level[place] + step:
                    return True
    return False


def decisive_scores(scores: Sequence[Score], unbounded: tuple[bool, bool]) -> list[Score]:
    """The scores in which one side, first or second, took all points of two players, whoever of them had it.

    They tell of an advantage that is unbounded to that side alone, however the two compare. There are none where it is
    bounded, or unbounded to both sides.
    """
    down, up = unbounded
    if down == up:
        return []
    shared = {(score.first, score.second) for score in scores if score.points != (score.games if up else 0)}
    whole = {(score.first, score.second) for score in scores} - shared
    return [score for score in scores if {(score.first, score.second), (score.second, score.first)} <= whole]


Results = Mapping[tuple[int, int], tuple[int, int, int]]
Anchors = Mapping[int, float]  # ratings in Elo, by players

ANCHORS = 0  # the number that all anchors share, where there are any


@dataclass(frozen=True)
class RatedGames:
    """The games that ratings are fitted to.

    numbers  by player: the number in the fit. Who has played has one, and so has each anchor.
    scores   of each two by who moved first, with these numbers;  drawn  how many of all games were drawn.
    anchors  as given, in Elo.
    """

    numbers: Mapping[int, int]
    scores: tuple[Score, ...]
    drawn: int
    anchors: Anchors

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return len(set(self.numbers.values()))

    @property
    def base(self) -> float:
        """The mean of the anchors' ratings, in log-odds; 0 if there are none."""
        return sum(self.anchors.values()) / len(self.anchors) / ELO if self.anchors else 0.0

    def lead(self, player: int) -> float:
        """How far an anchor stands above that mean, in log-odds; 0 for all other players."""
        return self.anchors[player] / ELO - self.base if player in self.anchors else 0.0

    def fixed(self, player: int) -> Estimate | None:
        """The rating of an anchor, which has no error; None for all other players."""
        given = self.anchors.get(player)
        return None if given is None else Estimate(given, given, given)


def index_games(players: int, results: Results, anchors: Anchors) -> RatedGames:
    """The games of so many players. Raises ValueError if a player meets itself or is not there, or counts are wrong.

    results  of results[first, second]: games of these two that the first, who moved first, won, drew and lost.
    """
    check_results(players, results)
    if not all(0 <= player < players for player in anchors):
        raise ValueError(f"an anchor of {sorted(anchors)} is not one of {players} players")
    played = sorted({place for pair, counts in results.items() if any(counts) for place in pair} - set(anchors))
    numbers = dict.fromkeys(anchors, ANCHORS) | {
        player: place for place, player in enumerate(played, 1 if anchors else 0)
    }
    bare = RatedGames(numbers, (), 0, anchors)
    scores = tuple(
        Score(
            numbers[one], numbers[two], sum(counts), counts[0] + counts[1] / 2,
            bare.lead(one) - bare.lead(two),
        )
        for (one, two), counts in sorted(results.items())
        if any(counts)
    )  # fmt: skip
    return RatedGames(numbers, scores, sum(counts[1] for counts in results.values()), anchors)


def check_results(players: int, results: Results) -> None:
    """Raise ValueError unless these are results of so many players."""
    for (one, two), counts in results.items():
        if one == two or not (0 <= one < players and 0 <= two < players):
            raise ValueError(f"players {one} and {two} of {players} cannot meet")
        if min(counts) < 0:
            raise ValueError(f"the games of players {one} and {two} are {counts}")
