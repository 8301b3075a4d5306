"""Glicko-2: a rating, its deviation, and the volatility of the player.

Steps and letters are as in M. E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf).
"""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MIDDLE, SCALE = 1500.0, 173.7178  # the ratings 0 and 1 of the steps on the usual scale
WIDEST = 350.0  # the deviation of a new player
TAU = 0.5  # how fast a volatility may change, 0.3 to 1.2 by Glickman
CLOSE = 1e-6  # the precision of the search for the volatility
SURE = 1.96  # deviations from the middle to the ends of a 95 % interval


@dataclass(frozen=True)
class GlickoRating:
    """A player's rating.

    rating      1500 for a new player;  deviation  its standard error, 350 at first.
    volatility  how much the strength changes from period to period, 0.06 at first.
    """

    rating: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval of the rating."""
        return self.rating - SURE * self.deviation, self.rating + SURE * self.deviation


@dataclass(frozen=True)
class GlickoResult:
    """A game against an opponent with a rating and deviation; `score` is 0 to 1, a draw a half."""

    rating: float
    deviation: float
    score: float


def expected_score(one: float, other: float, deviation: float = 0.0) -> float:
    """Return the expected score, 0 to 1, of rating `one` against `other`, which has a deviation."""
    return 1 / (1 + exp(-weight(deviation / SCALE) * (one - other) / SCALE))


def weight(phi: float) -> float:
    """Return the weight of an opponent with deviation `phi`: the g of step 3."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def rate_period(player: GlickoRating, results: Sequence[GlickoResult]) -> GlickoRating:
    """Return the rating after a period with these results; without results only the deviation grows."""
    phi = player.deviation / SCALE
    if not results:
        return GlickoRating(player.rating, SCALE * sqrt(phi**2 + player.volatility**2), player.volatility)
    weights = [weight(each.deviation / SCALE) for each in results]
    shares = [expected_score(player.rating, each.rating, each.deviation) for each in results]
    variance = 1 / sum(g**2 * share * (1 - share) for g, share in zip(weights, shares, strict=True))
    surplus = sum(g * (each.score - share) for g, share, each in zip(weights, shares, results, strict=True))
    sigma = find_volatility(player.volatility, phi, variance, variance * surplus)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
    return GlickoRating(player.rating + SCALE * phi**2 * surplus, SCALE * phi, sigma)


def rate_one_by_one(results: Iterable[GlickoResult], player: GlickoRating | None = None) -> GlickoRating:
    """Return the rating after results that are a period each; of a new player unless one is given."""
    player = player or GlickoRating()
    for each in results:
        player = rate_period(player, [each])
    return player


def find_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: step 5, by the Illinois algorithm.

    variance  of the rating by the results alone;  delta  the improvement by the results alone.
    """
    start = log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high, surplus = start, start - TAU, delta**2 - phi**2 - variance
    if surplus > 0:
        high = log(surplus)
    else:
        while slope(high) < 0:  # it changes its sign between the two
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
