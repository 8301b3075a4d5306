"""A watch over games that are played in a pool's worker, without processes of their own for the players.

A player that forks and returns comes back twice: the copy of the worker ends before it plays on.

A player that hangs in C holds the interpreter's lock: no thread and no handler of Python runs any more. Only the kernel
can end it, by a timer whose signal no handler takes: that ends the worker, and the pool learns whose game it was.
"""

from __future__ import annotations

import os
import signal
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from referee.events import Asked, Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARGIN = 1.0  # seconds after a deadline, when the match would have judged what is merely late
SOON = 1e-3  # seconds; none would mean no timer

active = False


def on() -> None:
    """Let `watched` end this process; called by a worker of a pool, on its main thread."""
    global active  # noqa: PLW0603  # a process is watched or it is not
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        active = True


def off() -> None:
    """Let it end this process no more."""
    global active  # noqa: PLW0603  # as above
    active = False


def watched(events: Iterable[Event], margin: float = MARGIN) -> Iterator[Event]:
    """The same events; where a player is still choosing so many seconds after its deadline, SIGALRM ends this process.

    Only where `on` was called; elsewhere nothing happens.
    """
    return armed(events, margin) if active else iter(events)


def armed(events: Iterable[Event], margin: float) -> Iterator[Event]:
    """The same events, with a timer that runs while a player chooses.

    What a player leaves behind of its own ends before the next one chooses: its timer, and a copy of this process.
    """
    worker = os.getpid()
    try:
        for event in events:
            calm(worker)
            if isinstance(event, Asked) and event.deadline < inf:
                signal.signal(signal.SIGALRM, signal.SIG_DFL)  # whatever the other player made of it
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
                signal.setitimer(signal.ITIMER_REAL, max(event.deadline - monotonic() + margin, SOON))
            yield event
    finally:
        calm(worker)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # what a player put in its place is not for the next game


def calm(worker: int) -> None:
    """Stop the timer; end this process where it is not the worker, but what a program forked and let come back."""
    if os.getpid() != worker:
        os._exit(1)
    signal.setitimer(signal.ITIMER_REAL, 0)
