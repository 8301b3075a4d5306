"""The signals that end the program: SIGINT from Ctrl-C, SIGTERM, and SIGHUP from a window that was closed.

SIGTERM and SIGHUP do what Ctrl-C does: the command cleans up, the terminal is restored, and the exit status is 128 plus
the number of the signal.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
INTERRUPTING = {signal.SIGINT, *ENDING}
INTERRUPTED = 130  # the exit status after Ctrl-C
TWICE = 1.0  # seconds in which a signal counts once: `timeout` sends it to the process and to its group
PATIENCE = 0.5  # seconds in which a signal waits for a module that is being loaded
AGAIN = 0.01  # seconds until the signal is sent again
put_off: dict[int, float] = {}  # the signals that wait, and since when
received: dict[int, float] = {}  # the signals that ended the program, and when
pages: list[Callable[[], None]] = []  # functions that end the open pages


class Interrupted(KeyboardInterrupt):
    """Raised when Ctrl-C is pressed.

    It is its own class because `python -m` ends by SIGINT instead of the exit status once a plain KeyboardInterrupt has
    left code run by `exec`, such as the methods of dataclasses, even if the exception is caught.
    """


class Terminated(Interrupted):
    """Raised when a signal that ends the process has arrived."""


def install_handlers() -> None:
    """Let SIGTERM and SIGHUP do what Ctrl-C does. A signal that is ignored stays ignored (nohup)."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, handle_ctrl_c)
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, handle_signal)


class Halt:
    """A person's wish to end soon.

    asked  whether it was uttered;  tell  writes a line for the person.
    """

    def __init__(self) -> None:
        self.asked = False
        self.tell: Callable[[str], None] = partial(print, file=sys.stderr)


@contextmanager
def halt_first() -> Iterator[Halt]:
    """Let the first Ctrl-C in this block only ask for a halt; the next one does what it did before."""
    halt, before = Halt(), signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield halt
        return

    def ask(number: int, frame: FrameType | None) -> None:
        signal.signal(number, before)
        halt.asked = True

    signal.signal(signal.SIGINT, ask)
    try:
        yield halt
    finally:
        signal.signal(signal.SIGINT, before)


def handle_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Raise Interrupted."""
    if not is_put_off(number, frame):
        raise Interrupted


def handle_signal(number: int, frame: FrameType | None) -> None:
    """End an open page, which restores the terminal; if none is open, raise Terminated."""
    if is_put_off(number, frame):
        return
    if monotonic() - max(received.values(), default=-inf) < TWICE:
        return
    received[number] = monotonic()
    if hasattr(signal, "SIGTTOU"):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # in the background, to restore the terminal would stop it
    if not pages:
        raise Terminated
    pages[-1]()


def is_put_off(number: int, frame: FrameType | None) -> bool:
    """Return whether the signal comes again in a moment, as it came while a module was loaded.

    Callbacks of the import system and the start of compiled modules may swallow an exception. A module that takes
    longer than PATIENCE is interrupted all the same.
    """
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    if frame is None or monotonic() - put_off.setdefault(number, monotonic()) > PATIENCE:
        put_off.pop(number, None)
        return False
    _thread.start_new_thread(send_again, (number,))
    return True


def send_again(number: int) -> None:
    """Let the main thread handle the signal once more, in a moment, even if it is waiting then."""
    sleep(AGAIN)
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def raise_if_signalled() -> None:
    """Raise Terminated if a signal has come: code that loads modules may have swallowed it."""
    if received:
        raise Terminated


@contextmanager
def on_signal(end_page: Callable[[], None]) -> Iterator[None]:
    """Let a signal call `end_page` in this block instead of raising Terminated."""
    pages.append(end_page)
    try:
        yield
    finally:
        pages.remove(end_page)


def exit_status(otherwise: int) -> int:
    """Return the exit status of the signal that ended the program, or else `otherwise`.

    After a signal, further signals are ignored; otherwise the next one would end Python as it exits. Output that a
    closed terminal does not take is dropped; otherwise Python would exit with 120.
    """
    if not received:
        return otherwise
    for number in INTERRUPTING:
        signal.signal(number, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return 128 + min(received, key=received.__getitem__)


@contextmanager
def count_interrupts() -> Iterator[Callable[[], int]]:
    """Count Ctrl-C in this block instead of raising Interrupted: yield what returns the count.

    A signal that ends the process counts twice.
    """
    pressed = 0

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed += 1

    def end() -> None:
        nonlocal pressed
        pressed += 2

    before = signal.signal(signal.SIGINT, press)
    try:
        with on_signal(end):
            yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def block_signals() -> Iterator[None]:
    """Block the signals while processes are forked, so that no child handles one before it has set itself up."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def hold_signals(patience: float = inf) -> Iterator[None]:
    """Delay the signals until a block on the main thread is done, as rich erases only what it drew completely.

    patience  seconds after the first signal, from when on a further one interrupts the block.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in INTERRUPTING}
    before = {number: handler for number, handler in handlers.items() if callable(handler)}
    pressed: list[tuple[int, float]] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append((number, monotonic()))
        if pressed[-1][1] - pressed[0][1] > patience:
            before[number](number, frame)

    for number in before:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number, _ in pressed[:1]:
        signal.raise_signal(number)
