"""Positions of a match that worker processes search before the review comes to them.

What is believed of a position depends on the position and the effort alone, so a review finds the same with any number
of workers. Proofs, and searches of other moves, stay in order in this process, because each helps the next ones.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from functools import cache
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
from games.dataclass import dataclass
from games.game import CHANCE
from referee.engines.judge import EngineJudge
from referee.errors.attribution import load_after
from referee.reviews.evaluator import Evaluator
from referee.running.process_pool import ProcessPool

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from games.game import Game
    from referee.reviews.evaluator import Path
    from referee.reviews.searches import Effort
    from referee.solving.value import Value

AHEAD = 2  # searches for each worker at a time, so that none waits


@dataclass(frozen=True)
class Search:
    """A position to search, and all that the result depends on.

    spec     of the game;  path  the texts of the moves to the position;  lucky  as in Evaluator.
    judge    the spec of the program that judges; "": our own searches do.
    seconds  that the search may take.
    """

    spec: str
    path: Path
    lucky: bool
    effort: Effort
    judge: str
    seconds: float


def run(search: Search) -> tuple[Any, int | None]:
    """Return what the search of a position finds, and the depth that it reached, None without one.

    Of a game of luck that is the value of each move, or if chance is to move, the value of the position.
    """
    game = load_after(search.spec, search.path)
    evaluator = evaluator_of(search.spec, search.effort, search.judge)
    evaluator.deadline = monotonic() + search.seconds
    if search.lucky:
        return (evaluator.rolled if game.turn == CHANCE else evaluator.searched)(game), None
    return evaluator.believed(game, search.path), evaluator.depths.get(search.path)


@cache
def evaluator_of(spec: str, effort: Effort, judge: str) -> Evaluator:
    """Return the evaluator of this worker, which keeps the program that judges until the worker ends."""
    start = games.load(spec)
    return Evaluator(start, effort, judge=EngineJudge(judge, start, effort.nodes) if judge else None)


class HelpedEvaluator(Evaluator):
    """An evaluator of a match that lets workers search the next positions.

    spec     of the game;  positions  all positions of the match;  texts  its moves.
    workers  the number of processes.
    """

    def __init__(
        self,
        spec: str,
        positions: Sequence[Game],
        texts: Path,
        effort: Effort,
        judge: EngineJudge | None,
        workers: int,
    ):
        super().__init__(positions[0], effort, judge=judge)
        self.spec, self.positions, self.texts, self.workers, self.end = spec, positions, texts, workers, inf
        self.place = len(texts)
        self.asked: dict[tuple[int, bool], Future[tuple[Any, int | None]]] = {}  # by place, and whether for luck
        self.processes: ProcessPool | None = None

    @contextmanager
    def helped(self, end: float) -> Iterator[None]:
        """Have workers within the block, which must end at `end`, of time.monotonic()."""
        self.end, self.processes = end, ProcessPool(self.workers)
        try:
            yield
        finally:
            self.processes.close()
            self.processes = None

    def look_ahead(self, place: int) -> None:
        """Let the workers search the positions before this one, which is searched now."""
        if (done := self.asked.pop((place + 2, self.lucky), None)) is not None:
            done.cancel()
        self.place = place
        share = self.workers * max(0.0, self.end - monotonic()) / (place + 1) / 2
        for each in range(place, max(-1, place - AHEAD * self.workers), -1):
            with suppress(BrokenExecutor, OSError):  # without processes all is searched here
                self.ask(each, share)

    def ask(self, place: int, seconds: float) -> None:
        """Ask a worker about the position after `place` moves, unless that was done or there is nothing to search."""
        game, key = self.positions[place], (place, self.lucky)
        if self.processes is None or key in self.asked or game.score() is not None:
            return
        if self.lucky and (self.hidden if game.turn == CHANCE else len(game.moves()) == 1):
            return
        judge = self.judge.spec if self.judge else ""
        search = Search(self.spec, self.texts[:place], self.lucky, self.effort, judge, seconds)
        self.asked[key] = self.processes.call(run, search)

    def taken(self, place: int) -> tuple[Any, int | None] | None:
        """Return what a worker found about the position; None if none did, or it failed: then it is searched here."""
        asked = self.asked.get((place, self.lucky))
        if asked is None:
            return None
        with suppress(Exception):
            return asked.result(None if self.end == inf else max(0.0, self.end - monotonic()))
        return None

    def believed(self, game: Game, path: Path, depth: int | None = None) -> Value:
        if depth is None and path == self.texts[: len(path)] and (found := self.taken(len(path))) is not None:
            self.find_slope()  # a review tells what its chances come from
            value: Value = found[0]
            if found[1] is not None:
                self.depths[path] = found[1]
            return value
        return super().believed(game, path, depth)

    def searched(self, game: Game) -> dict[int, Value]:
        found = self.taken(self.place)
        return found[0] if found is not None else super().searched(game)

    def rolled(self, game: Game) -> Value:
        found = self.taken(self.place)
        return found[0] if found is not None else super().rolled(game)
