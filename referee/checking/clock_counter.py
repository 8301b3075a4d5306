"""Counts how often a program looks at the clock, in an interpreter that imports this before anything else.

A program may bind the functions of the module time to names of its own. It only ever gets those that count.
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
    """Return the function, wrapped so that its calls are counted."""

    @wraps(clock)
    def read() -> float:
        global looks  # noqa: PLW0603  # one count for the process, as there is one module time
        looks += 1
        return clock()

    return read
