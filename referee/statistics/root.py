"""Where a function of one number is 0: the one root finder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

CLOSE = 2.0**-51  # of the root: about the precision of a float
STEPS = 200  # at most; where the function is smooth ten do


def root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function is 0 between these ends, to the precision of a float; the nearer end where it is not.

    By inverse quadratic interpolation where that can be relied on, else by halving: T. R. Chandrupatla, Advances in
    Engineering Software 28, 1997.
    """
    last, old = (low, rising(low)), (high, rising(high))
    if last[1] >= 0:
        return low
    if old[1] <= 0:
        return high
    part = 0.5  # of the way from the last place to the other side of the root
    for _ in range(STEPS):
        way = old[0] - last[0]  # counted from the end that is nearer to 0, which keeps small roots precise
        place = last[0] + part * way if abs(last[0]) <= abs(old[0]) else old[0] - (1 - part) * way
        here = place, rising(place)
        if (here[1] < 0) == (last[1] < 0):
            before = last
        else:
            before, old = old, last
        last = here
        best = min(last, old, key=lambda each: abs(each[1]))
        least = CLOSE * abs(best[0]) / abs(old[0] - before[0])
        if least > 0.5 or best[1] == 0:
            break
        part = min(1 - least, max(least, interpolated(last, old, before)))
    return best[0]


def interpolated(last: tuple[float, float], old: tuple[float, float], before: tuple[float, float]) -> float:
    """The part of the way from the last place to the old one at which the root is to be expected; a half in doubt."""
    (a, fa), (b, fb), (c, fc) = last, old, before
    way, rise = (a - b) / (c - b), (fa - fb) / (fc - fb)
    if not (rise * rise < way and (1 - rise) * (1 - rise) < 1 - way):
        return 0.5
    return fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
