"""What the workers of a cluster do: chunks of games, each in the child of the thread that the task runs on.

So a worker plays as many games at once as it has threads, each in a process of its own.
"""

from __future__ import annotations

import threading

from referee.running.cluster.game_process import GameProcess, pack_error

PROCESSES: dict[int, GameProcess] = {}  # by their threads
RUNS: dict[int, str] = {}  # whose games they play
STOPPED: set[str] = set()
LOCK = threading.Lock()


class RunStopped(Exception):
    """Raised for games that nobody waits for any more."""


def play_chunk(run: str, theirs: dict[str, str], tasks: bytes) -> bytes:
    """The results of games of that run, or the exception that came of them, as `child.unpacked` takes them.

    theirs  the edition of the one who asks.
    """
    try:
        return own_process(run, theirs).play(tasks)
    except Exception as error:  # noqa: BLE001  # Dask would write it to the worker's log, with all of the tasks
        return pack_error(RunStopped() if run in STOPPED else error)


def own_process(run: str, theirs: dict[str, str]) -> GameProcess:
    """The child of this thread, from now on at work for that run. Raises Stopped, and what starting one raises."""
    thread = threading.get_ident()
    with LOCK:
        if run in STOPPED:
            raise RunStopped
        kept = PROCESSES.get(thread)
        if kept is None or not kept.fits(theirs):
            if kept is not None:
                kept.close()
            kept = PROCESSES[thread] = GameProcess(theirs)
        RUNS[thread] = run
        return kept


def stop_run(run: str) -> None:
    """End the children that play for that run, and begin none of its games any more."""
    with LOCK:
        STOPPED.add(run)
        for thread, mine in RUNS.items():
            if mine == run:
                PROCESSES[thread].kill()
