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

from referee.running.confinement import adopt, bare, below, bound, limit, reopen, unsettle

if TYPE_CHECKING:
    from collections.abc import Callable

PACE = 1.0  # seconds between two looks at whether the match lives, whose end the leash tells as a rule
BRISK = 0.05  # those between two looks at whether the program lives, where no descriptor tells of it
POLITE = 0.25  # seconds in which a program may end by itself that is not needed any more
SWEEP = 2.0  # seconds for ending what a program has left behind

AT_ONCE = b"!"  # on the leash: end it now. The leash's end alone: let it end by itself


def keep(work: Callable[[], None], line: int, output: int, leash: int, news: int, memory: int | None) -> None:
    """Be the warden of a program, in the process that was forked for it, and never come back.

    work    what the program's process does.
    line    that it talks through;  output  that it prints to;  leash  by which the match holds this process.
    news    where its process id is told, and then how it ended, as os.wait has it.
    """
    match = os.getppid()
    try:
        os.setsid()
        unsettle()
        adopt()
        warden = os.getpid()
        pid = os.fork()
        if pid == 0:
            imprison(work, line, output, warden, memory)
        bare({leash, news})
        os.write(news, b"%d\n" % pid)
        watch(pid, leash, match)
        status = ended(pid)
        with suppress(OSError):  # the match may have been killed
            os.write(news, b"%d\n" % status)
        sweep()
    finally:
        os._exit(0)


def imprison(work: Callable[[], None], line: int, output: int, warden: int, memory: int | None) -> None:
    """Do the program's work in this process, whatever comes of it, and never come back."""
    status = 1
    try:
        os.setsid()
        bound(warden)
        bare({line}, output)
        reopen()
        limit(memory)
        work()
        status = 0
    finally:
        os._exit(status)


def watch(pid: int, leash: int, match: int) -> None:
    """Come back when that process has ended, or has to end now."""
    try:
        descriptor = os.pidfd_open(pid)
    except (AttributeError, OSError):
        descriptor = None
    while not over(pid) and os.getppid() == match:
        waiting = [leash] if descriptor is None else [leash, descriptor]
        if leash in select(waiting, [], [], BRISK if descriptor is None else PACE)[0]:
            if os.read(leash, 1) != AT_ONCE:
                indulge(pid, descriptor)
            return


def indulge(pid: int, descriptor: int | None) -> None:
    """Give that process the time to end by itself."""
    if descriptor is not None:
        select([descriptor], [], [], POLITE)
        return
    deadline = monotonic() + POLITE
    while not over(pid) and monotonic() < deadline:
        sleep(BRISK / 10)


def over(pid: int) -> bool:
    """Whether that child has ended; it stays to be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def ended(pid: int) -> int:
    """End that child and its group, and hand back its status."""
    with suppress(OSError):  # before it is waited for: then its number is still its own
        os.killpg(pid, signal.SIGKILL)
    with suppress(OSError):  # where it had no group yet
        os.kill(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)[1]


def sweep() -> None:
    """End all that the program has left behind: it is below this process, at the latest as its parents end."""
    deadline = monotonic() + SWEEP
    while monotonic() < deadline:
        for pid in below(os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            sleep(BRISK / 50)
