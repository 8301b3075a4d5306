"""A watch over games that are played in a pool's worker, without processes of their own for the players.

A player that forks and returns comes back twice: the copy of the worker ends before it plays on.

A player that hangs in C holds the interpreter's lock: no thread and no handler of Python runs any more. Only the kernel
can end it, by a timer whose signal no handler takes: that ends the worker, and the pool learns whose game it was. Where
a program has stopped that too, the process that hands out the games ends the worker (heard.py).
"""

from __future__ import annotations

import os
import signal
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from referee.match.events import Asked, Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.running.heartbeat import Heartbeats

MARGIN = 1.0  # seconds after a deadline, when the match would have judged what is merely late
BEGINNING = 60.0  # seconds for getting ready, in games in which time is limited
BETWEEN = 5.0  # those between two events of such a game in which no player chooses, and after it
SOON = 1e-3  # seconds; none would mean no timer

active = False
heartbeats: Heartbeats | None = None  # where this worker writes by when it is to be heard of


def enable(place: Heartbeats | None = None) -> None:
    """Let `watched` end this process; called by a worker of a pool, on its main thread.

    place  where it writes down for its parent by when it is to be heard of.
    """
    global active, heartbeats  # a process is watched or it is not
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        active, heartbeats = True, place
    if heartbeats:
        heartbeats.join()


def disable() -> None:
    """Let it end this process no more."""
    global active  # noqa: PLW0603  # as above
    active = False


def watch_events(events: Iterable[Event], timed: bool = False, margin: float = MARGIN) -> Iterator[Event]:
    """The same events; where a player is still choosing so many seconds after its deadline, SIGALRM ends this process.

    timed  whether time is limited: then nothing else may hold this process up for long either.
    Only where `on` was called; elsewhere nothing happens.
    """
    return arm_timer(events, timed, margin) if active else iter(events)


def expect_heartbeat(seconds: float) -> None:
    """Let the parent end this process where it is not heard of within so many seconds."""
    if heartbeats:
        heartbeats.expect(seconds)


def report_idle() -> None:
    """Let the parent know that this process has nothing to do."""
    if heartbeats:
        heartbeats.rest()


def arm_timer(events: Iterable[Event], timed: bool, margin: float) -> Iterator[Event]:
    """The same events, with a timer that runs while a player chooses; the parent is told by when the next is due.

    What a player leaves behind of its own ends before the next one chooses: its timer, and a copy of this process.
    """
    worker = os.getpid()
    expect_heartbeat(BEGINNING if timed else inf)
    try:
        for event in events:
            disarm_timer(worker)
            expect_heartbeat(BETWEEN if timed else inf)
            if isinstance(event, Asked) and event.deadline < inf:
                signal.signal(signal.SIGALRM, signal.SIG_DFL)  # whatever the other player made of it
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
                left = max(event.deadline - monotonic() + margin, SOON)
                signal.setitimer(signal.ITIMER_REAL, left)
                expect_heartbeat(left + MARGIN)
            yield event
    finally:
        disarm_timer(worker)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # what a player put in its place is not for the next game


def disarm_timer(worker: int) -> None:
    """Stop the timer; end this process where it is not the worker, but what a program forked and let come back."""
    if os.getpid() != worker:
        os._exit(1)
    signal.setitimer(signal.ITIMER_REAL, 0)
