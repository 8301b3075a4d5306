"""Time that a process takes, without what it waits for a processor: so that a busy machine changes no verdict."""

from __future__ import annotations

import os
from time import monotonic

NANOSECONDS = 1e-9
LONGEST = 100  # bytes of what Linux tells: three numbers


class Stopwatch:
    """Runs from now on: for a process of that id, or for this thread.

    Sleeping counts, waiting for one's turn on a processor does not. Only Linux tells how long that was; elsewhere all
    counts.
    """

    def __init__(self, pid: int | None = None):
        # The second number there is the time on a run queue (kernel.org, Documentation/scheduler/sched-stats.rst).
        self.path = f"/proc/{pid}/schedstat" if pid else "/proc/thread-self/schedstat"
        self.began, self.before = monotonic(), self.waited()

    def waited(self) -> float:
        """The seconds that it has ever waited for a processor; 0 if nobody knows."""
        try:
            file = os.open(self.path, os.O_RDONLY)  # a Path takes several times as long, and this runs in each position
            try:
                return int(os.read(file, LONGEST).split()[1]) * NANOSECONDS
            finally:
                os.close(file)
        except (OSError, IndexError, ValueError):
            return 0.0

    @property
    def seconds(self) -> float:
        """The seconds since it began, those aside that were waited for a processor."""
        return monotonic() - self.began - max(self.waited() - self.before, 0.0)

    def passes(self, seconds: float) -> bool:
        """Whether more than so many seconds have gone by; what it waited is asked for only if that can change this."""
        return monotonic() - self.began > seconds and self.seconds > seconds
