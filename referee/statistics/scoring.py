"""The difference between two players by counts of results: scores, Elo, who is better, and how sure that is.

Engine testers print the *variance form* (fastchess, cutechess). It is simple, and right after many games if neither
side won almost all. Before that it promises too much: after ten games its 95 % interval held the true score in 79 % of
the cases, on average over many laws of results, and in 18 % under the worst. So people are shown `interval`, which
keeps its promise.

The playouts of one tree are not independent games. The tree returns to a move that did well, an abandoned move keeps
its early value, and the preferred move is the luckiest of several equal ones. So n playouts say as much as fewer
independent games, and the more playouts, the less each says:

    1 / games = DEPENDENT / n + SLOW / sqrt(n)

The interval should hold the average value of the move in trees of other seeds after the same number of playouts of the
whole tree. benchmarks/margins.py counts how often it does.
"""

from __future__ import annotations

import math
from math import erf, exp, log, sqrt
from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.statistics.counts import Sample


ELO = 400 / log(10)  # Elo for log-odds of 1
LEVEL = 0.95  # how often an interval should hold the true value
Z = 1.9599639845400536  # standard deviations that such an interval has on each side, if the value is normal
SCALE = 400.0  # Elo between two players if one scores ten times as much as the other
NORMALIZED = 2 * SCALE / math.log(10)  # normalized Elo for one standard deviation: 347.4
STEEP = 100.0  # log-odds beyond which the shape of an interval does not change
FEW = 5  # with fewer playouts a share says nothing
DEPENDENT, PREFERRED = 1.5, 6.0  # of any move, and of the move that the tree would make
SLOW = 0.15


@dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % interval. What the results do not bound is None, never infinite or nan."""

    value: float | None
    low: float | None
    high: float | None

    @property
    def bounded(self) -> bool:
        """Whether the interval has both ends."""
        return self.low is not None and self.high is not None

    @property
    def nearest(self) -> float | None:
        """The value, otherwise a known bound; None if nothing is known."""
        return next((known for known in (self.value, self.low, self.high) if known is not None), None)

    def as_dict(self) -> dict[str, float | None]:
        """Return the estimate as JSON's types."""
        return {"value": self.value, "low": self.low, "high": self.high}


def estimate_in_elo(value: float, low: float | None, high: float | None) -> Estimate:
    """Return an estimate in Elo from a value and bounds in log-odds."""
    return Estimate(value * ELO, None if low is None else low * ELO, None if high is None else high * ELO)


def elo(score: float) -> float | None:
    """Return the difference in Elo at which `score` is expected; None for 0 and 1."""
    return SCALE * (math.log10(score) - math.log10(1 - score)) if 0 < score < 1 else None


def expected(difference: float) -> float:
    """Return the expected score, 0 to 1, of a player `difference` Elo above the other. The inverse of `elo`."""
    odds = 10 ** (-abs(difference) / SCALE)
    return 1 / (1 + odds) if difference >= 0 else odds / (1 + odds)


def wilson(share: float, n: float) -> tuple[float, float]:
    """Return the 95 % interval of a share, 0 to 1, that was seen in `n` trials; (0, 1) if `n` is 0.

    Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22, 209-212.
    """
    if not n:
        return 0.0, 1.0
    more = Z * Z / n
    high = (share + more / 2 + math.sqrt(more * (share * (1 - share) + more / 4))) / (1 + more)
    low = share * share / (1 + more) / high  # by the product of both ends, which keeps the precision of a small share
    # Rounding must not move the interval off the share, nor off the scale.
    return max(0.0, min(share, low)), min(1.0, max(share, high))


def weight(sample: Sample) -> float:
    """Return how many independent games without draws would say as much as these results.

    They are more than were played if draws or swapped sides made the results vary less, otherwise fewer: the effective
    number that survey statistics put into Wilson's interval. The variance of Z * Z independent games without draws is
    mixed in, because otherwise a few results that happen to be alike would prove everything. Without draws and pairs it
    is the number of games, and the interval is Wilson's own.
    """
    most = sample.score * (1 - sample.score)
    if not sample.total or not most:
        return float(sample.games)
    prior = Z * Z
    effect = (sample.total * sample.variance / most + prior / sample.each) / (sample.total + prior)
    return sample.total / effect


def interval(sample: Sample) -> Estimate:
    """Return the score, 0 to 1, with an interval that on average holds the true score as often as it says.

    By enumeration of all results under 400 random laws, also lopsided ones: after 5 to 80 games it held the true score
    in 96 to 98 % of the cases on average, after 10 and 20 pairs in 95 %. Under nineteen of twenty laws it was at least
    93 % (after 10 pairs 92 %), and 83 to 86 % under the worst, where all but one or two results are alike. Wilson's own
    interval has the same weakness (Brown, Cai and DasGupta, Statistical Science 16, 2001).
    """
    low, high = wilson(sample.score, weight(sample))
    return Estimate(sample.score if sample.total else None, low, high)


def difference(score: Estimate) -> Estimate:
    """Return a score in Elo. What would be infinite is None: after only wins, only `low` is known."""
    value, low, high = (None if each is None else elo(each) for each in (score.value, score.low, score.high))
    return Estimate(value, low, high)


def variance_form(sample: Sample) -> Estimate:
    """Return Elo with the interval of engine testers, by the variance; None for what leaves the scale."""
    if not sample.variance:
        return Estimate(elo(sample.score) if sample.total else None, None, None)
    half = Z * math.sqrt(sample.variance / sample.total)
    return Estimate(elo(sample.score), elo(sample.score - half), elo(sample.score + half))


