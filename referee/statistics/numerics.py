"""Numerical methods: a root finder, and the linear algebra for a fit of some hundred ratings."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from games.base.scalar_product import dot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


CLOSE = 2.0**-51  # of the root: about the precision of a float
STEPS = 200  # at most; a smooth function needs ten
Vector = list[float]
Matrix = list[Vector]
ROUNDING = 1e-13  # of a sum's terms


def root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Return where a rising function is 0 between two ends, to the precision of a float; otherwise the nearer end.

    By inverse quadratic interpolation if it is reliable, otherwise by halving: T. R. Chandrupatla, Advances in
    Engineering Software 28, 1997.
    """
    last, old = (low, rising(low)), (high, rising(high))
    if last[1] >= 0:
        return low
    if old[1] <= 0:
        return high
    part = 0.5  # of the way from the last place to the other side of the root
    for _ in range(STEPS):
        way = old[0] - last[0]  # from the end nearer to 0, which keeps small roots precise
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
    """Return the part of the way from `last` to `old` at which to expect the root; a half in doubt."""
    (a, fa), (b, fb), (c, fc) = last, old, before
    way, rise = (a - b) / (c - b), (fa - fb) / (fc - fb)
    if not (rise * rise < way and (1 - rise) * (1 - rise) < 1 - way):
        return 0.5
    return fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)


def cholesky(matrix: Matrix) -> Matrix:
    """Return the lower triangle L with L L' = matrix, which must be positive definite; row i has i + 1 entries.

    If rounding makes the matrix less than that, L L' is slightly more.
    """
    lower: Matrix = []
    for row, given in enumerate(matrix):
        entries: Vector = []
        for column in range(row):
            done = lower[column]
            entries.append((given[column] - dot(entries, done)) / done[column])  # `entries` ends the sum
        entries.append(sqrt(max(given[row] - dot(entries, entries), ROUNDING * given[row])))
        lower.append(entries)
    return lower


def solve(lower: Matrix, right: Sequence[float]) -> Vector:
    """Return the x with L L' x = right."""
    forward: Vector = []
    for row, value in zip(lower, right, strict=True):
        forward.append((value - dot(row, forward)) / row[-1])
    for place in range(len(lower) - 1, -1, -1):
        row = lower[place]
        value = forward[place] = forward[place] / row[-1]
        for column in range(place):
            forward[column] -= row[column] * value
    return forward


def invert(lower: Matrix) -> Matrix:
    """Return the inverse of L L'."""
    size = len(lower)
    columns: Matrix = []  # column j of the inverse of L, from row j on
    for start in range(size):
        column = [1 / lower[start][start]]
        for place in range(start + 1, size):
            row = lower[place]
            column.append(-dot(row[start:place], column) / row[place])
        columns.append(column)
    inverse = [[0.0] * size for _ in range(size)]
    for one in range(size):
        for two in range(one, size):
            inverse[one][two] = inverse[two][one] = dot(columns[one][two - one :], columns[two])
    return inverse


def sandwich(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the product of three symmetric matrices, the first and the last of them `outer`."""
    half = [[dot(row, column) for column in inner] for row in outer]
    whole = [[0.0] * len(outer) for _ in outer]
    for one, row in enumerate(half):
        for two, column in enumerate(outer[: one + 1]):
            whole[one][two] = whole[two][one] = dot(row, column)
    return whole


def spread(matrix: Matrix, weights: dict[int, float]) -> float:
    """Return the variance w' M w of a weighted sum, from the covariance M of its terms. Missing weights are 0.

    It is above 0 even if terms that cancel have larger rounding errors.
    """
    every = [0.0] * len(matrix)
    for place, weight in weights.items():
        every[place] = weight
    variance = sum(weight * dot(matrix[place], every) for place, weight in weights.items())
    alone = sum(weight * weight * abs(matrix[place][place]) for place, weight in weights.items())
    return max(variance, ROUNDING * alone)


def variance_between(matrix: Matrix, one: int, other: int) -> float:
    """Return the variance of the difference of two terms, above 0 as in `spread`."""
    mine, theirs = matrix[one][one], matrix[other][other]
    return max(mine + theirs - 2 * matrix[one][other], ROUNDING * (abs(mine) + abs(theirs)))
