"""Many games at once: handed out in chunks to workers, their results as they come, and played again where one died.

A result is a function of its task alone. So it does not matter who plays a game, in which order, or how often.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
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


WORN: set[int] = set()  # processes that play no more: this one, where it is among them
EXPOSED: set[int] = set()  # those in which code of others has run without a guard, and may have changed anything
LARGEST = 1000  # games in a chunk
AHEAD = 2  # chunks for each worker that are handed out at a time, so that none waits for the next
DEATHS = 3  # after so many all further games are guarded
FEW = 16  # games that are guarded when their worker died; of more first so many are played at a time, as guards cost
PATIENCE = 10  # deaths over a game that is
PULSE = 0.5  # seconds in which nothing is heard of who waits for a slow game


class Workers(Protocol):
    """Workers that play games, several at once.

    count  how many games are played at once;  aim  the seconds that games submitted together should take.
    died   what a Future raises whose worker died over its games.
    """

    count: int
    aim: float

    @property
    def died(self) -> tuple[type[BaseException], ...]: ...

    def submit(self, tasks: Sequence[GameTask]) -> Future[list[Result]]:
        """Have these games played, one after the other; as many as `played` plays."""
        ...

    def stuck(self) -> bool:
        """Whether some have died and nobody will ever hear of it; asked where nothing was heard for a while."""
        ...

    def renew(self) -> None:
        """After a death, or where some play no more: be fit to play again. What was submitted before may be lost."""
        ...

    def close(self) -> None:
        """Play no more, whatever is being played."""
        ...


class NoWorkers(Exception):
    """Raised when no worker is left to play; the message is one line for people."""


class WorkersDying(NoWorkers):
    """Raised when workers die repeatedly over a guarded game, whose players cannot be the reason."""


def play_chunk(tasks: Sequence[GameTask]) -> list[Result]:
    """Return the results of these games, played one after the other in this process, which hears no Ctrl-C.

    Fewer of them, and from then on none at all, once a program has made of this process what others must not suffer
    from: then another one is to take its place.
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
    """Whether this process plays no more."""
    return os.getpid() in WORN


def play_task(task: GameTask, around: ProcessState) -> Result | None:
    """Return the result of a game; None if it is to be played again by another process, each player in one of its own.

    around  what this process was before the game; so it is after it.

    If the game ended by an error that is not a player's, or by a forfeit after a player changed some of `around`, what
    a player left behind may be the reason. So it is played again at once, each player in its own process. If that
    ends in an error too, everything in this process may be broken: another one plays it, and its error is the true one.
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
    """The result of the game, or what was raised in its place, also what is not an error, a KeyboardInterrupt say."""
    watchdog.expect_heartbeat(inf)  # what is guarded has limits of its own
    try:
        return play_guarded(task) if task.guard else task.result(), None
    except Exception as error:  # noqa: BLE001  # it is raised again
        return None, as_text(error) if is_user_error(error) else error
    except BaseException as error:  # noqa: BLE001  # in a process of its own it is an outcome of the match
        return None, error


def play_guarded(task: GameTask) -> Result:
    """Return the result of a guarded game. Raises UserCodeError if its rules try to end this process."""
    try:
        with refuse_exit():
            return task.result()
    except SystemExit as error:
        raise UserCodeError(format_traceback(error)) from None


def with_guard(task: GameTask) -> GameTask:
    """Return the task with each player in its own process, so that it is known whose fault a death is.

    Where time is limited, what no control binds is limited as well.
    """
    seconds = watchdog.BEGINNING if task.control.timed else None
    return task if task.guard is not None else replace(task, guard=Guard(seconds=seconds))


def play_tasks(
    tasks: Iterable[GameTask],
    workers: Workers,
    total: int | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Generator[Result, None, None]:
    """Play these games, `total` in all where that is known, and yield their results as they finish.

    meanwhile  is called twice a second for as long as none does.
    Once it is closed no more is handed out; closing the workers calls off what is. Raises Dying.
    """
    yield from Runner(tasks, workers, total, meanwhile).results()


def sort_results(results: Iterable[Result], first: int = 0) -> Iterator[Result]:
    """Yield the results in the order of their numbers, which count up from `first`.

    If an error or Ctrl-C ends them, those that wait for a game before them are yielded too, and then it is raised.
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


def has_failed(future: Future[list[Result]]) -> bool:
    """Whether the games of a future that is done have no results."""
    return future.cancelled() or future.exception() is not None


@dataclass(frozen=True)
class Chunk:
    """Games that are handed out together, to workers that had been renewed so often."""

    games: list[GameTask]
    life: int


class Runner:
    """Games to be played, and those that are being played.

    again  games whose worker died, as they are to be handed out: a few at a time, and then each alone and guarded.
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
        self.ended: set[int] = set()  # which of these lives ended by no death
        self.killers: Counter[int] = Counter()  # how often a worker died over a guarded game, by its number

    def results(self) -> Iterator[Result]:
        """Yield the results, as they come."""
        while self.hand_out():
            done, _ = wait(self.running, PULSE, FIRST_COMPLETED)
            if not done:
                self.wait_on()
            for future in sorted(done, key=has_failed):
                yield from self.take_results(future)

    def wait_on(self) -> None:
        """Call `meanwhile`, and renew workers that are stuck, as nothing has finished for a while."""
        if self.meanwhile:
            self.meanwhile()
        if self.workers.stuck():
            self.renew()

    def hand_out(self) -> bool:
        """Submit chunks until enough are out; whether any is."""
        while len(self.running) < AHEAD * self.workers.count and (games := self.next_games()):
            try:
                self.running[self.workers.submit(games)] = Chunk(games, self.life)
            except self.workers.died:  # which is found out here first; none of these was begun
                self.again.append(games)
                self.renew()
        return bool(self.running)

    def next_games(self) -> list[GameTask]:
        """Return the games of the next chunk, none if there are no more."""
        if self.again:
            return self.again.popleft()
        most = self.size
        if self.left is not None:  # towards the end smaller ones, lest one worker has the last word alone
            most = min(most, max(1, self.left // (AHEAD * self.workers.count)))
        games = list(islice(self.fresh, most))
        if self.left is not None:
            self.left -= len(games)
        return [with_guard(each) for each in games] if self.life >= DEATHS else games

    def take_results(self, future: Future[list[Result]]) -> list[Result]:
        """Return the results of a chunk; none where its worker died."""
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
        """Hand the rest of a chunk to other workers, the next game guarded, as this worker plays no more."""
        first, *rest = chunk.games[played:]
        self.again.extend([[with_guard(first)], rest] if rest else [[with_guard(first)]])
        if chunk.life == self.life:
            self.ended.add(chunk.life)
            self.renew()

    def retry_after_death(self, chunk: Chunk) -> None:
        """Play the games of a chunk again, guarded, as their worker died."""
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
        if chunk.life == self.life:  # else it is one more of those that died together
            self.renew()

    def renew(self) -> None:
        """Let the workers recover from a death."""
        self.life += 1
        self.workers.renew()
