"""Fit ratings to games: the most likely ones, their covariance, and what the results leave unbounded.

The likelihood has a maximum only if there is no direction in which it never falls (Ford, American Mathematical Monthly
64, 1957; with an effect of order Yan, arXiv 1411.1168). Such a direction moves the ratings by d and the advantage of
the first by g so that d(first) - d(second) + g fits all results: it is not below 0 where the first took all points, not
above 0 where the second did, and 0 where they were shared. These are bounds on differences, and the largest difference
that they allow is a shortest path.

A player with a given rating is an anchor. A fit knows only differences, so all anchors together are one number, 0: the
mean of their ratings. Each game of an anchor has a handicap: how far the anchor is above the mean. This is an offset in
the linear model of log-odds (McCullagh and Nelder, Generalized Linear Models, 1989). So the likelihood is the one of
Bradley and Terry with the anchors' strengths held fixed.

Everything is in log-odds: with x = rating(first) - rating(second) + advantage the first should score 1 / (1 + exp(-x)).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, inf, log, log1p, sqrt
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from games.base.scalar_product import dot
from games.dataclass import dataclass
from referee.statistics.numerics import Matrix, Vector, cholesky, invert, root, sandwich, solve
from referee.statistics.scoring import ELO, Estimate, logistic

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


EPSILON = 1e-9
Results = Mapping[tuple[int, int], tuple[int, int, int]]
Anchors = Mapping[int, float]  # ratings in Elo, by players
ANCHORS = 0  # the number that all anchors share
STEPS = 200  # of Newton's method, which needs less than ten near the maximum
ENOUGH = 1e-8  # log-odds; after a smaller step the next would be about the square of it
HALVINGS = 40
MOST = 0.999  # share of draws; above it a variance is lost in rounding


class Score(NamedTuple):
    """The games of two players with the same one moving first: their number, and the points of the first.

    handicap  log-odds of the first beyond what the ratings say. Two anchors have one number, so their games are games
              of a player against itself: they say something only about the advantage.
    """

    first: int
    second: int
    games: float
    points: float
    handicap: float = 0.0


class Limits:
    """What the results leave unbounded, by the numbers of the players.

    above[a][b]    whether a may be above b without limit.
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
        """Return the members of a group in classes: within a class, differences are bounded on both sides."""
        classes: list[list[int]] = []
        for player in group:
            for known in classes:
                if not (self.above[player][known[0]] or self.above[known[0]][player]):
                    known.append(player)
                    break
            else:
                classes.append([player])
        return classes


def largest_differences(players: int, scores: Sequence[Score], way: int) -> list[list[float]] | None:
    """Return at [a][b] the largest d(b) - d(a) of the directions with g = way; None if there is no direction."""
    if not way:
        return unordered_differences(players, scores)
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
                ways = [reach + more for more in onward]
                row[:] = map(min, row, ways)
        if any(row[place] < 0 for place, row in enumerate(most)):
            return None
    return most


def unordered_differences(players: int, scores: Iterable[Score]) -> list[list[float]]:
    """Return the `largest_differences` with g = 0, which are all 0 or without limit: sets of players as bits tell."""
    bounded = [1 << place for place in range(players)]  # the players whose difference to this one has a limit
    for first, second, games, points, _ in scores:
        if points > EPSILON:
            bounded[first] |= 1 << second
        if games - points > EPSILON:
            bounded[second] |= 1 << first
    for middle in range(players):
        onward = bounded[middle]
        bounded = [some | onward if some >> middle & 1 else some for some in bounded]
    return [[0.0 if some >> place & 1 else inf for place in range(players)] for some in bounded]


def groups(players: int, scores: Iterable[Score]) -> list[list[int]]:
    """Return the groups of players who met, directly or through others."""
    member = [[place] for place in range(players)]
    for score in scores:
        one, two = member[score.first], member[score.second]
        if one is not two:
            one += two
            for place in two:
                member[place] = one
    return [group for place, group in enumerate(member) if min(group) == place]


