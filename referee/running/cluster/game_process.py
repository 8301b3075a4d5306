"""Chunks of games played on a machine of a cluster, in a process that is kept for the next chunk.

A worker of a cluster runs its tasks on several threads. A child has one thread, the main one: it can fork safely and
receive signals, no search holds up the worker, and a program that kills its process, or hangs, takes no worker with
it. The child is a new interpreter with the worker's path, so that it inherits nothing.

So a worker plays as many games at once as it has threads, each in its own process.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from select import select
from time import monotonic
from typing import IO, TYPE_CHECKING

from games.names import user_files
from games.names.catalogue import SpecError
from referee.running.exit import exit_process
from referee.running.foreign_code import describe_files_first
from referee.running.lasting_players import close_files
from referee.running.runner import play_chunk
from referee.running.sandbox.limits import adopt_orphans, confine_signals, end_with_parent, find_descendants
from referee.support.build import ROOT, life, stale

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from referee.running.game_task import Result


LENGTH = struct.Struct(">Q")  # bytes that follow
LOOK = 0.5  # seconds between two looks at whether a child that says nothing lives
IDLE = 600  # seconds without work after which a child ends
FRESH = 500.0  # seconds without work for which it is used again
START = "from referee.running.cluster.game_process import main; main()"  # not -m: its exceptions keep their module
PROCESSES: dict[int, GameProcess] = {}  # by their threads
RUNS: dict[int, str] = {}  # the runs that they play for
STOPPED: set[str] = set()
LOCK = threading.Lock()


class ProcessDied(Exception):
    """Raised if a process ended before its games did."""


class VersionDiffers(Exception):
    """Raised if a process would play other games than its client."""


class GameProcess:
    """A child of this process that plays for clients of one edition, and raises VersionDiffers for others.

    Raises SpecError on systems without process groups.
    """

    def __init__(self, theirs: dict[str, str]) -> None:
        self.theirs = theirs
        if not hasattr(os, "killpg"):
            raise SpecError(f"a worker of a cluster must run on Linux or macOS, not on {sys.platform}")
        path = os.pathsep.join(folder for folder in sys.path if folder)
        self.process = subprocess.Popen(  # noqa: S603  # nothing of it was typed
            [sys.executable, "-P", "-c", START, str(os.getpid()), json.dumps(theirs)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,
        )
        self.used = monotonic()

    def fits(self, theirs: dict[str, str]) -> bool:
        """Return whether it can play for that edition: it lives, and is not about to end without work."""
        return theirs == self.theirs and self.process.poll() is None and monotonic() - self.used < FRESH

    def play(self, tasks: bytes) -> bytes:
        """Return the answer of its `answer_tasks`. Raises ProcessDied."""
        try:
            send(require_pipe(self.process.stdin), tasks)
            answered = self.hear()
        except (OSError, EOFError) as error:
            raise ProcessDied(f"the process that played {describe_end(self.process)}") from error
        self.used = monotonic()
        return answered

    def hear(self) -> bytes:
        """Return its answer. Raises EOFError if it is dead, even if a process that it left holds its pipe."""
        pipe = require_pipe(self.process.stdout)
        while not select([pipe], [], [], LOOK)[0]:
            if self.process.poll() is not None:
                raise EOFError
        return receive(pipe)

    def kill(self) -> None:
        """End it at once, and the processes that it started."""
        if self.process.poll() is None:
            started = find_descendants(self.process.pid)
            with suppress(OSError, subprocess.TimeoutExpired):
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait(LOOK)
            for pid in started:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    def close(self) -> None:
        self.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                require_pipe(pipe).close()


def require_pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    """Return the pipe. Raises EOFError if there is none."""
    if pipe is None:
        raise EOFError
    return pipe


def describe_end(process: subprocess.Popen[bytes]) -> str:
    """Return how a process ended, in words."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(LOOK)
    code = process.returncode
    if code is None:
        return "closed its pipe"
    return f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"