def plus_minus(sample: Sample) -> float | None:
    """Return half the width of that interval, which they print after a plus-minus sign; None if unknown."""
    form = variance_form(sample)
    return None if form.low is None or form.high is None else (form.high - form.low) / 2


def normalized(sample: Sample) -> Estimate:
    """Return normalized Elo: the distance of a game's score from a half in standard deviations, on Elo's scale.

    Unlike Elo it says how many games it takes to see the difference, whatever the share of draws. None if all results
    are alike. Van den Bergh, Normalized Elo in practice (cantate.be/Fishtest/normalized_elo_practical.pdf).

    The interval has 1.96 standard errors on each side. The deviation is estimated too, so by the delta method the error
    of g, the distance in deviations, is sqrt((1 - g skewness + g^2 (kurtosis - 1) / 4) / n). In simulations with 0 to
    600 Elo and 0 to 80 % of draws between equals, in games and in pairs, it held in 91 to 97 % of the cases after 100
    games, and in 94 to 96 % from 1,000 games on.
    """
    if not sample.variance:
        return Estimate(None, None, None)
    deviation = math.sqrt(sample.variance)
    ratio = (sample.score - 0.5) / deviation
    apart = [(score - sample.score) / deviation for score in sample.scores]
    skewness, kurtosis = (sample.weigh(tuple(each**power for each in apart)) / sample.total for power in (3, 4))
    error = math.sqrt(max(1 - ratio * skewness + ratio * ratio * (kurtosis - 1) / 4, 0.0) / sample.total)
    value, half = (NORMALIZED * each / math.sqrt(sample.each) for each in (ratio, Z * error))
    return Estimate(value, value - half, value + half)


def normalized_plus_minus(sample: Sample) -> float | None:
    """Return the plus-minus of engine testers for normalized Elo, with a known deviation; None if all are alike.

    It is right near 0. At 300 Elo it holds the truth in 54 to 78 % of the cases, at 600 in under 30 %.
    """
    return NORMALIZED * Z / math.sqrt(sample.games) if sample.variance else None


def superiority(sample: Sample) -> float | None:
    """Return the probability that the player is better, 0 to 1; None before any result.

    It uses the deviation about a half, as if nobody were better. For single games cutechess prints the same: (W - L) /
    sqrt(W + L), in which draws do not count. A few wins are never certainty.
    """
    if not sample.total:
        return None
    above = sample.weigh(tuple(score - 0.5 for score in sample.scores))
    spread = sample.weigh(tuple((score - 0.5) ** 2 for score in sample.scores))
    return normal(above / math.sqrt(spread)) if spread else 0.5


def variance_superiority(sample: Sample) -> float | None:
    """Return the probability that the player is better, by the deviation about the mean score, as fastchess does.

    None if all results are alike.
    """
    if not sample.variance:
        return None
    return normal((sample.score - 0.5) / math.sqrt(sample.variance / sample.total))


def normal(deviations: float) -> float:
    """Return the probability that a normal value is at most this number of standard deviations above its mean."""
    return 0.5 * (1 + erf(deviations / sqrt(2)))


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its interval by Student's t; no interval for fewer than two."""
    if not values:
        return Estimate(None, None, None)
    middle = math.fsum(values) / len(values)
    if len(values) < 2:
        return Estimate(middle, None, None)
    from statistics import stdev  # a batch without statistics does not need its fractions

    reach = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Estimate(middle, middle - reach, middle + reach)


def student(freedom: int) -> float:
    """Return how many standard errors a 95 % interval has on each side, with `freedom` degrees of freedom.

    Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.7.5: three thousandths off at three degrees,
    less than one at more; one and two have closed forms.
    """
    if freedom == 1:
        return math.tan(math.pi * LEVEL / 2)
    if freedom == 2:
        return LEVEL * math.sqrt(2 / (1 - LEVEL * LEVEL))
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + math.fsum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def logistic(odds: float) -> float:
    """Return the probability of these log-odds."""
    return 1 / (1 + exp(-odds)) if odds > 0 else exp(odds) / (1 + exp(odds))


def odds_between(odds: float, variance: float) -> tuple[float, float]:
    """Return the interval of log-odds that were estimated with a variance.

    It is the interval of a match with the same estimate and variance, so for a match it is Wilson's own.
    """
    near = max(-STEEP, min(odds, STEEP))
    share, other = logistic(near), logistic(-near)
    games = 1 / (variance * share * other)
    (low, high), (other_low, other_high) = wilson(share, games), wilson(other, games)
    return log(low / other_high) + odds - near, log(high / other_low) + odds - near


def chance_of_more(odds: float, variance: float) -> float:
    """Return the probability that log-odds are above 0; for a match Phi((wins - losses) / sqrt(wins + losses))."""
    near = max(-STEEP, min(odds, STEEP))
    share, other = logistic(near), logistic(-near)
    return normal((share - other) / sqrt(variance * share * other))


def playout_interval(share: float, playouts: int, preferred: bool) -> tuple[float, float]:
    """Return the 95 % interval of a share that playouts of a tree found; (0, 1) for a few playouts.

    It is Wilson's, with the number of games that the playouts are worth. A draw counts half, so shares vary less than
    this allows for.

    preferred  whether it is the move that the tree would make.
    """
    if playouts < FEW:
        return 0.0, 1.0
    dependent = PREFERRED if preferred else DEPENDENT
    return wilson(share, 1 / (dependent / playouts + SLOW / sqrt(playouts)))
