"""Many games at once: chunks of games go to workers, results come back, and games whose worker died are played again.

A result depends on its task alone. So it does not matter who plays a game, in which order, or how often.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from games.dataclass import dataclass
from games.names.entry import read_specs_once
from referee.errors.attribution import UserCodeError, as_text, format_traceback, is_user_error
from referee.running import watchdog
from referee.running.foreign_code import has_foreign_code
from referee.running.sandbox.guard import Guard
from referee.support.process_exit import refuse_exit

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from referee.running.game_task import GameTask, Result
    from referee.running.process_state import ProcessState


WORN: set[int] = set()  # ids of processes that play no more
EXPOSED: set[int] = set()  # ids of processes in which code of others has run without a guard
LARGEST = 1000  # games in a chunk
AHEAD = 2  # chunks per worker that are submitted at a time, so that none waits
DEATHS = 3  # then all further games are guarded
FEW = 16  # a larger chunk whose worker died is split before its games are guarded, as guards cost time
PATIENCE = 10  # deaths over a guarded game
PULSE = 0.5  # seconds between two calls of `meanwhile`


class Workers(Protocol):
    """Workers that play several games at once.

    count  games played at once;  aim  the seconds that a chunk should take.
    died   exceptions of a Future whose worker died.
    """

    count: int
    aim: float

    @property
    def died(self) -> tuple[type[BaseException], ...]: ...

    def submit(self, tasks: Sequence[GameTask]) -> Future[list[Result]]:
        """Have these games played one after another, by play_chunk."""
        ...

    def stuck(self) -> bool:
        """Whether workers have died without notice; called if there was no news for a while."""
        ...

    def renew(self) -> None:
        """Get ready to play again after a death or a refusal. Games submitted before may be lost."""
        ...

    def close(self) -> None:
        """Stop at once, whatever is being played."""
        ...


class NoWorkers(Exception):
    """Raised if no worker is left; the message is one line for people."""


class WorkersDying(NoWorkers):
    """Raised if workers die repeatedly over a guarded game, whose players cannot be the reason."""


def play_chunk(tasks: Sequence[GameTask]) -> list[Result]:
    """Return the results of the games, played one after another in this process, which hears no Ctrl-C.

    If a program has damaged this process for others, the rest is left out, and this process plays no more.
    """
    from referee.running.process_state import ProcessState

    around, found = ProcessState(), []
    with read_specs_once():
        for task in tasks:
            if is_worn_out() or (each := play_task(task, around)) is None:
                break
            found.append(each)
    watchdog.report_idle()
    return found


def is_worn_out() -> bool:
    """Return whether this process plays no more."""
    return os.getpid() in WORN


def play_task(task: GameTask, around: ProcessState) -> Result | None:
    """Return the result of a game; None if another process must play it again, with guarded players.

    around  the state of this process before the game, which is restored after it.

    An error that is not a player's, or a forfeit after a player changed some of `around`, may be the fault of what an
    earlier player left behind. So the game is played again at once, with guarded players. If that fails too, this whole
    process may be damaged: another one plays the game, and its error is final.
    """
    found, error = try_task(task)
    changed: list[str] = []
    if task.guard is None and has_foreign_code():
        EXPOSED.add(os.getpid())
        changed = around.put_back()
    if around.lost:
        WORN.add(os.getpid())
    by_accident = error is not None and (has_foreign_code() or not isinstance(error, Exception))
    if task.guard is None and (by_accident or (changed and found and found.forfeit)):
        if around.lost:
            return None
        found, error = try_task(with_guard(task))
    if error is not None and os.getpid() in EXPOSED:
        WORN.add(os.getpid())
        return None
    if error is not None:
        raise error
    return found


def try_task(task: GameTask) -> tuple[Result | None, BaseException | None]:
    """Return the result of the game, or what was raised, even KeyboardInterrupt.

    Rules that try to end this process while the players are guarded raise UserCodeError.
    """
    watchdog.expect_heartbeat(inf)  # guarded games have their own limits
    try:
        with refuse_exit() if task.guard else nullcontext():
            return task.result(), None
    except Exception as error:  # noqa: BLE001  # it is raised again
        return None, as_text(error) if is_user_error(error) else error
    except BaseException as error:  # noqa: BLE001  # with guarded players it is an outcome of the match
        ended = task.guard and isinstance(error, SystemExit)
        return None, UserCodeError(format_traceback(error)) if ended else error


def with_guard(task: GameTask) -> GameTask:
    """Return the task with each player in its own process, so that a death has a known cause.

    If time is limited, the guard limits what the time control does not.
    """
    seconds = watchdog.BEGINNING if task.control.timed else None
    return task if task.guard is not None else replace(task, guard=Guard(seconds=seconds))


def play_tasks(
    tasks: Iterable[GameTask], workers: Workers, total: int | None = None, meanwhile: Callable[[], None] | None = None
) -> Generator[Result, None, None]:
    """Play the games, `total` in all if known, and yield their results as they finish.

    meanwhile  is called twice a second as long as no game finishes.
    Closing the generator submits no more games; closing the workers cancels the rest. Raises WorkersDying.
    """
    yield from Runner(tasks, workers, total, meanwhile).results()


def sort_results(results: Iterable[Result], first: int = 0) -> Iterator[Result]:
    """Yield the results in the order of their numbers, which count up from `first`.

    If an error or Ctrl-C ends them, results that wait for an earlier game are yielded before it is raised.
    """
    early: dict[int, Result] = {}
    try:
        for result in results:
            early[result.number] = result
            while first in early:
                yield early.pop(first)
                first += 1
    except (Exception, KeyboardInterrupt):
        yield from (early[number] for number in sorted(early))
        raise


@dataclass(frozen=True)
class Chunk:
    """Games that are submitted together; `life` is the number of earlier renewals of the workers."""

    games: list[GameTask]
    life: int


class Runner:
    """Submits games to workers.

    again  chunks of games whose worker died: a few games at a time, later each one alone and guarded.
    """

    def __init__(
        self,
        tasks: Iterable[GameTask],
        workers: Workers,
        total: int | None,
        meanwhile: Callable[[], None] | None = None,
    ):
        self.fresh = iter(tasks)
        self.workers = workers
        self.left = total
        self.meanwhile = meanwhile
        self.again: deque[list[GameTask]] = deque()
        self.running: dict[Future[list[Result]], Chunk] = {}
        self.size = 1  # games in a chunk
        self.finished = 0
        self.began = monotonic()
        self.life = 0  # how often the workers were renewed
        self.ended: set[int] = set()  # lives that ended without a death
        self.killers: Counter[int] = Counter()  # deaths over guarded games, by their numbers

    def results(self) -> Iterator[Result]:
        while self.hand_out():
            done, _ = wait(self.running, PULSE, FIRST_COMPLETED)
            if not done and self.meanwhile:
                self.meanwhile()
            if not done and self.workers.stuck():
                self.renew()
            for future in sorted(done, key=lambda each: each.cancelled() or each.exception() is not None):
                yield from self.take_results(future)  # failed ones last

    def hand_out(self) -> bool:
        """Submit chunks until there are enough; return whether any is running."""
        while len(self.running) < AHEAD * self.workers.count and (games := self.next_games()):
            try:
                self.running[self.workers.submit(games)] = Chunk(games, self.life)
            except self.workers.died:  # found here first; none of these games was begun
                self.again.append(games)
                self.renew()
        return bool(self.running)

    def next_games(self) -> list[GameTask]:
        if self.again:
            return self.again.popleft()
        most = self.size
        if self.left is not None:  # smaller ones towards the end, so that all workers finish at once
            most = min(most, max(1, self.left // (AHEAD * self.workers.count)))
        games = list(islice(self.fresh, most))
        if self.left is not None:
            self.left -= len(games)
        return [with_guard(each) for each in games] if self.life >= DEATHS else games

    def take_results(self, future: Future[list[Result]]) -> list[Result]:
        """Return the results of a chunk; none if its worker died."""
        chunk = self.running.pop(future)
        try:
            found = future.result()
        except self.workers.died:
            if chunk.life in self.ended:
                self.again.append(chunk.games)
            else:
                self.retry_after_death(chunk)
            return []
        self.finished += len(found)
        if len(found) < len(chunk.games):
            self.replace(chunk, len(found))
        pace = self.finished / (monotonic() - self.began) / self.workers.count
        self.size = max(1, min(int(pace * self.workers.aim), 2 * self.size, LARGEST))
        return found

    def replace(self, chunk: Chunk, played: int) -> None:
        """Submit the rest of a chunk again, the next game guarded, as its worker plays no more."""
        first, *rest = chunk.games[played:]
        self.again.extend([[with_guard(first)], rest] if rest else [[with_guard(first)]])
        if chunk.life == self.life:
            self.ended.add(chunk.life)
            self.renew()

    def retry_after_death(self, chunk: Chunk) -> None:
        """Submit the games of a chunk again, guarded, as their worker died."""
        for task in chunk.games:
            if task.guard is not None:
                self.killers[task.heading.number] += 1
                if self.killers[task.heading.number] >= PATIENCE:
                    raise WorkersDying(
                        f"the processes that play die again and again, the last time in game {task.heading.number}"
                    )
        few = 1 if len(chunk.games) <= FEW else FEW
        pieces = [chunk.games[first : first + few] for first in range(0, len(chunk.games), few)]
        self.again.extend([with_guard(piece[0])] if few == 1 else piece for piece in pieces)
        if chunk.life == self.life:  # otherwise several workers died together
            self.renew()

    def renew(self) -> None:
        self.life += 1
        self.workers.renew()
