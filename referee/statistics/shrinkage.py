"""Ratings of tournaments that pair by results, such as swiss and knockout: shrunk towards the mean of the players.

There, winners meet winners. So luck spreads the likeliest ratings, and their intervals hold the truth far too seldom.
Therefore strengths are taken from a normal law about 0, whose width is estimated too: given such a law, knowledge of
the strengths does not depend on the rule that chose the games, if it used only results (Rubin, Biometrika 63, 1976).

The width is integrated out over steps of a constant ratio. Its law is a Gamma law of shape 2, which keeps away from 0,
as Chung and others advise (Psychometrika 78, 2013), because players are never quite equal. For each width the posterior
of the ratings is normal about its maximum (Laplace's approximation), and then about the point where the slope is 0 on
average. All widths together are summed up by mean and deviation. The model is the one of ratings.py, for draws too:
drawn games vary less, so each game counts for more.

With anchors, the anchors' strengths come from the same law about an unknown mean. One anchor shifts the ratings, and
its uncertainty is added to the others. With several anchors, the distances between them are known and say something
about the width. The sum over k anchors of (c + lead)^2 is k c^2 plus something without c, because leads are from their
mean: so the anchors are one number c that counts k times.

In simulations (benchmarks/intervals.py) 93 to 97 % of the intervals hold if strengths differ by 100 Elo and more, but
89 % with 200 players after 5 rounds; for the player rated first about 95 %. If all players are equal almost all hold,
because everybody is moved to the mean.
"""

from __future__ import annotations

from functools import cached_property
from math import exp, log, log1p, pi, sqrt
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from referee.statistics.fitting import ANCHORS, Fit, index_games, square_of
from referee.statistics.numerics import Matrix, Vector, invert
from referee.statistics.ratings import Ratings, equal_draws
from referee.statistics.scoring import Estimate, Z, estimate_in_elo, normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.statistics.fitting import Anchors, RatedGames, Results, Score

STEP = 0.25  # of the logarithm of the widths that are tried
NARROWEST, WIDEST = -14, 9  # steps from log-odds of 1, which are 174 Elo: 5 to 1,650 Elo
SCALE = 2.0  # log-odds: the likeliest width, 350 Elo, before any result
SLIGHT = 4.0  # below the largest logarithm of a density: smaller densities do not matter
ADVANTAGE = 2.0  # log-odds, the deviation of the advantage before any result
ENOUGH = 0.01  # log-odds; the next of Newton's steps would be about the square of it
FEW = 4  # likely widths; with fewer, those between them are tried


class Posterior(NamedTuple):
    """The means and covariance of the ratings and, as the last, of the advantage, in log-odds."""

    means: Vector
    covariance: Matrix

    def rating(self, games: RatedGames, player: int) -> Estimate | None:
        """Return the rating of a player: given for anchors, otherwise with the error of the distance to them."""
        number = games.numbers.get(player)
        if number is None or not games.anchors:
            return None if number is None else interval_in_elo(self.means[number], self.covariance[number][number])
        value = self.means[number] - self.means[ANCHORS] + games.base
        return games.fixed(player) or interval_in_elo(value, self.variance_between(number, ANCHORS))

    def variance_between(self, one: int, other: int) -> float:
        """Return the variance of the difference of two ratings."""
        return self.covariance[one][one] + self.covariance[other][other] - 2 * self.covariance[one][other]


class Field(NamedTuple):
    """The players whose strengths come from the law.

    counts   the players of each number in the fit: 1, but all anchors have one number.
    squares  the sum of the squares of the anchors' distances from their mean, in log-odds.
    """

    counts: tuple[int, ...]
    squares: float = 0.0

    @classmethod
    def of(cls, games: RatedGames) -> Field:
        """Return the players of these games."""
        numbers = [*games.numbers.values()]
        counts = tuple(numbers.count(number) for number in range(games.count))
        return cls(counts, sum(games.lead(player) ** 2 for player in games.anchors))


