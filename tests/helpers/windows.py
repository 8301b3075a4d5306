"""`python -m tests.helpers.windows WORDS`: the command as Windows would run it, which has no fork and few signals.

Python's own library keeps what it needs of the modules that are hidden, and so do those of others. Only this program
looks into modules that lack what Windows lacks. Processes that it spawns begin here as well.
"""

import concurrent.futures.process
import importlib
import multiprocessing
import os
import select
import signal
import sys
from types import ModuleType

LOADED = (
    "asyncio", "click", "concurrent.futures.process", "ctypes", "logging", "multiprocessing.popen_fork",
    "multiprocessing.popen_spawn_posix", "multiprocessing.resource_tracker", "multiprocessing.synchronize",
    "platformdirs.unix", "prompt_toolkit.input.vt100", "prompt_toolkit.output.vt100", "rich.console", "shutil", "socket",
    "sqlite3", "subprocess", "tempfile",
)  # fmt: skip
MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
CALLS = (
    "fork", "forkpty", "geteuid", "getegid", "getgid", "getpgid", "getpgrp", "getuid", "killpg", "mkfifo", "pidfd_open",
    "register_at_fork", "sched_getaffinity", "setpgid", "setsid", "sysconf", "tcgetpgrp", "uname", "wait", "waitid",
    "waitid_result", "posix_spawn", "CLD_", "P_ALL", "P_PI", "WNOHANG", "WEXITED", "WSTOPPED", "WNOWAIT", "WIF",
)  # fmt: skip
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}  # that Windows has
SIGNAL_CALLS = (
    "pthread_",
    "setitimer",
    "getitimer",
    "alarm",
    "pause",
    "siginterrupt",
    "sigwait",
    "sigpending",
    "ITIMER",
)


def is_missing(module: ModuleType, name: str) -> bool:
    """Whether Windows lacks that in that module."""
    if module is signal:
        return (name.startswith("SIG") and name not in SIGNALS) or name.startswith(SIGNAL_CALLS)
    if module is os:
        return name.startswith(CALLS) and name not in ("waitpid", "waitstatus_to_exitcode")
    return name in ("poll", "epoll", "POLLIN", "POLLHUP", "POLLOUT", "POLLERR")


def hide() -> None:
    """Take from this process what Windows lacks, for all modules that are loaded from now on."""
    for name in LOADED:
        importlib.import_module(name)
    loaded = [module for name, module in sys.modules.items() if name not in ("__main__", __name__, "__mp_main__")]
    for module in (os, select, signal):
        whole = ModuleType(module.__name__)
        vars(whole).update(vars(module))
        for user in loaded:
            for name in [name for name, thing in vars(user).items() if thing is module]:
                setattr(user, name, whole)
        for name in [name for name in vars(module) if is_missing(module, name)]:
            delattr(module, name)
    sys.modules.update(dict.fromkeys(MODULES))
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
    sys.platform, linux = "win32", sys.platform
    importlib.import_module("referee.running.sandbox.limits")  # which calls nothing of Linux then
    sys.platform = linux


if "fork" in vars(os):
    hide()

if __name__ == "__main__":
    from referee.__main__ import main

    main()
