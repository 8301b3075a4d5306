"""Work done by several processes at once, each forked from this one with all that it holds.

Processes, not threads: a game in plain Python holds the interpreter's lock all the time.
"""

import json
import math
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from types import TracebackType
from typing import Any, Self

from players.search.clock import hurried, hurry

PACE = 0.2  # seconds between two checks that the parent lives
GRACE = 0.1  # seconds that a report may be late
BEAT = 0.05  # seconds between two checks whether this process is hurried
LAST = 1.0  # seconds to report after a hurry


def can_fork() -> bool:
    """Return whether this system can fork processes."""
    return hasattr(os, "fork")


def refuse_threads(threads: int) -> None:
    """Raise ValueError if this system cannot run `threads` of them."""
    if threads > 1 and not can_fork():
        raise ValueError(f"threads={threads} needs processes that fork, which this system has not got; allowed: 1")


class SearchWorkers:
    """Forked processes; leaving the `with` block, for any reason, ends them all.

    Any thread may fork them. They are hurried through pipes: after a fork on a thread that is not the main one, Python
    3.13 runs no signal handler.
    """

    def __init__(self) -> None:
        self.pids: list[int] = []
        self.pipes: list[int] = []  # that they report through
        self.leashes: list[int] = []  # that they are hurried through

    def __enter__(self) -> Self:
        return self

    def start(self, work: Callable[[], Any]) -> None:
        """Run `work` in a new process; what it returns must be fit for JSON."""
        reading, writing = os.pipe()
        self.pipes.append(reading)
        held, leash = os.pipe()
        self.leashes.append(leash)
        parent = os.getpid()
        # Signals wait until it is known which process this is; the child never gets them.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        try:
            pid = os.fork()
            if pid == 0:
                run_and_report(work, writing, held, parent)
            self.pids.append(pid)
        finally:
            os.close(writing)
            os.close(held)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def reports(self, deadline: float = math.inf) -> list[Any]:
        """Return what the processes return, in order of their starts, without those that die or miss the deadline.

        Once this process is hurried, they are too.
        """
        told = False
        heard = dict.fromkeys(self.pipes, b"")
        with DefaultSelector() as selector:
            for pipe in self.pipes:
                selector.register(pipe, EVENT_READ)
            while selector.get_map():
                if hurried() and not told:
                    self.hurry()
                    told, deadline = True, min(deadline, monotonic() + LAST)
                left = deadline + GRACE - monotonic()
                ready = selector.select(max(0.0, min(left, BEAT)))
                if not ready and left <= 0:
                    break
                for key, _ in ready:
                    heard[key.fd] += (piece := os.read(key.fd, 1 << 16))
                    if not piece:
                        selector.unregister(key.fd)
        return [json.loads(each) for each in heard.values() if each.endswith(b"\n")]

    def hurry(self) -> None:
        for leash in self.leashes:
            with suppress(BrokenPipeError):  # of one that has ended
                os.write(leash, b"!")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        for pipe in self.pipes + self.leashes:
            os.close(pipe)


def run_and_report(work: Callable[[], Any], writing: int, held: int, parent: int) -> None:
    """Run the work, write its result to the pipe, and end this process without flushing the parent's files."""
    try:
        threading.Thread(target=obey_parent, args=(held, parent), daemon=True).start()
        report = json.dumps(work()).encode() + b"\n"
        while report:
            report = report[os.write(writing, report) :]
    finally:
        os._exit(0)


def obey_parent(held: int, parent: int) -> None:
    """Hurry this process when a byte comes through the pipe `held`, and end it once the parent has ended."""
    with DefaultSelector() as selector:
        selector.register(held, EVENT_READ)
        while os.getppid() == parent:
            if selector.select(PACE) and os.read(held, 1):
                hurry()
    os._exit(1)
