"""Many games at once: handed out in chunks, their results as they come, and played again where a worker died.

A result is a function of its task alone. So it does not matter who plays a game, in which order, or how often.
"""

from __future__ import annotations

from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.running.workers import WorkersDying, with_guard

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from referee.running.game_task import GameTask, Result
    from referee.running.workers import Workers

LARGEST = 1000  # games in a chunk
AHEAD = 2  # chunks for each worker that are handed out at a time, so that none waits for the next
DEATHS = 3  # after so many all further games are guarded
FEW = 16  # games that are guarded when their worker died; of more first so many are played at a time, as guards cost
PATIENCE = 10  # deaths over a game that is
PULSE = 0.5  # seconds in which nothing is heard of who waits for a slow game


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
        """The results, as they come."""
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
        """The games of the next chunk, none if there are no more."""
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
        """The results of a chunk; none where its worker died."""
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
