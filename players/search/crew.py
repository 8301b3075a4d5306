"""Work done by several processes at once, each forked from this one: it starts with all that this one holds.

Processes, not threads: a game in plain Python holds the interpreter's lock all the time, and gains from nothing else.
"""

import json
import math
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from time import monotonic, sleep
from types import TracebackType
from typing import Any

PACE = 0.2  # seconds between two looks at whether the parent lives
GRACE = 0.1  # seconds that one may be late


def forks() -> bool:
    """Whether processes can be forked here."""
    return hasattr(os, "fork")


class Crew:
    """Forked processes, all of which have ended when the `with` block is left, however that is."""

    def __init__(self) -> None:
        self.pids: list[int] = []
        self.pipes: list[int] = []

    def __enter__(self) -> "Crew":
        return self

    def start(self, work: Callable[[], Any]) -> None:
        """Do that work in a process of its own; what it returns must be fit for JSON."""
        reading, writing = os.pipe()
        self.pipes.append(reading)
        parent = os.getpid()
        # Ctrl-C waits till it is known whose process this is; the other one is never told of it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            pid = os.fork()
            if pid == 0:
                deliver(work, writing, parent)
            self.pids.append(pid)
        finally:
            os.close(writing)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def reports(self, deadline: float = math.inf) -> list[Any]:
        """What they return, in the order of their starts; nothing of one that dies, or is late for the deadline."""
        heard = dict.fromkeys(self.pipes, b"")
        with DefaultSelector() as selector:
            for pipe in self.pipes:
                selector.register(pipe, EVENT_READ)
            while selector.get_map():
                left = None if deadline == math.inf else deadline + GRACE - monotonic()
                ready = selector.select(left)
                if not ready and left is not None:
                    break
                for key, _ in ready:
                    heard[key.fd] += (piece := os.read(key.fd, 1 << 16))
                    if not piece:
                        selector.unregister(key.fd)
        return [report for report in map(read, heard.values()) if report is not None]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        for pipe in self.pipes:
            os.close(pipe)


def deliver(work: Callable[[], Any], writing: int, parent: int) -> None:
    """Do the work, write what it returns, and end this process without flushing what the other holds."""
    try:
        threading.Thread(target=outlive, args=(parent,), daemon=True).start()
        report = json.dumps(work()).encode() + b"\n"
        while report:
            report = report[os.write(writing, report) :]
    finally:
        os._exit(0)


def outlive(parent: int) -> None:
    """End this process once that parent has ended, however that was."""
    while os.getppid() == parent:
        sleep(PACE)
    os._exit(1)


def read(heard: bytes) -> Any:
    """The report that was heard; None if it broke off."""
    return json.loads(heard) if heard.endswith(b"\n") else None
