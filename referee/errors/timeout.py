"""Runs user code with a time limit, captures what it prints, and detects draws from the module random."""

from __future__ import annotations

import inspect
import io
import random
import signal
import threading
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from referee.errors.stopwatch import Stopwatch
from referee.errors.user_code import is_system_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

SOON = 0.001  # seconds until it is looked at again, at least


class CodeTimeout(BaseException):
    """Raised inside user code that takes too long. A BaseException, so that `except Exception` does not catch it."""


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Raise CodeTimeout in this block after so many seconds, and again after as many more.

    What it waits for a processor is not counted. It takes the main thread and a timer; elsewhere it waits on.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    watch = Stopwatch()

    def look(number: int, frame: FrameType | None) -> None:
        """The time is over, or the machine is busy with something else."""
        nonlocal watch
        left = seconds - watch.seconds
        if left <= 0:
            watch, left = Stopwatch(), seconds
            signal.setitimer(signal.ITIMER_REAL, left)
            raise CodeTimeout
        signal.setitimer(signal.ITIMER_REAL, max(left, SOON))

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
    """The function and line of user code that runs in that frame or a caller of it; empty if there is none."""
    while frame is not None:
        if not is_system_file(frame.f_code.co_filename):
            return f"{frame.f_code.co_name}, line {frame.f_lineno}"
        frame = frame.f_back
    return ""


@contextmanager
def capture_output() -> Iterator[OutputCapture]:
    """Capture all that is printed in this block."""
    ear = OutputCapture()
    with redirect_stdout(ear), redirect_stderr(ear):
        yield ear


def random_state() -> object:
    """The state of the module random, which differs after a draw."""
    return random.getstate()