class ShrunkFit(Fit):
    """The likeliest ratings and advantage if strengths come from a normal law of a width.

    field   the players;  start  values from which to search for the maximum.
    blurs   for each score, a factor for its log-odds, because they are uncertain; None: 1.
    """

    def __init__(
        self, scores: Sequence[Score], width: float, field: Field, start: Vector, blurs: Sequence[float] | None = None
    ):
        self.members, self.scores, self.ordered = (), scores, True
        self.field, self.values, self.width = field, start, width
        self.players = sum(field.counts)
        self.blurs = blurs or [1.0] * len(scores)
        self.precisions = [count * width**-2 for count in field.counts] + [ADVANTAGE**-2]
        self.maximize(ENOUGH)
        weighted = zip(self.values, field.counts, strict=False)
        middle = sum(value * count for value, count in weighted) / self.players  # 0 but for rounding
        self.values = [*(value - middle for value in self.values[:-1]), self.values[-1]]

    def log_likelihood(self, values: Sequence[float]) -> float:
        """Return the logarithm of the density of `values` and of the results, up to a constant."""
        start = -sum(value * value * part for value, part in zip(values, self.precisions, strict=True)) / 2
        each = zip(self.scores, self.odds(self.scores, values), self.blurs, strict=True)
        parts = [
            points * odds - games * ((odds if odds > 0 else 0.0) + log1p(exp(-abs(odds * blur))) / blur)
            for (_, _, games, points, _), odds, blur in each
        ]
        return sum(parts, start)

    def gradient(self) -> Vector:
        """Return the first derivatives of `log_likelihood`."""
        start = [-value * part for value, part in zip(self.values, self.precisions, strict=True)]
        return self.slope(start, [*map(mul, self.odds(self.scores), self.blurs)])

    def weights(self, drawn: float) -> Vector:
        """Return how fast the expected points of each score rise with its log-odds."""
        each = zip(self.scores, self.odds(self.scores), self.blurs, strict=True)
        return [score.games * blur * square_of(odds * blur) for score, odds, blur in each]

    def information(self, weights: Iterable[float]) -> Matrix:
        """Return the negative second derivatives."""
        matrix = super().information(weights)
        for place, part in enumerate(self.precisions):
            matrix[place][place] += part
        return matrix

    @cached_property
    def density(self) -> float:
        """The logarithm of the density of the width and the results, by Laplace's approximation, up to a constant."""
        volume = sum(log(row[-1]) for row in self.lower)
        prior = 2 * log(self.width) - self.width / SCALE - self.field.squares / self.width**2 / 2
        return self.log_likelihood(self.values) - self.players * log(self.width) - volume + prior

    def blurred(self, covariance: Matrix) -> ShrunkFit:
        """Return the fit whose slope is 0 on average over a covariance (MacKay, Neural Computation 4, 1992)."""
        blurs = [1 / sqrt(1 + pi / 8 * variance(covariance, score)) for score in self.scores]
        return ShrunkFit(self.scores, self.width, self.field, self.values, blurs)


def variance(covariance: Matrix, score: Score) -> float:
    """Return the variance of the log-odds of a score."""
    one, two = covariance[score.first], covariance[score.second]
    alone = one[score.first] + two[score.second] + covariance[-1][-1]
    return max(alone + 2 * (one[-1] - two[-1] - one[score.second]), 0.0)


def fit_shrunk_ratings(players: int, results: Results, anchors: Anchors | None = None) -> Ratings:
    """Return ratings as `ratings.fit_ratings` does, for pairings that depended on results.

    All players with games can be compared, also with the anchors, and all have both bounds.
    """
    games = index_games(players, results, anchors or {})
    group = tuple(0 if player in games.numbers else None for player in range(players))
    anchored = 0 if anchors else None
    if not games.scores:
        fixed = tuple(games.fixed(player) for player in range(players))
        return Ratings(fixed, group, None, None, ((None,) * players,) * players, anchored)
    found = integrate_widths(Field.of(games), games.scores, games.drawn)
    odds = [
        found.means[score.first] - found.means[score.second] + found.means[-1] + score.handicap
        for score in games.scores
    ]
    low, value, high = equal_draws(games.scores, odds, games.drawn / sum(score.games for score in games.scores))
    return Ratings(
        elo=tuple(found.rating(games, player) for player in range(players)),
        group=group,
        advantage=interval_in_elo(found.means[-1], found.covariance[-1][-1]),
        draws=Estimate(value, low, high),
        superior=superiority_table(found, games, players),
        anchored=anchored,
    )


