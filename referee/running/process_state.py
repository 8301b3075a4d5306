"""State that all code in a process shares: notices changes that programs make, and undoes them.

This is the state that programs change without thinking of others: the folder, the environment, signals, timers,
streams and limits.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from referee.running.sandbox.supervisor import end_descendants
from referee.support.process_exit import KEPT_CHILDREN, has_other_children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PATIENCE = 0.05  # seconds for threads of a game to end
# The public one makes an enumeration member of each handler, which takes longer than everything else here.
getsignal: Callable[[int], Any] = sys.modules["_signal"].getsignal
TIMERS = (0, 1, 2)  # ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF
SIGNALS = sorted(signal.valid_signals())
STREAMS = ("stdin", "stdout", "stderr")
FIRST = range(3)  # descriptors
KEPT: list[int] = []  # copies of them


@dataclass(frozen=True)
class StateItem:
    """One kind of state: what changed it did, in words, and functions that read it and set it.

    calls  names by which programs change it; () if changes are not reported.
    """

    name: str
    read: Callable[[], Any]
    put: Callable[[Any], object]
    calls: tuple[str, ...] = ()

    def read_safely(self) -> Any:
        """Return the present state, None if it cannot be read."""
        try:
            return self.read()
        except Exception:  # noqa: BLE001  # a program may have replaced it
            return None

    def restore(self, before: Any) -> bool:
        """Set the state of `before`; return whether that worked."""
        with suppress(Exception):
            self.put(before)
        return bool(self.read_safely() == before)


def get_handlers() -> list[Any]:
    """Return the handlers of all signals."""
    return [*map(getsignal, SIGNALS)]


def set_handlers(before: list[Any]) -> None:
    """Set the handlers of all signals."""
    for number, handler, now in zip(SIGNALS, before, get_handlers(), strict=True):
        if handler is not now:
            signal.signal(number, handler)


def get_timers() -> list[bool]:
    """Return which timers run."""
    return [signal.getitimer(timer) != (0.0, 0.0) for timer in TIMERS]


def stop_timers(_: object) -> None:
    """Stop all timers."""
    for timer in TIMERS:
        signal.setitimer(timer, 0)


def get_descriptors() -> list[tuple[int, int]]:
    """Return the files of the first descriptors."""
    return [(found.st_dev, found.st_ino) for found in map(os.fstat, FIRST)]


def keep_descriptors() -> None:
    """Keep copies of the first descriptors, so that they can be restored."""
    if not KEPT:
        KEPT.extend(map(os.dup, FIRST))


def set_descriptors(_: object) -> None:
    """Let the first descriptors lead where they led."""
    for number, kept in zip(FIRST, KEPT, strict=True):
        os.dup2(kept, number)


def get_streams() -> list[Any]:
    """Return Python's standard streams, each with whether it is closed."""
    return [(stream, getattr(stream, "closed", False)) for stream in (getattr(sys, name) for name in STREAMS)]


def set_streams(before: list[Any]) -> None:
    """Set Python's standard streams."""
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
    """Return the undecoded environment: to decode it takes longer than a quick game."""
    return dict(os.environ._data)  # type: ignore[attr-defined]  # noqa: SLF001


def set_environment(before: dict[Any, Any]) -> None:
    """Set the environment."""
    for name in get_environment().keys() - before.keys():
        del os.environ[os.fsdecode(name)]
    os.environ.update({os.fsdecode(name): os.fsdecode(value) for name, value in before.items()})


def set_path(before: list[str]) -> None:
    """Set the path on which modules are found."""
    sys.path[:] = before


@lru_cache
def limit_numbers() -> list[int]:
    """Return the numbers of all limits; none on Windows."""
    with suppress(ImportError):
        import resource

        return [number for name, number in vars(resource).items() if name.startswith("RLIMIT_")]
    return []


def get_limits() -> list[tuple[int, int]]:
    """Return the limits of the process."""
    return [sys.modules["resource"].getrlimit(number) for number in limit_numbers()]


def get_mask() -> int:
    """Return the mask of new files."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


# Our own code never changes these while programs run, not even on a page.
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
LIMITING = (
    StateItem("changed its limits", get_limits, lambda _: None),
    StateItem("changed the mask of new files", get_mask, os.umask),
)
ALL = (*LASTING, *SIGNALLING, *STARTED, *LIMITING)


class ProcessState:
    """The present state of some items."""

    def __init__(self, things: Sequence[StateItem] = ALL) -> None:
        self.before = {thing: thing.read_safely() for thing in things}

    def changes(self) -> list[StateItem]:
        """Return the items that have changed."""
        return [thing for thing, before in self.before.items() if thing.read_safely() != before]

    def put_back(self) -> list[str]:
        """Restore the state; return the names of what had changed. What is lost is named once."""
        changed = self.changes()
        for thing in changed:
            if not thing.restore(self.before[thing]):
                self.before[thing] = thing.read_safely()
        return [thing.name for thing in changed]


@contextmanager
def preserve(things: Sequence[StateItem]) -> Iterator[None]:
    """Restore the state of these items after the block."""
    keep_descriptors()
    around = ProcessState(things)
    try:
        yield
    finally:
        around.put_back()
