"""Systematic sampling: things drawn at equal distances along the sum of their weights.

W. G. Madow and L. H. Madow, "On the Theory of Systematic Sampling, I", The Annals of Mathematical Statistics 15, 1944.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

Thing = TypeVar("Thing")


def systematic_sample(things: Sequence[Thing], weights: Sequence[float], size: int, first: float = 0.5) -> list[Thing]:
    """Return `size` of the things in their order, each as often as its weight says, rounded up or down.

    first  the place of the first draw within the first distance, from 0 to 1.
    """
    found: list[Thing] = []
    sums = list(accumulate(weights))
    for thing, passed in zip(things, sums, strict=True):
        while len(found) < size and passed * size >= sums[-1] * (len(found) + first):
            found.append(thing)
    return found
