"""What results cannot bound: who stands above whom without any limit, as far as they tell.

The likelihood of ratings has a maximum only where no direction exists in which it never falls (Ford, American
Mathematical Monthly 64, 1957; with an effect of order Yan, arXiv 1411.1168). Such directions move the ratings by d and
the advantage of the first by g so that d(first) - d(second) + g is nowhere against what was scored: not below 0 where
the first took all points, not above 0 where the second did, and 0 where they were shared. These are bounds on
differences, and the largest difference that they allow is a shortest path.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

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
