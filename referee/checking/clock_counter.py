"""Counts how often a program looks at the clock, in an interpreter that imports this before anything else.

So a program that binds the functions of the module time to names of its own gets those that count, too.
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
    """Count all looks at the clock from now on."""
    for name in (*NAMES, *(f"{name}_ns" for name in NAMES)):
        setattr(time, name, wrap_clock(getattr(time, name)))


def wrap_clock(clock: Callable[[], float]) -> Callable[[], float]:
    """Return a function that counts the calls of `clock`."""

    @wraps(clock)
    def read() -> float:
        global looks  # noqa: PLW0603  # one count for the process, as there is one module time
        looks += 1
        return clock()

    return read
