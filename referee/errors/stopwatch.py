"""Time that a process takes, without what it waits for a processor: so that a busy machine changes no verdict."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

NANOSECONDS = 1e-9


class Stopwatch:
    """Runs from now on: for a process of that id, or for this thread.

    Sleeping counts, waiting for one's turn on a processor does not. Only Linux tells how long that was; elsewhere all
    counts.
    """

    def __init__(self, pid: int | None = None):
        # The second number there is the time on a run queue (kernel.org, Documentation/scheduler/sched-stats.rst).
        self.path = Path(f"/proc/{pid}/schedstat" if pid else "/proc/thread-self/schedstat")
        self.began, self.before = monotonic(), self.waited()

    def waited(self) -> float:
        """The seconds that it has ever waited for a processor; 0 where nobody knows."""
        try:
            return int(self.path.read_text(encoding="ascii").split()[1]) * NANOSECONDS
        except (OSError, IndexError, ValueError):
            return 0.0

    @property
    def seconds(self) -> float:
        """The seconds since it began, those aside that were waited for a processor."""
        return monotonic() - self.began - max(self.waited() - self.before, 0.0)
