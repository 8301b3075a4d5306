"""Whether a program looks at the clock: heard in an interpreter that has imported this before anything else.

A program may hold the functions of the module time by names of its own; it does not get to see others there.
"""

from __future__ import annotations

import time
from functools import wraps
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ("monotonic", "time", "perf_counter", "process_time", "thread_time")

looks = 0  # at the clock, ever


def count_looks() -> None:
    """Count from now on how often the clock is looked at."""
    for name in (*NAMES, *(f"{name}_ns" for name in NAMES)):
        setattr(time, name, wrap_clock(getattr(time, name)))


def wrap_clock(clock: Callable[[], float]) -> Callable[[], float]:
    """The function, each call of which is counted."""

    @wraps(clock)
    def read() -> float:
        global looks  # noqa: PLW0603  # one count for the process, as there is one module time
        looks += 1
        return clock()

    return read
