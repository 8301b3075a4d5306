"""Games played in processes of this machine.

Each is forked from this one, so that it starts with all that is loaded here. None outlives this process, however that
ends. What programs print goes to standard error, as standard output is for results.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from concurrent.futures import BrokenExecutor, CancelledError, Future, InvalidStateError, ProcessPoolExecutor
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING

from games.names import user_files
from referee.running import watchdog
from referee.running.runner import play_chunk
from referee.running.sandbox.limits import adopt_orphans, confine_signals, end_with_parent, isolate_shared_memory
from referee.running.sandbox.supervisor import peek_status
from referee.running.watchdog import Heartbeats
from referee.support.signals import INTERRUPTING, block_signals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.running.game_task import GameTask, Result


DESCRIPTORS = 100  # in a process that has just been forked there are fewer


class ProcessPool:
    """So many processes, started when the first game is submitted; one by one where they cannot be forked."""

    aim = 0.25
    died = (BrokenExecutor, CancelledError)

    def __init__(self, count: int):
        self.count = count
        self.pool: ProcessPoolExecutor | None = None
        self.heartbeats: Heartbeats | None = None
        self.promised: list[Future[list[Result]]] = []  # what was submitted and is not known to be done
        self.started = 0  # processes

    def submit(self, tasks: Sequence[GameTask]) -> Future[list[Result]]:
        if self.pool is None:
            self.pool = self.open_pool()
        with block_signals():  # processes are forked by what is submitted first
            future = self.pool.submit(play_chunk, tasks)
        self.promised = [each for each in self.promised if not each.done()] + [future]
        self.started = max(self.started, len(multiprocessing.active_children()))
        return future

    def open_pool(self) -> ProcessPoolExecutor:
        """Return a new pool."""
        user_files.prepare_process()
        if sys.stdout is not None:
            sys.stdout.flush()  # what is still to be written must not be written by each of them
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
        self.heartbeats = Heartbeats(self.count) if method == "fork" else None
        context = multiprocessing.get_context(method)
        return ProcessPoolExecutor(
            self.count, context, initializer=prepare_worker, initargs=(os.getpid(), self.heartbeats)
        )

    def stuck(self) -> bool:
        # One that was killed while it wrote leaves half a result, for whose other half the pool waits for ever.
        children = multiprocessing.active_children()
        late = self.heartbeats is not None and self.heartbeats.is_late()
        return late or len(children) < self.started or any(is_stopped(child.pid) for child in children)

    def renew(self) -> None:
        self.close()

    def close(self) -> None:
        if self.pool is None:
            return
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        with suppress(AttributeError, OSError):
            # As long as this process could still write a result itself, half a one would have no end.
            self.pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
        self.pool.shutdown(cancel_futures=True)
        for future in self.promised:
            with suppress(InvalidStateError):  # most have heard of it by the pool
                future.set_exception(BrokenExecutor("the processes were ended"))
        self.pool, self.promised = None, []
        self.started = 0


def is_stopped(pid: int | None) -> bool:
    """Whether that child was stopped, and not by a person at a terminal, who stops this process too."""
    if pid is None or not hasattr(os, "waitid"):
        return False
    found = peek_status(pid)
    return found is not None and (found.si_code, found.si_status) == (os.CLD_STOPPED, signal.SIGSTOP)


def prepare_worker(parent: int, heartbeats: Heartbeats | None) -> None:
    """Make this a process that plays: it ends with its parent, which alone hears what interrupts."""
    for number in INTERRUPTING:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a pool ends its processes by it
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTING)
    end_with_parent(parent)
    adopt_orphans()
    confine_signals()
    isolate_shared_memory(None)
    watchdog.enable(heartbeats)
    print_to_errors()
    print_by_lines()


def print_by_lines() -> None:
    """Write each line that is printed at once; where a notebook would take it, to standard error."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    elif sys.stdout is not None:  # it would be written by a thread that was not forked
        sys.stdout = sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115


def print_to_errors() -> None:
    """Let everything that leads to standard output lead to standard error: no program reaches the results."""
    results, errors = os.fstat(1), os.fstat(2)
    for number in range(3, DESCRIPTORS):
        with suppress(OSError):
            if os.path.samestat(found := os.fstat(number), results) and not os.path.samestat(found, errors):
                os.dup2(2, number, inheritable=False)
    os.dup2(2, 1)
