"""The heartbeats of workers, in memory that they share with the process that hands out the games.

A worker that a program holds up cannot be trusted to end itself: the program may block signals, stop timers or keep
the interpreter lock. So the worker writes in advance when its next heartbeat is due, and its parent checks.
"""

from __future__ import annotations

import mmap
import multiprocessing
from math import inf
from time import monotonic

IDLE = 2.0  # seconds for which all workers may be idle before a result counts as lost
NEW = 0.0  # the number of a worker that has not begun


class Heartbeats:
    """One number for each of `count` workers, on the clock of time.monotonic().

    It is NEW, or the moment at which the next heartbeat is due (infinite where nobody knows), or, as a negative number,
    the moment since which the worker is idle.
    """

    def __init__(self, count: int):
        self.numbers = memoryview(mmap.mmap(-1, 8 * count)).cast("d")
        self.taken = multiprocessing.get_context("fork").Value("i", 0)
        self.place = 0

    def join(self) -> None:
        """Reserve a number for this process, a worker that is still idle."""
        with self.taken:
            self.place = self.taken.value
            self.taken.value += 1
        self.rest()

    def expect(self, seconds: float = inf) -> None:
        """Give this worker so many seconds until its next heartbeat."""
        self.numbers[self.place] = monotonic() + seconds

    def rest(self) -> None:
        """Write that this worker is idle."""
        self.numbers[self.place] = -monotonic()

    def is_late(self) -> bool:
        """Whether a heartbeat is overdue, or all workers have been idle for so long that a result must be lost."""
        now, begun = monotonic(), [number for number in self.numbers if number != NEW]
        idle = bool(begun) and all(number < 0 and now + number > IDLE for number in begun)
        return idle or any(0 < number < now for number in begun)
