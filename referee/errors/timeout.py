"""Runs user code with a time limit, captures what it prints, and detects draws from the module random."""

from __future__ import annotations

import inspect
import io
import os
import random
import signal
import threading
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from time import monotonic
from typing import TYPE_CHECKING

from referee.errors.ownership import is_system_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


NANOSECONDS = 1e-9
LONGEST = 100  # bytes of what Linux tells: three numbers
SOON = 0.001  # seconds until it is looked at again, at least
CALLS = 12  # times the limit of one call that all calls together may take


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
        """Return the seconds that it has ever waited for a processor; 0 if nobody knows."""
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


class CodeTimeout(BaseException):
    """Raised inside user code that takes too long. A BaseException, so that `except Exception` does not catch it."""


@contextmanager
def limit_time(seconds: float, each: bool = False) -> Iterator[None]:
    """Raise CodeTimeout in this block after so many seconds, and again after as many more.

    What it waits for a processor is not counted. It takes the main thread and a timer; elsewhere it waits on.
    each  whether every call of user code has so many seconds: one that lasts twice as long is surely broken off, and
          so are all of them after CALLS times as many seconds.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    watch = Stopwatch()
    around, call, rounds = set(find_frames(inspect.currentframe())), None, 0

    def look(number: int, frame: FrameType | None) -> None:
        """The time is over, or the machine is busy with something else."""
        nonlocal watch, call, rounds
        left = seconds - watch.seconds
        if left > 0:
            signal.setitimer(signal.ITIMER_REAL, max(left, SOON))
            return
        watch, before, rounds = Stopwatch(), call, rounds + 1
        signal.setitimer(signal.ITIMER_REAL, seconds)
        user = [up for up in find_frames(frame) if up not in around and is_user_frame(up)]
        call = user[-1] if user else None
        if not each or (call and call is before) or rounds >= CALLS:
            raise CodeTimeout

    try:
        before = signal.signal(signal.SIGALRM, look)
    except ValueError:  # some Pythons know no handlers in a process that was not forked by the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def find_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """That frame, its caller, and so on."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def is_user_frame(frame: FrameType) -> bool:
    """Whether user code runs in that frame."""
    return not is_system_file(frame.f_code.co_filename)


class OutputCapture(io.TextIOBase):
    """Captures what is printed, and the line of the user's file that printed first."""

    def __init__(self) -> None:
        self.words = ""
        self.place = ""

    def writable(self) -> bool:
        return True

    def write(self, words: str) -> int:
        if not self.words:
            self.place = find_printing_line(inspect.currentframe())
        self.words = (self.words + words)[:1000]
        return len(words)


def find_printing_line(frame: FrameType | None) -> str:
    """Return the function and line of user code that runs in that frame or a caller of it; empty if there is none."""
    found = next(filter(is_user_frame, find_frames(frame)), None)
    return f"{found.f_code.co_name}, line {found.f_lineno}" if found else ""


@contextmanager
def capture_output() -> Iterator[OutputCapture]:
    """Capture all that is printed in this block."""
    ear = OutputCapture()
    with redirect_stdout(ear), redirect_stderr(ear):
        yield ear


def random_state() -> object:
    """Return the state of the module random, which differs after a draw."""
    return random.getstate()
