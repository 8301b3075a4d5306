"""Rules that do not come back are broken off; what they print is heard, and who draws numbers is noticed."""

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
    """Raised in the midst of rules that took too long; no `except Exception` of theirs catches it."""


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
    """Hears what is printed, and in which line of whose file."""

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
    """The function and the line of theirs that is running in that frame, or above it; empty where there is none."""
    while frame is not None:
        if not is_system_file(frame.f_code.co_filename):
            return f"{frame.f_code.co_name}, line {frame.f_lineno}"
        frame = frame.f_back
    return ""


@contextmanager
def capture_output() -> Iterator[OutputCapture]:
    """Hear all that is printed in this block, and print nothing of it."""
    ear = OutputCapture()
    with redirect_stdout(ear), redirect_stderr(ear):
        yield ear


def random_state() -> object:
    """The state of the module random: another one once somebody has drawn from it."""
    return random.getstate()