def tells_order(players: int, scores: Sequence[Score]) -> bool:
    """Return whether the advantage of the first can be distinguished from the ratings.

    It cannot if there are numbers that differ by 1 between the first and the second of every game.
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
    """Return the scores of pairs of players in which the first to move won every game, or lost every game.

    They bound an advantage that is unbounded on one side, whatever the ratings. There are none if it is bounded, or
    unbounded on both sides.
    """
    down, up = unbounded
    if down == up:
        return []
    shared = {(score.first, score.second) for score in scores if score.points != (score.games if up else 0)}
    whole = {(score.first, score.second) for score in scores} - shared
    return [score for score in scores if {(score.first, score.second), (score.second, score.first)} <= whole]


@dataclass(frozen=True)
class RatedGames:
    """The games to which ratings are fitted.

    numbers  by player, the number in the fit, for all players with games and all anchors.
    scores   of each pair, by who moved first, with these numbers;  drawn  the number of drawn games.
    anchors  the given ratings, in Elo.
    """

    numbers: Mapping[int, int]
    scores: tuple[Score, ...]
    drawn: int
    anchors: Anchors

    @property
    def count(self) -> int:
        """The number of different numbers."""
        return len(set(self.numbers.values()))

    @property
    def base(self) -> float:
        """The mean of the anchors' ratings, in log-odds; 0 if there are none."""
        return sum(self.anchors.values()) / len(self.anchors) / ELO if self.anchors else 0.0

    def lead(self, player: int) -> float:
        """Return how far an anchor is above the mean of the anchors, in log-odds; 0 for other players."""
        return self.anchors[player] / ELO - self.base if player in self.anchors else 0.0

    def fixed(self, player: int) -> Estimate | None:
        """Return the rating of an anchor, which has no error; None for other players."""
        given = self.anchors.get(player)
        return None if given is None else Estimate(given, given, given)


def index_games(players: int, results: Results, anchors: Anchors) -> RatedGames:
    """Return the games for a fit. Raises ValueError if a player meets itself or does not exist, or counts are wrong.

    results  results[first, second] counts the games that `first`, who moved first, won, drew and lost.
    """
    for (one, two), counts in results.items():
        if one == two or not (0 <= one < players and 0 <= two < players):
            raise ValueError(f"players {one} and {two} of {players} cannot meet")
        if min(counts) < 0:
            raise ValueError(f"the games of players {one} and {two} are {counts}")
    if not all(0 <= player < players for player in anchors):
        raise ValueError(f"an anchor of {sorted(anchors)} is not one of {players} players")
    played = sorted({place for pair, counts in results.items() if any(counts) for place in pair} - set(anchors))
    numbers = dict.fromkeys(anchors, ANCHORS) | {
        player: place for place, player in enumerate(played, 1 if anchors else 0)
    }
    bare = RatedGames(numbers, (), 0, anchors)
    leads = {player: bare.lead(player) for player in numbers}
    scores = tuple(
        Score(
            numbers[one], numbers[two], sum(counts), counts[0] + counts[1] / 2,
            leads[one] - leads[two],
        )
        for (one, two), counts in sorted(results.items())
        if any(counts)
    )  # fmt: skip
    return RatedGames(numbers, scores, sum(counts[1] for counts in results.values()), anchors)


def first_guess(members: Iterable[Sequence[int]], scores: Iterable[Score]) -> Vector:
    """Return ratings by the share of its points that each player won, with the mean 0 in each group."""
    members = [*members]
    won, lost = ([0.5] * sum(map(len, members)) for _ in range(2))
    for first, second, games, points, _ in scores:
        won[first] += points
        lost[second] += points
        won[second] += games - points
        lost[first] += games - points
    guess = [log(mine / other) for mine, other in zip(won, lost, strict=True)]
    for group in members:
        middle = sum(guess[player] for player in group) / len(group)
        for player in group:
            guess[player] -= middle
    return guess


