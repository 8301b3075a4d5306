"""When a search has to stop: at its deadline, after its budget of nodes, or because a person says so."""

from __future__ import annotations

import math
from time import monotonic

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

OFTEN = cython.declare(cython.double, 0.0005)  # seconds between two looks at the time, at least
SELDOM = cython.declare(cython.double, 0.002)  # and at most
# Seconds between two releases of the lock. A waiting thread asks for the lock after sys.getswitchinterval(), 0.005,
# unless it was released meanwhile, however briefly: with more frequent releases it would never ask.
PAUSE = cython.declare(cython.double, 0.01)
# How long a hurried search may still run: too short to notice, long enough for a new search to find something.
MOMENT = cython.declare(cython.double, 0.05)
ENDLESS = 1 << 62

SINCE = cython.declare(cython.double, math.inf)  # when this process was hurried, by monotonic()


class Stop(Exception):
    """The search is out of time or nodes."""


def hurry(at_once: bool = False) -> None:
    """End all searches of this process as at a deadline, until `relax`; callable from any thread.

    at_once  without the moment in which they find something, because nobody wants to know.
    """
    global SINCE  # noqa: PLW0603  # a C variable when compiled, which a clock reads at no cost
    SINCE = min(SINCE, -math.inf if at_once else monotonic())


def relax() -> None:
    """Let searches take their time again."""
    global SINCE  # noqa: PLW0603  # as above
    SINCE = math.inf


def hurried() -> bool:
    """Return whether the process was hurried and has not relaxed since."""
    return SINCE < math.inf  # noqa: SIM300  SINCE changes


class Clock:
    """Counts nodes and raises Stop at the deadline (by time.monotonic()) or when the budget of nodes is used up.

    It looks at the time about once a millisecond, however fast or slow the game is. Once the process is hurried, it
    raises Stop after a MOMENT and at every later look, until the process relaxes.
    """

    # patience: seconds to go on when hurried. lent: the last shared part, until it is joined.

    def __init__(self, deadline: float = math.inf, budget: int | None = None):
        self.deadline = deadline
        self.budget = ENDLESS if budget is None else budget
        self.nodes = 0
        self.patience = MOMENT
        self.lent = None
        self.stride = 1
        self.left = 1
        self.seen = self.yielded = monotonic()

    def share(self, part: int, most: int | None = None) -> Clock:
        """Return a clock with 1/`part` of the remaining time and nodes, `most` nodes at most; `join` it after use."""
        now = monotonic()
        end = min(self.deadline, SINCE + self.patience)
        nodes = (self.budget - self.nodes) // part
        lent = Clock(now + max(0.0, end - now) / part, nodes if most is None else min(nodes, most))
        lent.patience = self.patience if hurried() else self.patience / part
        self.lent = lent
        return lent

    def join(self) -> None:
        """Count the nodes of the last shared part."""
        self.nodes = self.total_nodes()
        self.lent = None

    def total_nodes(self) -> int:
        """Return the nodes counted so far, including a running part; callable from any thread."""
        lent: Clock | None = self.lent
        return self.nodes if lent is None else self.nodes + lent.nodes

    def is_over(self) -> bool:
        """Return whether the time or the nodes are used up, or the process was hurried."""
        return monotonic() >= self.deadline or self.nodes >= self.budget or hurried()

    def look(self):
        if cython.compiled:
            PyErr_CheckSignals()  # otherwise Ctrl-C would wait for the end of the search
        now: cython.double = monotonic()
        if cython.compiled and now - self.yielded > PAUSE:
            self.yielded = now
            with cython.nogil:  # and so would other threads
                pass
        if now >= self.deadline or self.nodes >= self.budget or now - SINCE >= self.patience:
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

        def tick_often(self, times):
            """Count `times` nodes. Raises Stop."""
            self.nodes += times
            self.left -= times
            if self.left <= 0:
                self.look()

        def count_listed(self, moves):
            """Count 64 listed moves as one node, so that the clock is checked in time."""
            self.left -= moves >> 6