def send(pipe: IO[bytes], data: bytes) -> None:
    """Write a message. Raises OSError if nobody reads it."""
    pipe.write(LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Return the next message. Raises EOFError if it is missing or incomplete."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data


def unpack_results(answered: bytes) -> list[Result]:
    """Return the results in an answer. Raises the exception in it instead."""
    found: list[Result] | Exception = pickle.loads(answered)  # noqa: S301  # from a process of this program
    if isinstance(found, Exception):
        raise found
    return found


def pack_error(error: Exception) -> bytes:
    """Return an answer with an exception."""
    try:
        answered = pickle.dumps(error)
        pickle.loads(answered)  # noqa: S301  # some can be written and not be read
    except Exception:  # noqa: BLE001  # whatever the pickling of somebody's exception raises
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return answered


def answer_tasks(tasks: bytes) -> bytes:
    """Return the results of the games as bytes, or the exception that playing raised."""
    try:
        return pickle.dumps(play_chunk(pickle.loads(tasks)))  # noqa: S301  # from a process of this program
    except Exception as error:  # noqa: BLE001  # it is raised where the games were asked for
        return pack_error(error)
    finally:
        close_files()


def move_descriptor(number: int, instead: int) -> int:
    """Return a copy of a descriptor; the old number now leads to `instead`, which programs may spoil."""
    kept = os.dup(number)
    os.dup2(instead, number)
    return kept


def main() -> None:
    """Answer messages on standard input until it is closed or there were none for long."""
    parent, theirs = sys.argv[1:]
    end_with_parent(int(parent))
    adopt_orphans()
    confine_signals()
    asked = os.fdopen(move_descriptor(0, os.open(os.devnull, os.O_RDONLY)), "rb")
    answers = os.fdopen(move_descriptor(1, 2), "wb")
    unlike = describe_difference(find_versions(), json.loads(theirs))
    with suppress(EOFError, BrokenPipeError), describe_files_first(), user_files.keep_start_folder():
        while True:
            signal.alarm(IDLE)  # without a handler it ends the process
            tasks = receive(asked)
            signal.alarm(0)
            send(answers, pack_error(VersionDiffers(unlike)) if unlike else answer_tasks(tasks))
    exit_process(0)


class RunStopped(Exception):
    """Raised for games that nobody waits for any more."""


def play_in_child(run: str, theirs: dict[str, str], tasks: bytes) -> bytes:
    """Return the answer to the tasks of a run, for `unpack_results`.

    theirs  the edition of the client.
    """
    try:
        return own_process(run, theirs).play(tasks)
    except Exception as error:  # noqa: BLE001  # Dask would write it to the worker's log, with all of the tasks
        return pack_error(RunStopped() if run in STOPPED else error)


def own_process(run: str, theirs: dict[str, str]) -> GameProcess:
    """Return the child of this thread, now working for the run. Raises RunStopped, and what starting raises."""
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
    """End the children that play for the run, and begin none of its games any more."""
    with LOCK:
        STOPPED.add(run)
        for thread, mine in RUNS.items():
            if mine == run:
                PROCESSES[thread].kill()


# What must be equal on two machines for games to be played the same way on both.


PACKAGES = ("games", "players", "referee")
SUFFIXES = (".py", ".pxd")
WORDS = {"python": "Python {}", "dask": "distributed {}", "life": "referee {}", "sources": "referee of sources {}"}


def find_versions() -> dict[str, str]:
    """Return the versions of a process that starts here now, by the keys of WORDS: plain words, for all editions."""
    try:
        dask = version("distributed")
    except PackageNotFoundError:
        dask = "none"
    return {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "dask": dask,
        "life": "built of other sources" if stale() else life(),
        "sources": digest_sources(ROOT)[:12],
    }


def describe_difference(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str | None:
    """Return how another edition differs, `Python 3.12, here is Python 3.11`; None if it does not."""
    for key, words in WORDS.items():
        one, other = theirs.get(key, "unknown"), ours.get(key, "unknown")
        if one != other:
            return f"{words.format(one)}, here is {words.format(other)}"
    return None


def digest_sources(root: Path) -> str:
    """Return a digest of all sources below a folder, with their paths."""
    total = hashlib.sha256()
    paths = {path for package in PACKAGES for path in (root / package).rglob("*") if path.suffix in SUFFIXES}
    for path in sorted(paths):
        text = path.read_bytes()
        total.update(f"{path.relative_to(root).as_posix()} {len(text)} ".encode())
        total.update(text)
    return total.hexdigest()
