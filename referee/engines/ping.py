"""The time that words take to a program and back."""

from collections.abc import Callable
from time import monotonic

PINGS = 5
MOST = 0.002  # seconds that words take at most: a program that answers slowly would not be charged for as much


def measure_ping(exchange: Callable[[], object]) -> float:
    """Return the least of the seconds that it takes to say something and to be answered, MOST at most."""
    found = [MOST]
    for _ in range(PINGS):
        began = monotonic()
        exchange()
        found.append(monotonic() - began)
    return min(found)
