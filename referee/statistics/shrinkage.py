"""Ratings of tournaments that pair by results, such as a swiss or a knockout: shrunk towards the mean of the players.

Who wins there meets others who won. Luck draws the likeliest ratings apart then, and their intervals hold the truth far
too seldom. So the strengths are taken to come from a normal law about 0, whose width the results tell too: given such a
law, what is known of the strengths does not depend on the rule by which games were chosen, as long as that went by
results alone (Rubin, Biometrika 63, 1976).

The width is integrated out, over steps of a constant ratio. Its law is Gamma's of shape 2, which keeps away from 0, as
Chung and others advise (Psychometrika 78, 2013), since players are never quite equal. Of each width the posterior of
the ratings is normal about its maximum (Laplace's approximation), once more about where the slope is 0 on average over
that. What comes of all widths is told by its mean and its deviation. The model is that of `ratings`, and so are draws:
as points vary less where games are drawn, each game counts for more.

Where ratings are given, the anchors' strengths come from the same law, about a mean that may be anything. With one
anchor the ratings are those above, shifted, and what is uncertain of it adds to the others. With several the distances
between them are known, and they tell of the width too. The sum over k anchors of (c + lead)^2 is k c^2 plus what does
not depend on c, as leads are from their mean: so the anchors are one number c that counts k times.

By simulation (benchmarks/intervals.py) 93 to 97 % of the intervals hold where strengths differ by 100 Elo and more, but
89 % of 200 players after 5 rounds; of those of whoever is rated first about 95 %. Where all are equal nearly all hold,
as everybody is moved to where they are.
"""

from __future__ import annotations

from functools import cached_property
from math import exp, log, log1p, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from referee.statistics.fitting import ANCHORS, Fit, index_games
from referee.statistics.numerics import Matrix, Vector, invert
from referee.statistics.ratings import Ratings, equal_draws
from referee.statistics.scoring import NORMAL, Estimate, Z, estimate_in_elo, logistic

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.statistics.fitting import Anchors, RatedGames, Results, Score

STEP = 0.25  # of the logarithm of the width, between those that are tried
NARROWEST, WIDEST = -14, 9  # steps from log-odds of 1, which are 174 Elo: 5 to 1,650 Elo
SCALE = 2.0  # log-odds: the likeliest width, 350 Elo, before any result
SLIGHT = 4.0  # below the largest logarithm of a density: what is less matters no more
ADVANTAGE = 2.0  # log-odds, the deviation of what moving first may be worth before any result
ENOUGH = 0.01  # log-odds; the next of Newton's steps would be about the square of that
FEW = 4  # widths that are likely, below which those between them are tried


class Posterior(NamedTuple):
    """The ratings and at last the advantage, in log-odds: their means, and how they vary together."""

    means: Vector
    covariance: Matrix

    def rating(self, games: RatedGames, player: int) -> Estimate | None:
        """The rating of that player of the games; of anchors as given, else with the error of the distance to them."""
        number = games.numbers.get(player)
        if number is None or not games.anchors:
            return None if number is None else interval_in_elo(self.means[number], self.covariance[number][number])
        value = self.means[number] - self.means[ANCHORS] + games.base
        return games.fixed(player) or interval_in_elo(value, self.variance_between(number, ANCHORS))

    def variance_between(self, one: int, other: int) -> float:
        """Return the variance of the difference of two ratings."""
        return self.covariance[one][one] + self.covariance[other][other] - 2 * self.covariance[one][other]


