"""The time that words take to a program and back."""

from collections.abc import Callable
from statistics import median
from time import monotonic

PINGS = 5


def measure_ping(exchange: Callable[[], object]) -> float:
    """The median of the seconds that it takes to say something and to be answered."""
    found = []
    for _ in range(PINGS):
        began = monotonic()
        exchange()
        found.append(monotonic() - began)
    return median(found)
