"""Separates a program from the rest of the machine: its shared memory, and the processes that it may signal.

Only Linux has this, and not every system allows it. What the system refuses is left as it is.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress

from referee.running.sandbox.limits import C

NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS, linux/prctl.h
CREATE_RULESET, RESTRICT_SELF = 444, 446  # of Landlock, in linux/unistd.h, under the same numbers on all processors
SCOPE_SIGNAL = 2  # LANDLOCK_SCOPE_SIGNAL, linux/landlock.h, since Linux 6.12
NEW_MOUNTS, NEW_SHARED, NEW_USERS = 0x20000, 0x8000000, 0x10000000  # CLONE_NEWNS, NEWIPC, NEWUSER, linux/sched.h
RECURSIVE, PRIVATE = 1 << 14, 1 << 18  # MS_REC, MS_PRIVATE, linux/mount.h
NO_PROGRAMS = 2 | 4  # MS_NOSUID, MS_NODEV, as systems mount it themselves
MEMORY = "/dev/shm"  # noqa: S108  # where POSIX has shared memory and semaphores on Linux


def confine_signals() -> None:
    """Let this process and its descendants send signals only to each other."""
    if C is None:
        return
    rules = (ctypes.c_uint64 * 3)(0, 0, SCOPE_SIGNAL)  # struct landlock_ruleset_attr; nothing is said of files or ports
    ruleset = C.syscall(CREATE_RULESET, rules, ctypes.c_size_t(ctypes.sizeof(rules)), 0)
    if ruleset >= 0:
        C.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        C.syscall(RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)


def isolate_shared_memory(megabytes: int | None) -> bool:
    """Give this process and its descendants shared memory of their own, which ends with them; whether that worked.

    It covers /dev/shm and the segments, semaphores and queues of System V and POSIX.
    megabytes  the size of /dev/shm; None: the default of the system.
    """
    if C is None or not os.path.isdir(MEMORY):  # noqa: PTH112  # before each game: a call of the system and no more
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
