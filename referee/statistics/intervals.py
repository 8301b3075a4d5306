"""What follows from Wilson's interval on the scale of log-odds."""

from __future__ import annotations

from math import exp, log, sqrt
from statistics import NormalDist

from referee.statistics.scoring import wilson

STEEP = 100.0  # log-odds from which on an interval has no other shape any more


def logistic(odds: float) -> float:
    """The probability of these log-odds."""
    return 1 / (1 + exp(-odds)) if odds > 0 else exp(odds) / (1 + exp(odds))


def odds_between(odds: float, variance: float) -> tuple[float, float]:
    """The interval of log-odds that were estimated with that variance.

    It is that of a match which would give the same estimate with the same variance, so for a match it is Wilson's own.
    """
    near = max(-STEEP, min(odds, STEEP))
    share, other = logistic(near), logistic(-near)
    games = 1 / (variance * share * other)
    (low, high), (other_low, other_high) = wilson(share, games), wilson(other, games)
    return log(low / other_high) + odds - near, log(high / other_low) + odds - near


def chance_of_more(odds: float, variance: float) -> float:
    """How likely it is that such log-odds are above 0; for a match Phi((wins - losses) / sqrt(wins + losses))."""
    near = max(-STEEP, min(odds, STEEP))
    share, other = logistic(near), logistic(-near)
    return NormalDist().cdf((share - other) / sqrt(variance * share * other))
