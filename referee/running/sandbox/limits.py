"""The limits of a program under test, set in its own process before it runs, and what it shares with the machine.

Only Linux separates what processes share, and not every system allows it. Whatever the system refuses is skipped.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

LINUX = sys.platform == "linux"
DEATH_SIGNAL, SUBREAPER = 1, 36  # PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER, linux/prctl.h
RECURSION = 1000  # frames, Python's default
PACE = 0.2  # seconds between two looks at whether the parent lives, if no signal reports its death
C = ctypes.CDLL(None) if LINUX else None
NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS, linux/prctl.h
CREATE_RULESET, RESTRICT_SELF = 444, 446  # of Landlock, in linux/unistd.h, under the same numbers on all processors
SCOPE_SIGNAL = 2  # LANDLOCK_SCOPE_SIGNAL, linux/landlock.h, since Linux 6.12
NEW_MOUNTS, NEW_SHARED, NEW_USERS = 0x20000, 0x8000000, 0x10000000  # CLONE_NEWNS, NEWIPC, NEWUSER, linux/sched.h
RECURSIVE, PRIVATE = 1 << 14, 1 << 18  # MS_REC, MS_PRIVATE, linux/mount.h
NO_PROGRAMS = 2 | 4  # MS_NOSUID, MS_NODEV, as systems mount it themselves
MEMORY = "/dev/shm"  # noqa: S108  # POSIX shared memory and semaphores on Linux


streams: list[object] = []  # inherited streams, kept alive so that nothing in them is written twice


def end_with_parent(parent: int) -> None:
    """End this process when its parent ends, in whatever way."""
    if not hasattr(os, "fork"):  # on Windows the parent's id stays when it has ended
        threading.Thread(target=await_parent, daemon=True).start()
        return
    if C is not None:
        C.prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    else:
        threading.Thread(target=poll_parent, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it has already ended
        os._exit(1)


def await_parent() -> None:
    """Wait until the process that has spawned this one ends, then end this process."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def poll_parent(parent: int) -> None:
    """Poll the parent, and end this process once it has ended."""
    while os.getppid() == parent:
        sleep(PACE)
    os._exit(1)


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent ends (a subreaper)."""
    if C is not None:
        C.prctl(SUBREAPER, 1, 0, 0, 0)


def close_files(kept: set[int], output: int | None = None) -> None:
    """Close all inherited files but those `kept`. Standard input is empty, and what is printed goes to `output`.

    The closed numbers lead to /dev/null, so that an inherited object that closes its file later closes no new one.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for number in [int(path.name) for path in Path("/dev/fd").iterdir()]:
        if number not in kept and number != output:
            with suppress(OSError):  # the listing itself
                os.fstat(number)
                os.dup2(null, number, inheritable=number < 3)
    if output is not None:
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.dup2(null, output, inheritable=False)


def reopen_streams() -> None:
    """Give this process its own standard streams."""
    streams.extend([sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__])
    sys.stdin = sys.__stdin__ = open(0, closefd=False, encoding="utf-8")  # type: ignore[misc]  # noqa: SIM115
    for name, number in (("stdout", 1), ("stderr", 2)):
        stream = open(number, "w", 1, closefd=False, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def reset_signals() -> None:
    """Reset all signal handlers, but ignore Ctrl-C."""
    with suppress(ValueError):  # some Pythons know no handlers in a process that was not forked by the main thread
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())


def apply_limits() -> None:
    """Write no core file, use the default recursion limit, and be killed first if memory runs out."""
    sys.setrecursionlimit(RECURSION)  # searches of the parent may have raised it
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    try:
        import resource
    except ImportError:
        return
    gc.freeze()  # inherited objects are not garbage
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def measure_memory(pid: int) -> int:
    """Return the bytes of memory that a process uses, without files; 0 if unknown. Source: proc(5), status.

    Memory that is only reserved, as for the stacks of threads, does not count.
    """
    return read_kilobytes(pid, "status", (b"RssAnon:", b"RssShmem:", b"VmSwap:")) << 10


def measure_memory_below(pid: int, most: int) -> int:
    """Return the bytes that all descendants of a process use. Above `most`, shared memory counts only once."""
    found = find_descendants(pid)
    total = sum(map(measure_memory, found))
    if len(found) < 2 or total <= most:
        return total
    return sum(read_kilobytes(each, "smaps_rollup", (b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:")) for each in found) << 10


def read_kilobytes(pid: int, file: str, names: tuple[bytes, ...]) -> int:
    """Return the sum of these lines of a file in /proc about a process; 0 if there is no such file."""
    try:
        words = Path(f"/proc/{pid}/{file}").read_bytes().split()
        return sum(int(words[words.index(name) + 1]) for name in names)
    except (OSError, ValueError, IndexError):
        return 0


def find_descendants(pid: int, spared: Collection[int] = ()) -> list[int]:
    """Return the ids of all descendants of a process; none if the system does not list them.

    spared  processes that are left out together with their descendants.
    """
    found: list[int] = []
    parents = [pid]
    while parents:
        with suppress(OSError):  # one that has just ended
            for thread in Path(f"/proc/{parents.pop()}/task").iterdir():
                words = (thread / "children").read_bytes().split()
                children = [child for child in map(int, words) if child not in spared]
                found += children
                parents += children
    return found


def confine_signals() -> None:
    """Let this process and its descendants send signals only to each other."""
    if C is None:
        return
    rules = (ctypes.c_uint64 * 3)(0, 0, SCOPE_SIGNAL)  # struct landlock_ruleset_attr, without files and ports
    ruleset = C.syscall(CREATE_RULESET, rules, ctypes.c_size_t(ctypes.sizeof(rules)), 0)
    if ruleset >= 0:
        C.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        C.syscall(RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)


def isolate_shared_memory(megabytes: int | None) -> bool:
    """Give this process and its descendants their own shared memory; return whether that worked.

    It covers /dev/shm and the segments, semaphores and queues of System V and POSIX, and ends with them.
    megabytes  the size of /dev/shm; None: the default of the system.
    """
    if C is None or not os.path.isdir(MEMORY):  # noqa: PTH112  # called before each game
        return False
    user, group = os.geteuid(), os.getegid()
    apart = NEW_MOUNTS | NEW_SHARED
    if C.unshare(apart) != 0:
        if C.unshare(apart | NEW_USERS) != 0:
            return False
        with suppress(OSError):
            write_proc_file("setgroups", "deny")
            write_proc_file("uid_map", f"{user} {user} 1")
            write_proc_file("gid_map", f"{group} {group} 1")
    room = b"mode=1777" if megabytes is None else b"mode=1777,size=%dm" % megabytes
    return bool(
        C.mount(None, b"/", None, RECURSIVE | PRIVATE, None) == 0
        and C.mount(b"tmpfs", MEMORY.encode(), b"tmpfs", NO_PROGRAMS, room) == 0
    )


def write_proc_file(name: str, words: str) -> None:
    """Write to a file of this process in /proc."""
    with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123  # as above
        file.write(words)
