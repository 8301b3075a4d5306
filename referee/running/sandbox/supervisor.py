"""The process between a match and a program under test: it ends with it all that the program has started.

The match may be killed, the program may start processes that hide from it: what has lost its parent becomes the
supervisor's, and the supervisor ends last.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from select import select
from time import monotonic, sleep
from typing import TYPE_CHECKING

from referee.running.sandbox.limits import (
    adopt_orphans,
    apply_limits,
    close_files,
    confine_signals,
    end_with_parent,
    find_descendants,
    isolate_shared_memory,
    measure_memory,
    measure_memory_below,
    reopen_streams,
    reset_signals,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

PACE = 1.0  # seconds between two looks at whether the match lives, whose end the leash tells as a rule
BRISK = 0.05  # those between two looks at whether the program lives, where no descriptor tells of it
POLITE = 0.25  # seconds in which a program may end by itself that is not needed any more
SWEEP = 2.0  # seconds for ending what a program has left behind
BEAT, LEAST = 0.05, 0.002  # seconds between two looks at the memory that the program takes, at most and at least
GROWTH = 4 << 30  # bytes that it may come to take in a second: the nearer it is to its limit, the sooner a look is due

STOPPED = 0x7F  # in a status: that it stopped, and did not end
AT_ONCE = b"!"  # on the leash: end it now. The leash's end alone: let it end by itself


def supervise(work: Callable[[], None], line: int, output: int, leash: int, news: int, memory: int | None) -> None:
    """Supervise a program, in the process that was forked for that, and never return.

    work    what the program's process does.
    line    that it talks through;  output  that it prints to;  leash  by which the match holds this process.
    news    where its process id is told, and then how it ended, as os.wait has it, and whether it took too much memory.
    memory  megabytes that it may take, and all that it starts, beside what it begins with.
    """
    match = os.getppid()
    try:
        os.setsid()
        reset_signals()
        adopt_orphans()
        isolate_shared_memory(memory)
        supervisor = os.getpid()
        gauge = None if memory is None else MemoryGauge(supervisor, memory << 20)
        pid = os.fork()
        if pid == 0:
            run_confined(work, line, output, supervisor)
        close_files({leash, news})
        os.write(news, b"%d\n" % pid)
        ate = wait_for_end(pid, leash, match, gauge)
        status = end_child(pid)
        with suppress(OSError):  # the match may have been killed
            os.write(news, b"%d %d\n" % (status, ate))
        end_descendants()
    finally:
        os._exit(0)


def run_confined(work: Callable[[], None], line: int, output: int, supervisor: int) -> None:
    """Do the work of the program in this process under all limits, and never return."""
    status = 1
    try:
        os.setsid()
        end_with_parent(supervisor)
        close_files({line}, output)
        reopen_streams()
        apply_limits()
        confine_signals()
        work()
        status = 0
    finally:
        os._exit(status)


class MemoryGauge:
    """What all below the supervisor take together, beside what the first of them is forked with.

    most  bytes that they may.
    """

    def __init__(self, supervisor: int, most: int):
        self.supervisor = supervisor
        self.began = measure_memory(supervisor)
        self.most = self.began + most
        self.due = monotonic() + BEAT  # when the next look is

    def is_exceeded(self) -> bool:
        """Whether they use more than that. Memory is measured only when that is due."""
        if monotonic() < self.due:
            return False
        room = self.most - measure_memory_below(self.supervisor, self.most)
        self.due = monotonic() + min(BEAT, max(LEAST, room / GROWTH))
        return room < 0


def wait_for_end(pid: int, leash: int, match: int, gauge: MemoryGauge | None) -> bool:
    """Return when that process has ended or has to end now; whether it took too much memory."""
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
    """Return a descriptor that becomes readable when that process ends; None if the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def wait_briefly(pid: int, descriptor: int | None, seconds: float) -> None:
    """Give that child some seconds to end by itself. The descriptor is that of `open_pidfd`."""
    if descriptor is not None:
        select([descriptor], [], [], seconds)
        return
    deadline = monotonic() + seconds
    while not has_ended(pid) and monotonic() < deadline:
        sleep(BRISK / 10)


def has_ended(pid: int) -> bool:
    """Whether that child has ended, or stopped itself."""
    return peek_status(pid) is not None


def peek_status(pid: int) -> os.waitid_result | None:
    """How that child ended or was stopped, None while it runs. It can still be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT)


def end_child(pid: int) -> int:
    """Kill that child and its group; the status with which it ended, or that it had stopped itself."""
    before = peek_status(pid)
    with suppress(OSError):  # before it is waited for: then its number is still its own
        os.killpg(pid, signal.SIGKILL)
    with suppress(OSError):  # where it had no group yet
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return before.si_status << 8 | STOPPED if before is not None and before.si_code == os.CLD_STOPPED else status


def end_descendants(spared: Collection[int] = ()) -> None:
    """Kill all processes that programs have left behind. They are descendants of this process once their parents end.

    spared  processes that were there before.
    """
    deadline = monotonic() + SWEEP
    while monotonic() < deadline and (left := find_descendants(os.getpid(), spared)):
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):  # it may be the child of another one
                os.waitpid(pid, os.WNOHANG)
        sleep(BRISK / 50)
