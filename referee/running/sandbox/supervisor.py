"""The process between a match and a program under test: it ends with it all that the program has started.

The match may be killed, the program may start processes that hide from it: what has lost its parent becomes the
warden's, and the warden ends last.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from select import select
from time import monotonic, sleep
from typing import TYPE_CHECKING

from referee.running.sandbox.limits import adopt, bare, below, bound, held, held_below, limit, reopen, unsettle
from referee.running.sandbox.namespaces import keep_signals_in, own_memory

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


def keep(work: Callable[[], None], line: int, output: int, leash: int, news: int, memory: int | None) -> None:
    """Be the warden of a program, in the process that was forked for it, and never come back.

    work    what the program's process does.
    line    that it talks through;  output  that it prints to;  leash  by which the match holds this process.
    news    where its process id is told, and then how it ended, as os.wait has it, and whether it took too much memory.
    memory  megabytes that it may take, and all that it starts, beside what it begins with.
    """
    match = os.getppid()
    try:
        os.setsid()
        unsettle()
        adopt()
        own_memory(memory)
        warden = os.getpid()
        scales = None if memory is None else Scales(warden, memory << 20)
        pid = os.fork()
        if pid == 0:
            imprison(work, line, output, warden)
        bare({leash, news})
        os.write(news, b"%d\n" % pid)
        ate = watch(pid, leash, match, scales)
        status = ended(pid)
        with suppress(OSError):  # the match may have been killed
            os.write(news, b"%d %d\n" % (status, ate))
        sweep()
    finally:
        os._exit(0)


def imprison(work: Callable[[], None], line: int, output: int, warden: int) -> None:
    """Do the program's work in this process, whatever comes of it, and never come back."""
    status = 1
    try:
        os.setsid()
        bound(warden)
        bare({line}, output)
        reopen()
        limit()
        keep_signals_in()
        work()
        status = 0
    finally:
        os._exit(status)


class Scales:
    """What all below the warden take together, beside what the first of them is forked with.

    most  bytes that they may.
    """

    def __init__(self, warden: int, most: int):
        self.warden = warden
        self.began = held(warden)
        self.most = self.began + most
        self.due = monotonic() + BEAT  # when the next look is

    def tipped(self) -> bool:
        """Whether they take more than that; they are looked at when that is due."""
        if monotonic() < self.due:
            return False
        room = self.most - held_below(self.warden, self.most)
        self.due = monotonic() + min(BEAT, max(LEAST, room / GROWTH))
        return room < 0


def watch(pid: int, leash: int, match: int, scales: Scales | None) -> bool:
    """Come back when that process has ended, or has to end now; whether it took too much memory."""
    descriptor = handle(pid)
    waiting = [leash] if descriptor is None else [leash, descriptor]
    while not over(pid) and os.getppid() == match:
        if scales is not None and scales.tipped():
            return True
        pause = BRISK if descriptor is None else PACE
        if scales is not None:
            pause = min(pause, max(scales.due - monotonic(), 0.0))
        if leash in select(waiting, [], [], pause)[0]:
            if os.read(leash, 1) != AT_ONCE:
                indulge(pid, descriptor, POLITE)
            return False
    return False


def handle(pid: int) -> int | None:
    """A descriptor that can be read once that process has ended, None where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def indulge(pid: int, descriptor: int | None, seconds: float) -> None:
    """Give that child, of which that may be the descriptor, the time to end by itself."""
    if descriptor is not None:
        select([descriptor], [], [], seconds)
        return
    deadline = monotonic() + seconds
    while not over(pid) and monotonic() < deadline:
        sleep(BRISK / 10)


def over(pid: int) -> bool:
    """Whether that child has ended, or stopped itself."""
    return fate(pid) is not None


def fate(pid: int) -> os.waitid_result | None:
    """How that child ended or was stopped, None where it was not; it stays to be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT)


def ended(pid: int) -> int:
    """End that child and its group, and hand back its status; that of one that stopped says so."""
    before = fate(pid)
    with suppress(OSError):  # before it is waited for: then its number is still its own
        os.killpg(pid, signal.SIGKILL)
    with suppress(OSError):  # where it had no group yet
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return before.si_status << 8 | STOPPED if before is not None and before.si_code == os.CLD_STOPPED else status


def sweep(spared: Collection[int] = ()) -> None:
    """End all that programs have left behind: it is below this process, at the latest as its parents end.

    spared  processes that were there before.
    """
    deadline = monotonic() + SWEEP
    while monotonic() < deadline and (left := below(os.getpid(), spared)):
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):  # it may be the child of another one
                os.waitpid(pid, os.WNOHANG)
        sleep(BRISK / 50)