class Field(NamedTuple):
    """Whose strengths come from the law: by their numbers in the fit, and of the anchors how far they lie apart.

    counts   how many players each number stands for: 1, but the anchors are one number.
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
    """The likeliest ratings, and the advantage, of players whose strengths come from a normal law of that width.

    field   the players;  start  values from which the maximum is sought.
    blurs   for each score, by how much its log-odds are to count less since they are uncertain; None: they are not.
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
        middle = sum(value * count for value, count in weighted) / self.players  # 0 except for rounding
        self.values = [*(value - middle for value in self.values[:-1]), self.values[-1]]

    def log_likelihood(self, values: Sequence[float]) -> float:
        """Return the logarithm of the density of such values and of the results, except for a constant."""
        total = -sum(value * value * part for value, part in zip(values, self.precisions, strict=True)) / 2
        for (first, second, games, points, handicap), blur in zip(self.scores, self.blurs, strict=True):
            odds = values[first] - values[second] + values[-1] + handicap
            total += points * odds - games * (max(odds, 0.0) + log1p(exp(-abs(odds * blur))) / blur)
        return total

    def gradient(self) -> Vector:
        """Return the first derivatives of that."""
        slope = [-value * part for value, part in zip(self.values, self.precisions, strict=True)]
        for score, blur in zip(self.scores, self.blurs, strict=True):
            more = score.points - score.games * logistic(self.odds(score) * blur)
            slope[score.first] += more
            slope[score.second] -= more
            slope[-1] += more
        return slope

    def weights(self, drawn: float) -> Vector:
        """How fast the expected points of each score rise with its log-odds."""
        odds = [self.odds(score) * blur for score, blur in zip(self.scores, self.blurs, strict=True)]
        return [
            score.games * blur * logistic(each) * logistic(-each)
            for score, blur, each in zip(self.scores, self.blurs, odds, strict=True)
        ]

    def information(self, weights: Iterable[float]) -> Matrix:
        """Return the second derivatives, with the other sign."""
        matrix = super().information(weights)
        for place, part in enumerate(self.precisions):
            matrix[place][place] += part
        return matrix

    @cached_property
    def density(self) -> float:
        """The logarithm of the density of this width and the results, by Laplace's approximation, up to a constant."""
        volume = sum(log(row[-1]) for row in self.lower)
        prior = 2 * log(self.width) - self.width / SCALE - self.field.squares / self.width**2 / 2
        return self.log_likelihood(self.values) - self.players * log(self.width) - volume + prior

    def blurred(self, covariance: Matrix) -> ShrunkFit:
        """Return the ratings whose slope is 0 on average, where they vary so (MacKay, Neural Computation 4, 1992)."""
        blurs = [1 / sqrt(1 + pi / 8 * variance(covariance, score)) for score in self.scores]
        return ShrunkFit(self.scores, self.width, self.field, self.values, blurs)


def variance(covariance: Matrix, score: Score) -> float:
    """Return the variance of the log-odds of these games."""
    one, two = covariance[score.first], covariance[score.second]
    alone = one[score.first] + two[score.second] + covariance[-1][-1]
    return max(alone + 2 * (one[-1] - two[-1] - one[score.second]), 0.0)


def fit_shrunk_ratings(players: int, results: Results, anchors: Anchors | None = None) -> Ratings:
    """Return the ratings of so many players, as `ratings.fit_ratings` has them, where who met whom depended on results.

    All who have played compare with each other and with the anchors, and all have both bounds. Raises ValueError as it
    does.
    """
    games = index_games(players, results, anchors or {})
    group = tuple(0 if player in games.numbers else None for player in range(players))
    anchored = 0 if anchors else None
    if not games.scores:
        fixed = tuple(games.fixed(player) for player in range(players))
        return Ratings(fixed, group, None, None, ((None,) * players,) * players, anchored)
    found = integrate_widths(Field.of(games), games.scores, games.drawn)
    odds = [
        (score.games, found.means[score.first] - found.means[score.second] + found.means[-1] + score.handicap)
        for score in games.scores
    ]
    low, value, high = equal_draws(odds, games.drawn / sum(score.games for score in games.scores))
    return Ratings(
        elo=tuple(found.rating(games, player) for player in range(players)),
        group=group,
        advantage=interval_in_elo(found.means[-1], found.covariance[-1][-1]),
        draws=Estimate(value, low, high),
        superior=superiority_table(found, games, players),
        anchored=anchored,
    )


