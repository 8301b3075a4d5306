"""What ends a program from outside: Ctrl-C, SIGTERM of a system that ends what takes too long, SIGHUP of a window.

The signals do what Ctrl-C does, wherever the program is by then: all that stands at the end of a command is done, the
terminal is given back, and the exit status is 128 and the number of the signal.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
INTERRUPTING = {signal.SIGINT, *ENDING}
INTERRUPTED = 130  # the exit status after Ctrl-C
TWICE = 1.0  # seconds in which a signal is the same one again: `timeout` sends it to the process and to its group
heard: dict[int, float] = {}  # the signals that ended the program, and when
pages: list[Callable[[], None]] = []  # what ends each page that has the terminal


class Terminated(KeyboardInterrupt):
    """A signal that ends the process has come.

    A class of its own, as Python, once a plain KeyboardInterrupt has left a text that is run by `exec`, as those of
    dataclasses are, ends by SIGINT, whatever becomes of the exception.
    """


def heed() -> None:
    """Let the signals that end the process do from now on what Ctrl-C does; what is ignored stays so (nohup)."""
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


def end(number: int, _frame: object) -> None:
    """End what goes on: a page by its own means, which give the terminal back, all else by Terminated."""
    if monotonic() - max(heard.values(), default=-inf) < TWICE:
        return
    heard[number] = monotonic()
    if hasattr(signal, "SIGTTOU"):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # in the background it would stop as it gives the terminal back
    if not pages:
        raise Terminated
    pages[-1]()


def check() -> None:
    """Raise Terminated where a signal came already: what loads modules may have swallowed it."""
    if heard:
        raise Terminated


@contextmanager
def ended_by(end_page: Callable[[], None]) -> Iterator[None]:
    """Have a signal call that, in place of raising Terminated wherever the program is by then."""
    pages.append(end_page)
    try:
        yield
    finally:
        pages.remove(end_page)


def status(otherwise: int) -> int:
    """The exit status: that of the signal by which the program was ended, else the one given.

    Nothing disturbs the leaving any more after a signal; Python itself would take the next one as it always does.
    """
    if not heard:
        return otherwise
    for number in INTERRUPTING:
        signal.signal(number, signal.SIG_IGN)
    discard_unwritable()
    return 128 + min(heard, key=heard.__getitem__)


def discard_unwritable() -> None:
    """Drop what a closed terminal does not take: Python, which writes it once more at its end, would exit with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let what interrupts wait while processes are forked, so that none of them hears it before it knows what it is."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def whole() -> Iterator[None]:
    """Let what interrupts wait for the end of a drawing on the main thread: rich takes away only what it drew whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in INTERRUPTING}
    before = {number: handler for number, handler in before.items() if callable(handler)}
    pressed: list[int] = []
    for number in before:
        signal.signal(number, lambda number, _frame: pressed.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number in pressed[:1]:
        signal.raise_signal(number)
