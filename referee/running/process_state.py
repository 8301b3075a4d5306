"""What a process has but one of, and all programs share that run in it: noticed where one changed it, and put back.

These are the things that programs change without thinking of others: the folder, the environment, signals and timers,
and the streams. For all else there is `--isolate`.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from referee.running.sandbox.supervisor import end_descendants
from referee.support.process_exit import KEPT_CHILDREN, has_other_children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PATIENCE = 0.05  # seconds in which threads may end that a game has left
# The public one makes a member of an enumeration of each handler, which takes longer than all else here together.
getsignal: Callable[[int], Any] = sys.modules["_signal"].getsignal
TIMERS = (0, 1, 2)  # of the time that passes, of that which the process computes, and of both
SIGNALS = sorted(signal.valid_signals())
STREAMS = ("stdin", "stdout", "stderr")
FIRST = range(3)  # descriptors
KEPT: list[int] = []  # copies of these, of this process


@dataclass(frozen=True)
class StateItem:
    """What there is one of: what who changes it did, how it is looked at, and how it is made again what it was.

    calls  the names by which programs change it; none where nobody is told of that.
    """

    name: str
    read: Callable[[], Any]
    put: Callable[[Any], object]
    calls: tuple[str, ...] = ()

    def read_safely(self) -> Any:
        """Return what it is now, None if that cannot be told."""
        try:
            return self.read()
        except Exception:  # noqa: BLE001  # a program may have put anything in its place
            return None

    def restore(self, before: Any) -> bool:
        """Make it what it was; whether it is."""
        with suppress(Exception):
            self.put(before)
        return bool(self.read_safely() == before)


def get_handlers() -> list[Any]:
    """Return what is called for each signal."""
    return [*map(getsignal, SIGNALS)]


def set_handlers(before: list[Any]) -> None:
    """Let that be called."""
    for number, handler, now in zip(SIGNALS, before, get_handlers(), strict=True):
        if handler is not now:
            signal.signal(number, handler)


def get_timers() -> list[bool]:
    """Which of them run."""
    return [signal.getitimer(timer) != (0.0, 0.0) for timer in TIMERS]


def stop_timers(_: object) -> None:
    """Let none run."""
    for timer in TIMERS:
        signal.setitimer(timer, 0)


def get_descriptors() -> list[tuple[int, int]]:
    """Where the first ones lead."""
    if not KEPT:
        KEPT.extend(map(os.dup, FIRST))
    return [(found.st_dev, found.st_ino) for found in map(os.fstat, FIRST)]


def set_descriptors(_: object) -> None:
    """Let them lead where they led."""
    for number, kept in zip(FIRST, KEPT, strict=True):
        os.dup2(kept, number)


def get_streams() -> list[Any]:
    """Return what Python reads and prints by, and whether it is closed."""
    return [(stream, getattr(stream, "closed", False)) for stream in (getattr(sys, name) for name in STREAMS)]


def set_streams(before: list[Any]) -> None:
    """Let it read and print by these."""
    for name, (stream, _) in zip(STREAMS, before, strict=True):
        setattr(sys, name, stream)


def await_threads(before: int) -> None:
    """Give threads a moment to end."""
    deadline = monotonic() + PATIENCE
    for thread in threading.enumerate():
        if threading.active_count() <= before or monotonic() >= deadline:
            return
        if thread is not threading.current_thread():
            thread.join(max(deadline - monotonic(), 0.0))


def get_environment() -> dict[Any, Any]:
    """Return the variables of the environment, unread: to read all of them takes longer than a quick game."""
    return dict(os.environ._data)  # type: ignore[attr-defined]  # noqa: SLF001  # as said


def set_environment(before: dict[Any, Any]) -> None:
    """Set them."""
    for name in get_environment().keys() - before.keys():
        del os.environ[os.fsdecode(name)]
    os.environ.update({os.fsdecode(name): os.fsdecode(value) for name, value in before.items()})


def set_path(before: list[str]) -> None:
    """Let modules be looked for there."""
    sys.path[:] = before


# Nothing of ours changes these while programs run, also where those share a process with a page.
LASTING = (
    StateItem("changed its folder", os.getcwd, os.chdir, ("chdir", "fchdir")),
    StateItem("changed its environment", get_environment, set_environment, ("environ", "putenv", "unsetenv")),
    StateItem("changed sys.path", lambda: list(sys.path), set_path),
    StateItem("changed how deep functions may call each other", sys.getrecursionlimit, sys.setrecursionlimit),
)
SIGNALLING = (
    StateItem("changed what is called for signals", get_handlers, set_handlers, ("signal", "sigaction")),
    StateItem("left a timer running", get_timers, stop_timers, ("alarm", "setitimer")),
    StateItem(
        "closed or changed what is printed to", get_descriptors, set_descriptors, ("close", "closerange", "dup2")
    ),
    StateItem("changed sys.stdin, stdout or stderr", get_streams, set_streams, ("stdin", "stdout", "stderr")),
)
STARTED = (
    StateItem(
        "left threads running",
        threading.active_count,
        await_threads,
        ("Thread", "Timer", "ThreadPoolExecutor", "start_new_thread"),
    ),
    StateItem(
        "left processes behind",
        has_other_children,
        lambda _: end_descendants(KEPT_CHILDREN),
        ("fork", "Popen", "Process", "Pool", "ProcessPoolExecutor", "posix_spawn"),
    ),
)
ALL = (*LASTING, *SIGNALLING, *STARTED)


class ProcessState:
    """Those things as they are now.

    lost  the names of what was changed and cannot be put back.
    """

    def __init__(self, things: Sequence[StateItem] = ALL) -> None:
        self.before = {thing: thing.read_safely() for thing in things}
        self.lost: list[str] = []

    def put_back(self) -> list[str]:
        """Make all of it what it was; the names of what was not. What is lost is told once."""
        changed = [thing for thing, before in self.before.items() if thing.read_safely() != before]
        for thing in changed:
            if not thing.restore(self.before[thing]):
                self.lost.append(thing.name)
                self.before[thing] = thing.read_safely()
        return [thing.name for thing in changed]


@contextmanager
def preserve(things: Sequence[StateItem]) -> Iterator[None]:
    """In whatever way this block is left, these things are what they were before it."""
    around = ProcessState(things)
    try:
        yield
    finally:
        around.put_back()