def integrate_widths(field: Field, scores: Sequence[Score], drawn: int) -> Posterior:
    """Return the ratings and the advantage, whatever the width."""
    rough = ShrunkFit(scores, 1.0, field, [0.0] * (len(field.counts) + 1))
    found = fit_widths(reweight_scores(scores, rough, drawn), {}, rough, 0, 0.0)
    best = max(found, key=lambda place: found[place].density)
    scores = reweight_scores(scores, found[best], drawn)
    fits = likely_widths(fit_widths(scores, {}, found[best], best, SLIGHT))
    if len(fits) < FEW:
        fits = likely_widths(fit_widths(scores, fits, found[best], best, SLIGHT, stride=1))
    return mix_widths(list(fits.values()))


def likely_widths(fits: dict[int, ShrunkFit]) -> dict[int, ShrunkFit]:
    """Those of these widths, by their steps, that are not much less likely than another."""
    most = max(fit.density for fit in fits.values())
    return {place: fit for place, fit in sorted(fits.items()) if fit.density >= most - SLIGHT}


def reweight_scores(scores: Sequence[Score], fit: Fit, drawn: int) -> list[Score]:
    """The scores as so many games without draws as tell as much: by how much less points vary where some are drawn.

    As in the interval of a score, about four results that vary like games without draws are added to what was seen.
    """
    games = sum(score.games for score in scores)
    odds = [fit.odds(score) for score in scores]
    undrawn = sum(score.games * logistic(x) * logistic(-x) for score, x in zip(scores, odds, strict=True))
    added = Z * Z / (games + Z * Z)
    part = max(1 - drawn * (1 - added) / (4 * undrawn), added)
    return [score._replace(games=score.games / part, points=score.points / part) for score in scores]


def fit_widths(
    scores: Sequence[Score], known: dict[int, ShrunkFit], fit: ShrunkFit, start: int, drop: float, stride: int = 2
) -> dict[int, ShrunkFit]:
    """The fits for widths by their steps, from one of them on to both sides until they have become that unlikely."""
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
    """The ratings, about their mean, and the advantage: how they vary for each width, and from one to the other."""
    chances = [exp(fit.density - max(other.density for other in fits)) for fit in fits]
    parts = [chance / sum(chances) for chance in chances]
    size = range(len(fits[0].values))
    covariance = invert(fits[0].lower)
    seen = []
    for fit in fits:
        blurred = fit.blurred(covariance)  # by that of the width before, which is near enough
        covariance = invert(blurred.lower)
        seen.append((blurred, covariance))
    means = [sum(part * fit.values[place] for part, (fit, _) in zip(parts, seen, strict=True)) for place in size]
    whole = [[0.0] * len(size) for _ in size]
    for part, (fit, known) in zip(parts, seen, strict=True):
        apart = [one - other for one, other in zip(fit.values, means, strict=True)]
        shared = fit.width**2 / fit.players  # of the mean of all no more is known than its law
        common = [shared] * (len(size) - 1) + [0.0]
        for row, line, far, less in zip(whole, known, apart, common, strict=True):
            row[:] = [
                old + part * (new + far * gap - min(less, one))
                for old, new, gap, one in zip(row, line, apart, common, strict=True)
            ]
    return Posterior(means, whole)


def interval_in_elo(mean: float, square: float) -> Estimate:
    """Return the estimate in Elo of a mean and a variance in log-odds."""
    reach = Z * sqrt(max(square, 0.0))
    return estimate_in_elo(mean, mean - reach, mean + reach)


def superiority_table(found: Posterior, games: RatedGames, players: int) -> tuple[tuple[float | None, ...], ...]:
    """How likely it is that the one is better than the other, of each two of these players of the games."""

    def better(player: int, rival: int) -> float | None:
        one, other = games.numbers.get(player), games.numbers.get(rival)
        if one is None or other is None or one == other:
            return None
        square = found.variance_between(one, other)
        lead = found.means[one] - found.means[other] + games.lead(player) - games.lead(rival)
        return NORMAL.cdf(lead / sqrt(square)) if square > 0 else 0.5

    return tuple(tuple(better(one, two) for two in range(players)) for one in range(players))
