"""The end of the command: whatever programs have left in this process has a second to end, too, and then is ended.

A program that ran here may have left threads, processes, and exit functions. They may hang, even in C, where neither
threads nor signal handlers of Python run any more, or end the process with a status of their own. So the exit
functions run in a copy of this process, which is ended if it does not end.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

from games.names import user_files
from referee.running.foreign_code import has_foreign_code
from referee.support import signals
from referee.support.process_exit import has_no_children
from referee.support.signals import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

SECONDS = 1.0  # for whatever programs have left to end by itself
JOINED = 0.5  # of these for threads
LAST = 4.0  # seconds until the system ends this process, as a thread may hold the interpreter lock for ever


def run_and_exit(run: Callable[[], int]) -> NoReturn:
    """End this process with the status that `run` returns, whatever programs do meanwhile."""
    inherited = find_descendants()  # from before this program
    user_files.BEFORE.append(adopt_orphans)
    try:
        status = run()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Exception:  # noqa: BLE001  # as Python itself does
        sys.excepthook(*sys.exc_info())
        status = 1
    if players := sys.modules.get("referee.running.lasting_players"):
        players.close_all()
    exit_process(signals.exit_status(status), inherited)


def exit_process(status: int, inherited: Collection[int] = ()) -> NoReturn:
    """End this process, and all that programs have left in it or below it within a second or so.

    inherited  processes below it that were there before.
    """
    if not hasattr(os, "fork") or not (
        has_foreign_code() or threading.active_count() > 1 or find_descendants(inherited)
    ):
        gc.freeze()  # otherwise Python looks through all objects once more at its end
        sys.exit(status)
    from referee.running.sandbox.supervisor import end_descendants

    for number in signals.INTERRUPTING:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    signal.setitimer(signal.ITIMER_REAL, LAST)
    end = monotonic() + SECONDS
    flush_output()
    join_threads(end - JOINED)
    flush_output()  # the output of the threads
    run_exit_functions(end)
    end_descendants(inherited)
    os._exit(status)


def find_descendants(spared: Collection[int] = ()) -> list[int]:
    """Return the processes below this one, except for those spared."""
    if has_no_children():
        return []
    from referee.running.sandbox import limits

    return limits.find_descendants(os.getpid(), spared)


def adopt_orphans() -> None:
    """Let this process be the parent of all that programs start in it and below it."""
    from referee.running.sandbox import limits

    limits.adopt_orphans()


def flush_output() -> None:
    """Flush the standard streams."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with suppress(Exception):  # a program may have replaced it
            stream.flush()  # type: ignore[union-attr]


def join_threads(deadline: float) -> None:
    """Wait for threads that Python would wait for. Thread pools get Python's request to end first."""
    for hook in reversed(list(getattr(threading, "_threading_atexits", ()))):
        with suppress(RuntimeError):  # too many threads
            threading.Thread(target=hook, daemon=True).start()
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.current_thread():
            thread.join(max(deadline - monotonic(), 0.0))


def run_exit_functions(deadline: float) -> None:
    """Let a copy of this process end as Python ends, with all exit functions, until the deadline."""
    try:
        pid = os.fork()
    except OSError:  # a program has used up all processes
        return
    if pid == 0:
        os.dup2(2, 1)  # output is no result any more
        if "multiprocessing.util" in sys.modules:  # its processes are not children of this copy
            atexit.unregister(sys.modules["multiprocessing.util"]._exit_function)  # noqa: SLF001  # it has no other name
        sys.exit(0)
    from referee.running.sandbox.supervisor import open_pidfd, wait_briefly

    wait_briefly(pid, open_pidfd(pid), max(deadline - monotonic(), 0.0))
