"""Ratings and the advantage of the first fitted to points: the most likely ones, and how they vary together.

All is in log-odds: with x = rating(first) - rating(second) + advantage the first should score 1 / (1 + exp(-x)).
"""

from __future__ import annotations

from math import exp, log1p, sqrt
from typing import TYPE_CHECKING

from referee.statistics.numerics import Matrix, Vector, cholesky, invert, product, root, solve
from referee.statistics.scoring import logistic

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.statistics.rated_games import Score

STEPS = 200  # of Newton's method, which takes less than ten but far from the maximum
ENOUGH = 1e-10  # log-odds; below that a step changes nothing that is shown
HALVINGS = 40
MOST = 0.999  # of games drawn, for which a variance is told from rounding


class Fit:
    """The maximum of the likelihood, which must have one.

    members   the groups of players; in each the ratings have the mean 0.
    ordered   whether there is an advantage to fit; else it is 0.
    values    the ratings, and the advantage at last where there is one.
    lower     the Cholesky factor of the information there.
    """

    def __init__(self, members: Sequence[Sequence[int]], scores: Sequence[Score], ordered: bool):
        self.members, self.scores, self.ordered = members, scores, ordered
        self.players = sum(map(len, members))
        self.values: Vector = [0.0] * (self.players + ordered)
        self.maximize(ENOUGH)

    def maximize(self, enough: float) -> None:
        """Newton's steps to the maximum, until one changes nothing by more than that many log-odds."""
        for _ in range(STEPS):
            self.lower = cholesky(self.information(self.weights(0.0)))
            step = solve(self.lower, self.gradient())
            self.values = self.step_uphill(step)
            if all(abs(change) < enough for change in step):
                break

    @property
    def advantage(self) -> float:
        """The advantage of the first."""
        return self.values[-1] if self.ordered else 0.0

    def odds(self, score: Score) -> float:
        """The log-odds of the first in these games."""
        return self.values[score.first] - self.values[score.second] + self.advantage + score.handicap

    def log_likelihood(self, values: Sequence[float]) -> float:
        """The logarithm of the likelihood of such values."""
        total, more = 0.0, values[-1] if self.ordered else 0.0
        for first, second, games, points, handicap in self.scores:
            odds = values[first] - values[second] + more + handicap
            total += points * odds - games * (max(odds, 0.0) + log1p(exp(-abs(odds))))
        return total

    def gradient(self) -> Vector:
        """The first derivatives: for a rating what its player scored beyond what was expected."""
        slope = [0.0] * len(self.values)
        for score in self.scores:
            more = score.points - score.games * logistic(self.odds(score))
            slope[score.first] += more
            slope[score.second] -= more
            if self.ordered:
                slope[-1] += more
        return slope

    def weights(self, drawn: float) -> Vector:
        """The variance of the points in each of the scores, where equals draw that share of their games."""
        found = []
        for score in self.scores:
            odds = self.odds(score)
            square = logistic(odds) * logistic(-odds)
            found.append(score.games * (square - draw_share(square, min(drawn, MOST)) / 4))
        return found

    def information(self, weights: Iterable[float]) -> Matrix:
        """The sum of the squares of all scores' directions by these weights, made definite by a mean of 0."""
        size, ordered = len(self.values), self.ordered
        matrix = [[0.0] * size for _ in range(size)]
        games = sum(score.games for score in self.scores)
        scale = games / size**2 if games else 1.0  # of their order, against rounding
        for group in self.members:
            for player in group:
                row = matrix[player]
                for other in group:
                    row[other] = scale
        for (first, second, *_), weight in zip(self.scores, weights, strict=True):
            matrix[first][first] += weight
            matrix[second][second] += weight
            matrix[first][second] -= weight
            matrix[second][first] -= weight
            if ordered:
                matrix[first][-1] += weight
                matrix[-1][first] += weight
                matrix[second][-1] -= weight
                matrix[-1][second] -= weight
                matrix[-1][-1] += weight
        return matrix

    def step_uphill(self, step: Vector) -> Vector:
        """The values after that step, halved for as long as it leads down."""
        here = self.log_likelihood(self.values)
        slack = 1e-12 * (1 + abs(here))
        for _ in range(HALVINGS):
            there = [value + change for value, change in zip(self.values, step, strict=True)]
            if self.log_likelihood(there) >= here - slack:
                return there
            step = [change / 2 for change in step]
        return self.values

    def covariance(self, drawn: float) -> Matrix:
        """How the values vary together, where equals draw that share of their games.

        Points vary less where games are drawn, so this is A^-1 B A^-1, with A by which the values were found, as if all
        games were won or lost, and B the variance of the points (White, Econometrica 50, 1982).
        """
        inverse = invert(cholesky(self.information(self.weights(0.0))))
        if drawn <= 0:
            return inverse
        return product(product(inverse, self.information(self.weights(drawn))), inverse)


def equal_draw_share(played: Sequence[tuple[float, float]], share: float) -> float:
    """How many of their games equals draw, 0 to 1, if that share of these was drawn; all, if it is too large.

    played  games, and the log-odds of the first in them.
    """

    def beyond(equal: float) -> float:
        return sum(games * draw_share(square, equal) for games, square in squares) - due

    squares = [(games, logistic(odds) * logistic(-odds)) for games, odds in played]
    due = share * sum(games for games, _ in played)
    return root(beyond, 0.0, 1.0) if share > 0 else 0.0


def draw_share(square: float, drawn: float) -> float:
    """The share of draws, where equals draw that share of their games: 0 to 1.

    square  the expected score times that of the other: at most 1/4.

    Draws come as Davidson has them (JASA 65, 1970, pages 317-328): the chance of one is nu times the root of the
    product of the chances of a win and a loss, with nu = 2 drawn / (1 - drawn).
    """
    if drawn <= 0:
        return 0.0
    rarer = ((1 - drawn) / drawn) ** 2
    return 4 * square / (1 + sqrt(max(1 + 4 * square * (rarer - 1), 0.0)))