def integrate_widths(field: Field, scores: Sequence[Score], drawn: int) -> Posterior:
    """Return the ratings and the advantage over all widths."""
    rough = ShrunkFit(scores, 1.0, field, [0.0] * (len(field.counts) + 1))
    found = fit_widths(reweight_scores(scores, rough, drawn), {}, rough, 0, 0.0)
    best = max(found, key=lambda place: found[place].density)
    scores = reweight_scores(scores, found[best], drawn)
    fits = likely_widths(fit_widths(scores, {}, found[best], best, SLIGHT))
    if len(fits) < FEW:
        fits = likely_widths(fit_widths(scores, fits, found[best], best, SLIGHT, stride=1))
    return mix_widths(list(fits.values()))


def likely_widths(fits: dict[int, ShrunkFit]) -> dict[int, ShrunkFit]:
    """Return the fits, by the steps of their widths, that are not much less likely than the likeliest."""
    most = max(fit.density for fit in fits.values())
    return {place: fit for place, fit in sorted(fits.items()) if fit.density >= most - SLIGHT}


def reweight_scores(scores: Sequence[Score], fit: Fit, drawn: int) -> list[Score]:
    """Return the scores as numbers of games without draws that say as much: drawn games vary less.

    As in the interval of a score, about four results that vary like games without draws are mixed in.
    """
    games = sum(score.games for score in scores)
    odds = fit.odds(scores)
    undrawn = sum(score.games * square_of(x) for score, x in zip(scores, odds, strict=True))
    added = Z * Z / (games + Z * Z)
    part = max(1 - drawn * (1 - added) / (4 * undrawn), added)
    return [score._replace(games=score.games / part, points=score.points / part) for score in scores]


def fit_widths(
    scores: Sequence[Score], known: dict[int, ShrunkFit], fit: ShrunkFit, start: int, drop: float, stride: int = 2
) -> dict[int, ShrunkFit]:
    """Return fits by the steps of their widths, from `start` to both sides until they are unlikely by `drop`."""
    found = known | ({} if start in known else {start: ShrunkFit(scores, exp(STEP * start), fit.field, fit.values)})
    most = max(fit.density for fit in found.values())
    for way in (stride, -stride):
        place = start + way
        while NARROWEST <= place <= WIDEST:
            if place not in found:
                found[place] = ShrunkFit(scores, exp(STEP * place), fit.field, found[place - way].values)
            if found[place].density < most - drop:
                break
            most = max(most, found[place].density)
            place += way
    return found


def mix_widths(fits: Sequence[ShrunkFit]) -> Posterior:
    """Return the ratings and the advantage with their covariance, within each width and between widths."""
    chances = [exp(fit.density - max(other.density for other in fits)) for fit in fits]
    parts = [chance / sum(chances) for chance in chances]
    size = range(len(fits[0].values))
    covariance = invert(fits[0].lower)
    seen = []
    for fit in fits:
        blurred = fit.blurred(covariance)  # the covariance of the width before is near enough
        covariance = invert(blurred.lower)
        seen.append((blurred, covariance))
    means = [sum(part * fit.values[place] for part, (fit, _) in zip(parts, seen, strict=True)) for place in size]
    whole = [[0.0] * len(size) for _ in size]
    for part, (fit, known) in zip(parts, seen, strict=True):
        apart = [one - other for one, other in zip(fit.values, means, strict=True)]
        shared = fit.width**2 / fit.players  # only the law of the mean of all is known
        common = [shared] * (len(size) - 1) + [0.0]
        for row, line, far, less in zip(whole, known, apart, common, strict=True):
            row[:] = [
                old + part * (new + far * gap - min(less, one))
                for old, new, gap, one in zip(row, line, apart, common, strict=True)
            ]
    return Posterior(means, whole)


def interval_in_elo(mean: float, square: float) -> Estimate:
    """Return an estimate in Elo from a mean and a variance in log-odds."""
    reach = Z * sqrt(max(square, 0.0))
    return estimate_in_elo(mean, mean - reach, mean + reach)


def superiority_table(found: Posterior, games: RatedGames, players: int) -> tuple[tuple[float | None, ...], ...]:
    """Return at [a][b] the probability that player a is better than player b; None if it is not known."""

    def better(player: int, rival: int) -> float | None:
        one, other = games.numbers.get(player), games.numbers.get(rival)
        if one is None or other is None or one == other:
            return None
        square = found.variance_between(one, other)
        lead = found.means[one] - found.means[other] + games.lead(player) - games.lead(rival)
        return normal(lead / sqrt(square)) if square > 0 else 0.5

    return tuple(tuple(better(one, two) for two in range(players)) for one in range(players))
