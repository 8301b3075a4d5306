"""By when each worker is to be heard of, in memory that it shares with the process which hands out the games.

A worker that a program holds up cannot be trusted to end itself: the program may block signals, stop timers, or keep
Python's lock. So it writes down beforehand by when it will have written again, and its parent looks.
"""

from __future__ import annotations

import mmap
import multiprocessing
from math import inf
from time import monotonic

IDLE = 2.0  # seconds after which a worker that has nothing to do must have been heard of
NEW = 0.0  # of one that has not begun


class Heartbeats:
    """A number for each of so many workers, on the clock of time.monotonic().

    NEW, or by when it is to be heard of, infinite where nobody knows; or, negative, since when it has nothing to do.
    """

    def __init__(self, count: int):
        self.numbers = memoryview(mmap.mmap(-1, 8 * count)).cast("d")
        self.taken = multiprocessing.get_context("fork").Value("i", 0)
        self.place = 0

    def join(self) -> None:
        """Take a number for this process, a worker, which has nothing to do yet."""
        with self.taken:
            self.place = self.taken.value
            self.taken.value += 1
        self.rest()

    def expect(self, seconds: float = inf) -> None:
        """Let this worker have so many seconds until it is heard of again."""
        self.numbers[self.place] = monotonic() + seconds

    def rest(self) -> None:
        """Let it be known that this worker has nothing to do."""
        self.numbers[self.place] = -monotonic()

    def is_late(self) -> bool:
        """Whether one was not heard of in time; or none has anything to do, so that what they did was not heard."""
        now, begun = monotonic(), [number for number in self.numbers if number != NEW]
        idle = bool(begun) and all(number < 0 and now + number > IDLE for number in begun)
        return idle or any(0 < number < now for number in begun)
