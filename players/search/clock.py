"""When a search has to stop: at its deadline, after so many nodes, or because a person pressed Ctrl-C."""

from __future__ import annotations

import math
from time import monotonic

import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

OFTEN = cython.declare(cython.double, 0.0005)  # seconds between two looks at the time that are too few
SELDOM = cython.declare(cython.double, 0.002)  # and too many
# Seconds between two chances for other threads. One that waits asks for its turn after sys.getswitchinterval(), 0.005,
# unless the lock was let go meanwhile, however shortly: let go more often, it would never be heard.
PAUSE = cython.declare(cython.double, 0.01)
ENDLESS = 1 << 62


class Stop(Exception):
    """The search is out of time or nodes."""


class Clock:
    """Counts nodes and raises Stop at the deadline (a time.monotonic() float) or once the budget of nodes is used up.

    It looks at the time about once a millisecond, however fast or slow the game is.
    """

    def __init__(self, deadline: float = math.inf, budget: int | None = None):
        self.deadline = deadline
        self.budget = ENDLESS if budget is None else budget
        self.nodes = 0
        self.stride = 1
        self.left = 1
        self.seen = self.yielded = monotonic()

    def share(self, part: int) -> Clock:
        """A clock of its own for one part of `part` of the time and nodes left."""
        now = monotonic()
        deadline = now + max(0.0, self.deadline - now) / part
        return Clock(deadline, (self.budget - self.nodes) // part)

    def look(self):
        if cython.compiled:
            PyErr_CheckSignals()  # else Ctrl-C would wait for the search to end
        now: cython.double = monotonic()
        if cython.compiled and now - self.yielded > PAUSE:
            self.yielded = now
            with cython.nogil:  # else so would other threads
                pass
        if now >= self.deadline or self.nodes >= self.budget:
            raise Stop
        if now - self.seen < OFTEN:
            self.stride *= 2
        elif now - self.seen > SELDOM:
            self.stride = max(1, self.stride // 2)
        self.seen = now
        self.left = min(self.stride, self.budget - self.nodes)
        return 0

    if not cython.compiled:  # compiled, clock.pxd inlines it

        def tick(self):
            """Count one node. Raises Stop."""
            self.nodes += 1
            self.left -= 1
            if self.left <= 0:
                self.look()

        def listed(self, moves):
            """Look at the time the sooner for so many moves gone through, 64 of which take as long as a node."""
            self.left -= moves >> 6