class Fit:
    """The maximum of the likelihood, which must have one.

    members   the groups of players; in each the ratings have the mean 0.
    ordered   whether there is an advantage to fit; otherwise it is 0.
    values    the ratings, and the advantage as the last value if `ordered`.
    lower     the Cholesky factor of the information at the maximum, but for the last step.
    """

    def __init__(self, members: Sequence[Sequence[int]], scores: Sequence[Score], ordered: bool):
        self.members, self.scores, self.ordered = members, scores, ordered
        self.players = sum(map(len, members))
        self.values = first_guess(members, scores) + [0.0] * ordered
        self.maximize(ENOUGH)

    def maximize(self, enough: float) -> None:
        """Take Newton's steps until one changes no value by more than `enough` log-odds."""
        height = self.log_likelihood(self.values)
        for _ in range(STEPS):
            self.lower = cholesky(self.information(self.weights(0.0)))
            step = solve(self.lower, self.gradient())
            height = self.step_uphill(step, height)
            if all(abs(change) < enough for change in step):
                break

    @property
    def advantage(self) -> float:
        """The advantage of the first."""
        return self.values[-1] if self.ordered else 0.0

    def odds(self, scores: Iterable[Score], values: Sequence[float] | None = None) -> Vector:
        """Return the log-odds of the first in each of the scores, by `values`, by default the fitted ones."""
        values = values or self.values
        more = values[-1] if self.ordered else 0.0
        return [values[first] - values[second] + more + handicap for first, second, _, _, handicap in scores]

    def log_likelihood(self, values: Sequence[float]) -> float:
        """Return the logarithm of the likelihood of `values`."""
        both = zip(self.scores, self.odds(self.scores, values), strict=True)
        return sum(
            [
                points * odds - games * ((odds if odds > 0 else 0.0) + log1p(exp(-abs(odds))))
                for (_, _, games, points, _), odds in both
            ]
        )

    def gradient(self) -> Vector:
        """Return the first derivatives: for a rating, the points beyond what was expected."""
        return self.slope([0.0] * len(self.values), self.odds(self.scores))

    def slope(self, start: Vector, odds: Sequence[float]) -> Vector:
        """Return `start` with the points beyond those that the log-odds of each score expect."""
        total = start[-1] if self.ordered else 0.0
        for (first, second, games, points, _), each in zip(self.scores, odds, strict=True):
            more = points - games * logistic(each)
            start[first] += more
            start[second] -= more
            total += more
        if self.ordered:
            start[-1] = total
        return start

    def weights(self, drawn: float) -> Vector:
        """Return the variance of the points in each score if equals draw the share `drawn` of their games."""
        squares = [square_of(odds) for odds in self.odds(self.scores)]
        games = [score.games for score in self.scores]
        if drawn <= 0:
            return [*map(mul, games, squares)]
        shares = draw_shares(squares, min(drawn, MOST))
        return [many * (square - share / 4) for many, square, share in zip(games, squares, shares, strict=True)]

    def information(self, weights: Iterable[float]) -> Matrix:
        """Return the weighted sum of the squares of all scores' directions, made definite by a mean of 0."""
        size, ordered = len(self.values), self.ordered
        matrix = [[0.0] * size for _ in range(size)]
        games = sum(score.games for score in self.scores)
        scale = games / size**2 if games else 1.0  # of the same order, against rounding
        for group in self.members:
            for player in group:
                row = matrix[player]
                for other in group:
                    row[other] = scale
        diagonal, edge = [row[place] for place, row in enumerate(matrix)], [0.0] * size
        total = 0.0
        for (first, second, *_), weight in zip(self.scores, weights, strict=True):
            if first != second:  # otherwise it tells only of the advantage
                diagonal[first] += weight
                diagonal[second] += weight
                matrix[first][second] -= weight
                matrix[second][first] -= weight
                edge[first] += weight
                edge[second] -= weight
            total += weight
        for place, value in enumerate(diagonal):
            matrix[place][place] = value
        if ordered:
            edge[-1] += total
            for place, value in enumerate(edge):
                matrix[place][-1] = matrix[-1][place] = value
        return matrix

    def step_uphill(self, step: Vector, height: float) -> float:
        """Take a step from the `height` of the likelihood, halved while it leads down; return the height there."""
        slack = 1e-12 * (1 + abs(height))
        for _ in range(HALVINGS):
            there = [value + change for value, change in zip(self.values, step, strict=True)]
            if (found := self.log_likelihood(there)) >= height - slack:
                self.values = there
                return found
            step = [change / 2 for change in step]
        return height

    def covariance(self, drawn: float) -> Matrix:
        """Return the covariance of the values if equals draw the share `drawn` of their games.

        Drawn games vary less. So this is A^-1 B A^-1: A is the information as if all games were won or lost, by which
        the values were found, and B the variance of the points (White, Econometrica 50, 1982).
        """
        inverse = invert(self.lower)
        if drawn <= 0:
            return inverse
        return sandwich(inverse, self.information(self.weights(drawn)))


def square_of(odds: float) -> float:
    """Return the product of both expected scores with these log-odds: at most 1/4."""
    rest = exp(-abs(odds))
    return 1 / (1 + rest) * (rest / (1 + rest))


def equal_draw_share(games: list[float], squares: Sequence[float], share: float) -> float:
    """Return the share of their games that equals draw, if `share` of these was drawn; 1 if that is too large.

    squares  for each number of games, the product of both expected scores.
    """

    def beyond(equal: float) -> float:
        return dot(games, draw_shares(squares, equal)) - due

    due = share * sum(games)
    return root(beyond, 0.0, 1.0) if share > 0 else 0.0


def draw_shares(squares: Sequence[float], drawn: float) -> Vector:
    """Return the shares of draws, 0 to 1, if equals draw the share `drawn` of their games.

    By Davidson (JASA 65, 1970, pages 317-328) the chance of a draw is nu times the root of the product of the chances
    of a win and a loss, with nu = 2 drawn / (1 - drawn).

    squares  products of both expected scores: at most 1/4.
    """
    if drawn <= 0:
        return [0.0] * len(squares)
    more = ((1 - drawn) / drawn) ** 2 - 1  # from -1, so rounding may take a root below 0
    return [4 * square / (1 + (sqrt(inner) if (inner := 1 + 4 * square * more) > 0 else 0.0)) for square in squares]


def draw_share(square: float, drawn: float) -> float:
    """Return the share of draws as `draw_shares` does, for one product."""
    return draw_shares([square], drawn)[0]
