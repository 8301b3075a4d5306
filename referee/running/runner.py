"""Many games at once: chunks of games go to workers, results come back, and games whose worker died are played again.

Players with code of others play in processes of their own, so a worker dies of the rules, or is killed from outside.

A result depends on its task alone. So it does not matter who plays a game, in which order, or how often.
"""

from __future__ import annotations

from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice, takewhile
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from games.dataclass import dataclass
from games.names.entry import read_specs_once
from referee.drawing.number_format import format_count
from referee.errors.attribution import UserCodeError, as_text, format_traceback, is_user_error, pickle_error
from referee.support.process_exit import refuse_exit
from referee.support.signals import Halt, Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from referee.running.game_task import GameTask, Result


LARGEST = 1000  # games in a chunk
AHEAD = 2  # chunks per worker that are submitted at a time, so that none waits
FEW = 16  # a larger chunk whose worker died is split into chunks of this size, a smaller one into single games
PATIENCE = 10  # deaths over a single game
PULSE = 0.5  # seconds between two calls of `meanwhile`


class Workers(Protocol):
    """Workers that play several games at once.

    count  games played at once;  aim  the seconds that a chunk should take.
    died   exceptions of a Future whose worker died.
    """

    count: int
    aim: float
    died: tuple[type[BaseException], ...]

    def submit(self, tasks: Sequence[GameTask]) -> Future[list[Result]]:
        """Have these games played one after another, by play_chunk."""
        ...

    def stuck(self) -> bool:
        """Whether workers have died without notice, by default no; called if there was no news for a while."""
        return False

    def renew(self) -> None:
        """Get ready to play again after a death or a refusal; by default nothing is to do. Games may be lost."""
        return

    def halt(self) -> None:
        """Begin no more games of chunks that run, which then have fewer results than games; by default finish them."""
        return

    def close(self) -> None:
        """Stop at once, whatever is being played."""
        ...


class NoWorkers(Exception):
    """Raised if no worker is left; the message is one line for people."""


class WorkersDying(NoWorkers):
    """Raised if workers die repeatedly over a single game."""


def play_chunk(tasks: Sequence[GameTask], halted: Callable[[], bool] = lambda: False) -> list[Result]:
    """Return the results of the games, played one after another in this process, which hears no Ctrl-C.

    halted  says whether to begin no more games.
    """
    with read_specs_once(), refuse_exit():
        return [play_task(task) for task in takewhile(lambda _: not halted(), tasks)]


def play_task(task: GameTask) -> Result:
    """Return the result of the game. Rules that try to end this process (`refuse_exit`) raise UserCodeError."""
    try:
        return task.result(in_worker=True)
    except SystemExit as error:
        told = UserCodeError(format_traceback(error))
    except Exception as error:
        if not is_user_error(error) and pickle_error(error):
            raise
        told = as_text(error)
    told.__cause__ = told.__context__ = None  # `distributed`, once imported, has them cross, too, and they may not
    raise told


def play_tasks(
    tasks: Iterable[GameTask],
    workers: Workers,
    total: int | None = None,
    meanwhile: Callable[[], None] | None = None,
    halt: Halt | None = None,
) -> Generator[Result, None, None]:
    """Play the games, `total` in all if known, and yield their results as they finish.

    meanwhile  is called twice a second as long as no game finishes.
    halt       when it is asked for, the games that run are finished, and Interrupted is raised if any are left.
    Closing the generator submits no more games; closing the workers cancels the rest. Raises WorkersDying.
    """
    yield from Runner(tasks, workers, total, meanwhile, halt).results()


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

    again  chunks of games whose worker died: a few games at a time, later each one alone.
    """

    def __init__(
        self,
        tasks: Iterable[GameTask],
        workers: Workers,
        total: int | None,
        meanwhile: Callable[[], None] | None = None,
        halt: Halt | None = None,
    ):
        self.fresh = iter(tasks)
        self.workers = workers
        self.left = total
        self.meanwhile = meanwhile
        self.halt = halt or Halt()
        self.halting = False  # whether no more games are submitted
        self.again: deque[list[GameTask]] = deque()
        self.running: dict[Future[list[Result]], Chunk] = {}
        self.size = 1  # games in a chunk
        self.finished = 0
        self.began = monotonic()
        self.life = 0  # how often the workers were renewed
        self.killers: Counter[int] = Counter()  # deaths over single games, by their numbers

    def results(self) -> Iterator[Result]:
        while self.hand_out():
            done, _ = wait(self.running, PULSE, FIRST_COMPLETED)
            if not done and self.meanwhile:
                self.meanwhile()
            if not done and self.workers.stuck():
                self.renew()
            for future in sorted(done, key=lambda each: each.cancelled() or each.exception() is not None):
                yield from self.take_results(future)  # failed ones last
        if self.halting and (self.again or next(self.fresh, None)):
            raise Interrupted

    def begin_halt(self) -> None:
        """Let the workers finish the games that run, and begin no others."""
        self.halting = True
        self.workers.halt()
        if count := min(len(self.running), self.workers.count):
            verb = "runs" if count == 1 else "run"
            self.halt.tell(f"finishing {format_count(count, 'game')} that {verb}; Ctrl-C again stops at once")

    def hand_out(self) -> bool:
        """Submit chunks until there are enough; return whether any is running."""
        if self.halt.asked and not self.halting:
            self.begin_halt()
        while not self.halting and len(self.running) < AHEAD * self.workers.count and (games := self.next_games()):
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
        return games

    def take_results(self, future: Future[list[Result]]) -> list[Result]:
        """Return the results of a chunk; none if its worker died."""
        chunk = self.running.pop(future)
        try:
            found = future.result()
        except self.workers.died:
            self.retry_after_death(chunk)
            return []
        if len(found) < len(chunk.games):  # halted
            self.again.append(chunk.games[len(found) :])
        self.finished += len(found)
        pace = self.finished / (monotonic() - self.began) / self.workers.count
        self.size = max(1, min(int(pace * self.workers.aim), 2 * self.size, LARGEST))
        return found

    def retry_after_death(self, chunk: Chunk) -> None:
        """Submit the games of a chunk again, as their worker died."""
        if len(chunk.games) == 1:
            number = chunk.games[0].heading.number
            self.killers[number] += 1
            if self.killers[number] >= PATIENCE:
                raise WorkersDying(f"the processes that play die again and again, the last time in game {number}")
        few = 1 if len(chunk.games) <= FEW else FEW
        self.again.extend(chunk.games[first : first + few] for first in range(0, len(chunk.games), few))
        if chunk.life == self.life:  # otherwise several workers died together
            self.renew()

    def renew(self) -> None:
        self.life += 1
        self.workers.renew()
