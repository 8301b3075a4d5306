"""The process between a match and a program under test: at the end it ends all that the program has started.

The match may be killed, and the program may start processes that hide. Processes that lose their parent become
children of the supervisor, which ends last.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from select import select
from time import monotonic, sleep
from typing import TYPE_CHECKING

from referee.running.sandbox import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

PACE = 1.0  # seconds between two looks at whether the match lives; usually the leash tells
BRISK = 0.05  # seconds between two looks at whether the program lives, if no descriptor tells
POLITE = 0.25  # seconds for a program to end by itself
SWEEP = 2.0  # seconds to end what a program has left behind
BEAT, LEAST = 0.25, 0.002  # seconds between two measurements of memory, at most and at least
GROWTH = 4 << 30  # bytes that it can take in a second: near the limit, measurements come sooner

STOPPED = 0x7F  # marks the status of a stopped process
AT_ONCE = b"!"  # on the leash: end it now. If the leash just closes, it may end by itself


def supervise(work: Callable[[], None], line: int, output: int, leash: int, news: int, memory: int | None) -> None:
    """Supervise a program, in the process that was forked for that, and never return.

    work    what the program's process does;  line  on which it talks;  output  to which it prints.
    leash   by which the match holds this process;  memory  megabytes for the program and all that it starts.
    news    gets the id of the program's process, its status as os.wait has it, and whether it took too much memory.
    """
    match = os.getppid()
    try:
        os.setsid()
        limits.reset_signals()
        limits.adopt_orphans()
        limits.isolate_shared_memory(memory)
        supervisor = os.getpid()
        gauge = None if memory is None else MemoryGauge(supervisor, memory << 20)
        pid = os.fork()
        if pid == 0:
            run_confined(work, line, output, supervisor)
        limits.close_files({leash, news})
        os.write(news, b"%d\n" % pid)
        ate = wait_for_end(pid, leash, match, gauge)
        status = end_child(pid)
        with suppress(OSError):  # the match may have been killed
            os.write(news, b"%d %d\n" % (status, ate))
        end_descendants()
    finally:
        os._exit(0)


def run_confined(work: Callable[[], None], line: int, output: int, supervisor: int) -> None:
    """Do the work of the program under all limits, and never return."""
    status = 1
    try:
        os.setsid()
        limits.end_with_parent(supervisor)
        limits.close_files({line}, output)
        limits.reopen_streams()
        limits.apply_limits()
        limits.confine_signals()
        work()
        status = 0
    finally:
        os._exit(status)


class MemoryGauge:
    """Measures the memory of all processes below the supervisor; `most` bytes more than at the start are allowed."""

    def __init__(self, supervisor: int, most: int):
        self.supervisor = supervisor
        self.began = limits.measure_memory(supervisor)
        self.most = self.began + most
        self.due = monotonic() + BEAT

    def is_exceeded(self) -> bool:
        """Return whether they use too much. Measures only when that is due."""
        if monotonic() < self.due:
            return False
        room = self.most - limits.measure_memory_below(self.supervisor, self.most)
        self.due = monotonic() + min(BEAT, max(LEAST, room / GROWTH))
        return room < 0


def wait_for_end(pid: int, leash: int, match: int, gauge: MemoryGauge | None) -> bool:
    """Wait until the process has ended or must end; return whether it took too much memory."""
    descriptor = open_pidfd(pid)
    waiting = [leash] if descriptor is None else [leash, descriptor]
    while not has_ended(pid) and os.getppid() == match:
        if gauge is not None and gauge.is_exceeded():
            return True
        pause = BRISK if descriptor is None else PACE
        if gauge is not None:
            pause = min(pause, max(gauge.due - monotonic(), 0.0))
        if leash in select(waiting, [], [], pause)[0]:
            if os.read(leash, 1) != AT_ONCE:
                wait_briefly(pid, descriptor, POLITE)
            return False
    return False


def open_pidfd(pid: int) -> int | None:
    """Return a descriptor that becomes readable when the process ends; None if the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def wait_briefly(pid: int, descriptor: int | None, seconds: float) -> None:
    """Give a child some seconds to end by itself. `descriptor` is from `open_pidfd`."""
    if descriptor is not None:
        select([descriptor], [], [], seconds)
        return
    deadline = monotonic() + seconds
    while not has_ended(pid) and monotonic() < deadline:
        sleep(BRISK / 10)


def has_ended(pid: int) -> bool:
    """Return whether a child has ended, or stopped itself."""
    return peek_status(pid) is not None


def peek_status(pid: int) -> os.waitid_result | None:
    """Return how a child ended or was stopped, None while it runs. Its status stays to be collected."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT)


def end_child(pid: int) -> int:
    """Kill a child and its group; return the status with which it ended, or that it had stopped itself."""
    before = peek_status(pid)
    with suppress(OSError):  # before waitpid, while the id is still its own
        os.killpg(pid, signal.SIGKILL)
    with suppress(OSError):  # it may have no group yet
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return before.si_status << 8 | STOPPED if before is not None and before.si_code == os.CLD_STOPPED else status


def end_descendants(spared: Collection[int] = ()) -> None:
    """Kill all processes that programs have left behind. They are descendants once their parents end.

    spared  processes that were there before.
    """
    deadline = monotonic() + SWEEP
    while monotonic() < deadline and (left := limits.find_descendants(os.getpid(), spared)):
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):  # it may be another's child
                os.waitpid(pid, os.WNOHANG)
        sleep(BRISK / 50)
