"""Runs user code with a time limit, and captures what it prints."""

from __future__ import annotations

import inspect
import io
import os
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
LONGEST = 100  # bytes of the file: three numbers
SOON = 0.001  # least seconds between two looks
CALLS = 12  # times the limit of one call that all calls together may take


class Stopwatch:
    """Measures time from now on: of the process `pid`, or of this thread.

    Sleeping counts; waiting for a processor does not. Only Linux tells how long that was; elsewhere all counts.
    """

    def __init__(self, pid: int | None = None):
        # The second number there is the time on a run queue (kernel.org, Documentation/scheduler/sched-stats.rst).
        self.path = f"/proc/{pid}/schedstat" if pid else "/proc/thread-self/schedstat"
        self.began, self.before = monotonic(), self.waited()

    def waited(self) -> float:
        """Return the seconds that it has ever waited for a processor; 0 if unknown."""
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
        """The seconds since it began, without those spent waiting for a processor."""
        return monotonic() - self.began - max(self.waited() - self.before, 0.0)

    def passes(self, seconds: float) -> bool:
        """Return whether more than `seconds` have passed. Reads the waiting time only if that matters."""
        return monotonic() - self.began > seconds and self.seconds > seconds


class CodeTimeout(BaseException):
    """Raised inside user code that takes too long. A BaseException, so that `except Exception` does not catch it."""


@contextmanager
def limit_time(seconds: float, each: bool = False) -> Iterator[None]:
    """Raise CodeTimeout in this block after `seconds`, and again after as many more.

    Waiting for a processor does not count. Works on the main thread if there are timers; elsewhere nothing is raised.
    each  whether the limit is for every call of user code. A call that lasts twice as long is surely interrupted, and
          all calls together are after CALLS times the limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    watch = Stopwatch()
    around, call, rounds = set(find_frames(inspect.currentframe())), None, 0

    def look(number: int, frame: FrameType | None) -> None:
        """Interrupt user code if its time is over, or wait on if the machine is busy with something else."""
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
    except ValueError:  # some Pythons allow no handlers in a process that another thread has forked
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def find_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frame, its caller, and so on."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def is_user_frame(frame: FrameType) -> bool:
    """Return whether user code runs in the frame."""
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
            user = next(filter(is_user_frame, find_frames(inspect.currentframe())), None)
            self.place = f"{user.f_code.co_name}, line {user.f_lineno}" if user else ""
        self.words = (self.words + words)[:1000]
        return len(words)


@contextmanager
def capture_output() -> Iterator[OutputCapture]:
    """Capture all that is printed in this block."""
    ear = OutputCapture()
    with redirect_stdout(ear), redirect_stderr(ear):
        yield ear
