"""Games played on many machines, by the workers of a Dask scheduler; only the client keeps the results.

Results that have not arrived are lost with the scheduler or the connection, and played again when the run is resumed.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import secrets
import socket
import warnings
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from games.names.catalogue import SpecError
from referee.running.cluster import game_process
from referee.running.cluster.game_process import (
    ProcessDied,
    VersionDiffers,
    describe_difference,
    find_versions,
    unpack_results,
)
from referee.running.runner import NoWorkers, Workers
from referee.support.complaints import complain as complain_plainly
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.running.game_task import GameTask, Result

CONNECT = 10.0  # seconds to reach a scheduler
WAIT = 10.0  # for its first worker
ANSWER = 30.0  # for all workers to report their edition: importing the program takes long on a busy machine
LEAVE = 2.0  # for each farewell
PACE = 0.25  # between two looks at the connection
BEAT = 5.0  # between two questions to the scheduler
SILENCE = 30.0  # without an answer after which it is gone
LONGEST = 1 << 20  # bytes of a greeting; a text from another server reads as a larger number
LOGGERS = ("distributed", "tornado", "asyncio")


class SchedulerGone(NoWorkers):
    """Raised for all games still to be played once the scheduler does not answer."""


class Cluster(Workers):
    """The workers of the scheduler at `address`, `tcp://host:port`.

    Raises SpecError, one line, if Dask is missing, there is no scheduler or worker, or a worker has another edition of
    this program. Workers may come and go; while there is none, the user gets one complaint.

    count  games that it plays at once;  died  exceptions of a Future whose games ended their process.
    """

    aim = 1.0  # a chunk costs much less to submit

    def __init__(self, address: str, complain: Callable[[str], None] = complain_plainly):
        self.address = address
        self.complain = complain
        self.run = secrets.token_hex(8)
        self.edition = find_versions()
        self.asked = 0  # chunks
        self.playing: dict[Future[list[Result]], Any] = {}  # with Dask's own future of each
        self.lost: SchedulerGone | None = None
        self.idle = False  # whether the user knows that there is no worker
        self.client = connect(address)
        self.died = (ProcessDied, import_module("distributed").KilledWorker)
        try:
            self.count = self.first_workers()
            self.check()
        except BaseException:
            self.client.close(LEAVE)
            raise
        self.client.loop.add_callback(self.watch)

    def first_workers(self) -> int:
        """Return the number of threads of all workers, once there is one. Raises SpecError."""
        try:
            self.client.wait_for_workers(1, timeout=WAIT)
        except TimeoutError as error:
            raise SpecError(f"{self.address} has no worker; {self.how_to_start()}") from error
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def how_to_start(self) -> str:
        return f"on each machine that is to play, start: dask worker {self.address}"

    def check(self) -> None:
        """Raise SpecError unless all workers have this edition."""
        try:
            editions = self.client.run(find_versions, on_error="return", callback_timeout=ANSWER)
        except TimeoutError as error:
            raise SpecError(f"the workers of {self.address} do not answer") from error
        for worker, theirs in editions.items():
            if isinstance(theirs, ImportError | AttributeError):
                raise SpecError(f"the worker at {worker} has no referee like the one here: {theirs}")
            if isinstance(theirs, Exception):
                raise SpecError(f"the worker at {worker} fails: {theirs}")
            if unlike := describe_difference(theirs, self.edition):
                raise SpecError(f"the worker at {worker} would play other games: it has {unlike}")

    def submit(self, tasks: Sequence[GameTask]) -> Future[list[Result]]:
        """Return a Future of the results; if a worker dies, another one plays the games.

        The Future raises one of `died` if the process of the games died each time, and SchedulerGone.
        """
        future: Future[list[Result]] = Future()
        if self.lost or self.cut_off:
            future.set_exception(self.scheduler_gone())
            return future
        self.asked += 1
        key = f"referee-{self.run}-{self.asked}"
        theirs = self.client.submit(
            game_process.play_in_child, self.run, self.edition, pickle.dumps(list(tasks)), key=key, pure=False
        )
        self.playing[future] = theirs
        future.add_done_callback(lambda future: theirs.release() if future.cancelled() else None)
        self.client.loop.add_callback(partial(self.fetch, future, theirs))
        return future

    def close(self) -> None:
        """Leave the scheduler. Games being played are stopped, and waiting ones never begin."""
        for future in list(self.playing):
            future.cancel()
        with suppress(Exception):  # they may be gone
            if not self.cut_off:
                self.client.run(game_process.stop_run, self.run, on_error="ignore", callback_timeout=LEAVE)
        with suppress(Exception):
            self.client.close(LEAVE)

    @property
    def cut_off(self) -> bool:
        return bool(self.client.status != "running")

    def scheduler_gone(self) -> SchedulerGone:
        self.lost = self.lost or SchedulerGone(f"the scheduler at {self.address} is gone")
        return self.lost

    # What follows runs on the client's own thread, as coroutines.

    async def fetch(self, future: Future[list[Result]], theirs: Any) -> None:
        """Fetch the results of a chunk."""
        try:
            results = unpack_results(await self.client.gather(theirs, asynchronous=True))
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  # whatever a game raises
            if isinstance(error, VersionDiffers):
                error = SpecError(f"a worker that came later would play other games: it has {error}")
            self.fail(future, self.scheduler_gone() if self.cut_off else error)
        else:
            if self.settle(future):
                future.set_result(results)

    def settle(self, future: Future[list[Result]]) -> bool:
        """Return whether somebody still waits for a chunk; it is settled then."""
        return self.playing.pop(future, None) is not None and future.set_running_or_notify_cancel()

    def fail(self, future: Future[list[Result]], error: BaseException) -> None:
        if self.settle(future):
            future.set_exception(error)

    async def watch(self) -> None:
        """Watch the scheduler until it is gone, then fail all chunks."""
        clock = asyncio.get_running_loop().time
        asked = clock()
        with suppress(Exception):
            while not self.cut_off:
                if clock() - asked > BEAT:
                    self.look(await asyncio.wait_for(self.client.scheduler.ncores(workers=None), SILENCE))
                    asked = clock()
                await asyncio.sleep(PACE)
        for future in list(self.playing):
            self.fail(future, self.scheduler_gone())

    def look(self, threads: dict[str, int]) -> None:
        self.count = max(1, sum(threads.values()))
        if not threads and self.playing and not self.idle:
            self.complain(f"{self.address} has no worker left, and waits for one; {self.how_to_start()}")
        self.idle = not threads


def connect(address: str) -> Any:
    """Return a client of the scheduler. Raises SpecError."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise SpecError("to play on a cluster install Dask: pip install 'referee[cluster]'") from error
    for name in [*LOGGERS, *logging.root.manager.loggerDict]:
        if name.partition(".")[0] in LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # they write walls of text
    try:
        await_greeting(address, CONNECT)
    except OSError as error:
        raise SpecError(f"no Dask scheduler answers at {address}: {describe_reason(error)}") from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about versions, which `check` compares
        try:
            return distributed.Client(address, timeout=CONNECT, set_as_default=False)
        except Exception as error:  # whatever answers there
            raise SpecError(f"no Dask scheduler answers at {address}: {describe_reason(error)}") from error


def await_greeting(address: str, seconds: float) -> None:
    """Wait until a Dask server at the address begins to greet, twice `seconds` at most. Raises OSError.

    Each message begins with its length in 8 bytes, and the server speaks first (distributed/comm/core.py, tcp.py).
    Dask's own client waits forever for a server that does not.
    """
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=seconds) as connection:
        head = connection.recv(8, socket.MSG_WAITALL)
    if len(head) < 8 or int.from_bytes(head, "little") > LONGEST:
        raise OSError("what answers there is not a scheduler")
