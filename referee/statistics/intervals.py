"""What follows from Wilson's interval on the scale of log-odds."""

from __future__ import annotations

from math import exp, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from referee.statistics.scoring import wilson

if TYPE_CHECKING:
    from collections.abc import Callable

FARTHEST = 60.0  # log-odds, more than 10,000 Elo
STEEP = 100.0  # log-odds from which on an interval has no other shape any more
EXACT = 1e-9
STEPS = 60  # halvings, which bring that below the precision of a float


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


def crossing(falling: Callable[[float], float], level: float) -> float:
    """Where a function that falls from -60 to 60 comes down to that level."""
    low, high = -FARTHEST, FARTHEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > level else (low, middle)
    return (low + high) / 2


def root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function is 0, or the end that is nearest to it: by the Illinois rule of false position.

    The rule takes few steps: M. Dowell and P. Jarratt, BIT 11, 1971.
    """
    under, over = rising(low), rising(high)
    if under >= 0:
        return low
    if over <= EXACT:
        return high
    kept = 0  # which end stood still in the last step
    for _ in range(STEPS):
        middle = high - over * (high - low) / (over - under)
        here = rising(middle)
        if abs(here) <= EXACT or not low < middle < high:
            return middle
        if here < 0:
            low, under, over, kept = middle, here, over / 2 if kept > 0 else over, 1
        else:
            high, over, under, kept = middle, here, under / 2 if kept < 0 else under, -1
    return (low + high) / 2
