"""A watchdog for games that a worker of a pool plays without separate processes for the players.

A worker that is held up by a program cannot be trusted to end itself: the program may block signals, stop timers or
keep the interpreter lock. So the worker writes in advance when its next heartbeat is due, and its parent checks.

A player that hangs in C holds the interpreter lock, so that no thread and no signal handler of Python runs. Only the
kernel can end it, by a timer whose signal has no handler. This ends the worker, and the pool learns whose game it was.
If a program has disabled the timer too, the parent ends the worker, by its Heartbeats.
"""

from __future__ import annotations

import mmap
import os
import signal
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from referee.match.events import Asked, Event
from referee.running.foreign_code import has_foreign_code
from referee.support.process_exit import end_forked_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


IDLE = 2.0  # seconds for which all workers may be idle before a result counts as lost
NEW = 0.0  # the number of a worker that has not started
MARGIN = 1.0  # seconds after a deadline, in which the match judges a late move itself
BEGINNING = 60.0  # seconds to get ready, in games with limited time
BETWEEN = 5.0  # seconds between two events of such a game if no player chooses, and after it
SOON = 1e-3  # seconds; 0 would mean no timer


class Heartbeats:
    """One number for each of `count` workers, on the clock of time.monotonic().

    It is NEW, or the time at which the next heartbeat is due (infinite if unknown), or, as a negative number, the time
    since which the worker is idle.
    """

    def __init__(self, count: int):
        import multiprocessing  # only workers need it

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
        self.numbers[self.place] = monotonic() + seconds

    def rest(self) -> None:
        self.numbers[self.place] = -monotonic()

    def is_late(self) -> bool:
        """Return whether a heartbeat is overdue, or a result is lost, as all workers have been idle for long."""
        now, begun = monotonic(), [number for number in self.numbers if number != NEW]
        idle = bool(begun) and all(number < 0 and now + number > IDLE for number in begun)
        return idle or any(0 < number < now for number in begun)


active = False
heartbeats: Heartbeats | None = None  # of this worker


def enable(place: Heartbeats | None = None) -> None:
    """Let `watch_events` end this process. A worker calls this on its main thread.

    place  where the worker writes its heartbeats.
    """
    global active, heartbeats  # a process is watched or it is not
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        active, heartbeats = True, place
    if heartbeats:
        heartbeats.join()


def watch_events(events: Iterable[Event], timed: bool = False, margin: float = MARGIN) -> Iterator[Event]:
    """Pass the events on. SIGALRM ends this process if a player still chooses `margin` seconds after its deadline.

    timed  whether the game has a time limit. Then nothing else may hold this process up for long either.
    Without a call of `enable` before, nothing is watched.
    """
    return arm_timer(events, timed, margin) if active else iter(events)


def watches_choices(timed: bool) -> bool:
    """Return whether `watch_events` needs each Asked event of a game."""
    return active and timed


def after_choice() -> Callable[[int], None]:
    """Return what a match calls after each choice, to end what the player has left behind.

    Built-in players set no timers, and a system call for each of their moves is a fifteenth of a quick game.
    """
    return disarm_timer if active and has_foreign_code() else end_forked_copy


def expect_heartbeat(seconds: float) -> None:
    """Let the parent end this process unless the next heartbeat comes within `seconds`."""
    if heartbeats:
        heartbeats.expect(seconds)


def report_idle() -> None:
    """Tell the parent that this process is idle."""
    if heartbeats:
        heartbeats.rest()


def arm_timer(events: Iterable[Event], timed: bool, margin: float) -> Iterator[Event]:
    """Pass the events on, with a timer that runs while a player chooses, and a heartbeat at each event.

    A timer or a copy of this process that a player leaves behind ends before the next player chooses.
    """
    worker = os.getpid()
    expect_heartbeat(BEGINNING if timed else inf)
    try:
        for event in events:
            disarm_timer(worker)
            expect_heartbeat(BETWEEN if timed else inf)
            if isinstance(event, Asked) and event.deadline < inf:
                signal.signal(signal.SIGALRM, signal.SIG_DFL)  # the other player may have changed it
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
                left = max(event.deadline - monotonic() + margin, SOON)
                signal.setitimer(signal.ITIMER_REAL, left)
                expect_heartbeat(left + MARGIN)
            yield event
    finally:
        disarm_timer(worker)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # a player's handler must not outlast its game


def disarm_timer(worker: int) -> None:
    """Stop the timer. End this process if it is a forked copy of the worker."""
    if os.getpid() != worker:
        os._exit(1)
    signal.setitimer(signal.ITIMER_REAL, 0)
