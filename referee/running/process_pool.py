"""Games played in processes of this machine.

Each is forked from this one, so that it starts with all that is loaded here, and none outlives it. What programs
print goes to standard error, as standard output is for results.
"""

from __future__ import annotations

import mmap
import multiprocessing
import os
import signal
import sys
from concurrent.futures import BrokenExecutor, CancelledError, Future, InvalidStateError, ProcessPoolExecutor
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TypeVar

from games.names import user_files
from referee.running.runner import play_chunk
from referee.running.sandbox.limits import adopt_orphans, confine_signals, end_with_parent
from referee.running.sandbox.supervisor import peek_status
from referee.support.signals import INTERRUPTING, block_signals

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.queues import SimpleQueue

    from referee.running.game_task import GameTask, Result

Given = TypeVar("Given")
Found = TypeVar("Found")
own_halt: mmap.mmap | None = None  # of this worker
DESCRIPTORS = 100  # a process that has just been forked has fewer


class ProcessPool:
    """`count` processes, started with the first game; one by one if they cannot be forked.

    cores  of each process; (): the system chooses.
    """

    aim = 0.25
    died: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)

    def __init__(self, count: int, cores: Sequence[set[int]] = ()):
        self.count, self.cores = count, cores
        self.pool: ProcessPoolExecutor | None = None
        self.promised: list[Future[Any]] = []  # submitted and not known to be done
        self.started = 0  # processes
        self.halted: mmap.mmap | None = None  # shared with the processes, if they are forked: whether they begin games

    def submit(self, tasks: Sequence[GameTask]) -> Future[list[Result]]:
        return self.call(play_until_halted, tasks)

    def halt(self) -> None:
        if self.halted is not None:
            self.halted[0] = 1

    def call(self, act: Callable[[Given], Found], given: Given) -> Future[Found]:
        """Have a process call `act` with `given`; both must be picklable."""
        if self.pool is None:
            self.pool = self.open_pool()
        with block_signals():  # processes are forked by what is submitted first
            future = self.pool.submit(act, given)
        self.promised = [each for each in self.promised if not each.done()] + [future]
        self.started = max(self.started, len(multiprocessing.active_children()))
        return future

    def open_pool(self) -> ProcessPoolExecutor:
        user_files.prepare_process()
        if sys.stdout is not None:
            sys.stdout.flush()  # otherwise each of them would write what is still to be written
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
        context = multiprocessing.get_context(method)
        places = context.SimpleQueue()
        for each in self.cores:
            places.put(each)
        self.halted = mmap.mmap(-1, 1) if method == "fork" else None
        told = os.getpid(), self.halted, places if self.cores else None
        return ProcessPoolExecutor(self.count, context, initializer=prepare_worker, initargs=told)

    def stuck(self) -> bool:
        # A worker killed while it writes leaves half a result, and the pool waits for the other half for ever.
        children = multiprocessing.active_children()
        return len(children) < self.started or any(is_stopped(child.pid) for child in children)

    def renew(self) -> None:
        self.close()

    def close(self) -> None:
        if self.pool is None:
            return
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        with suppress(AttributeError, OSError):
            # As long as this process could write results too, half a result would never end.
            self.pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
        self.pool.shutdown(cancel_futures=True)
        for future in self.promised:
            with suppress(InvalidStateError):  # the pool has told most of them
                future.set_exception(BrokenExecutor("the processes were ended"))
        self.pool, self.promised = None, []
        self.started = 0


def is_stopped(pid: int | None) -> bool:
    """Return whether a child was stopped, but not by a person at a terminal, who stops this process too."""
    if pid is None or not hasattr(os, "waitid"):
        return False
    found = peek_status(pid)
    return found is not None and (found.si_code, found.si_status) == (os.CLD_STOPPED, signal.SIGSTOP)


def play_until_halted(tasks: Sequence[GameTask]) -> list[Result]:
    """Return the results of the games that this worker may begin."""
    return play_chunk(tasks, lambda: own_halt is not None and own_halt[0] != 0)


def prepare_worker(parent: int, halted: mmap.mmap | None, places: SimpleQueue[set[int]] | None = None) -> None:
    """Make this process a worker: it ends with its parent, which alone hears interrupts.

    halted  becomes 1 when it shall begin no more games.
    places  has the cores of each worker, which its programs share; None: the system chooses.
    """
    global own_halt  # noqa: PLW0603  # the pool gives a worker no other place
    own_halt = halted
    if places is not None:
        os.sched_setaffinity(0, places.get())
    for number in INTERRUPTING:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # pools end their processes by it
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTING)
    end_with_parent(parent)
    adopt_orphans()
    confine_signals()
    print_to_errors()


def print_to_errors() -> None:
    """Redirect all descriptors of standard output to standard error, line by line: no program reaches the results."""
    results, errors = os.fstat(1), os.fstat(2)
    for number in range(3, DESCRIPTORS):
        with suppress(OSError):
            if os.path.samestat(found := os.fstat(number), results) and not os.path.samestat(found, errors):
                os.dup2(2, number, inheritable=False)
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    elif sys.stdout is not None:  # a notebook's, which a thread writes that was not forked
        sys.stdout = sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
