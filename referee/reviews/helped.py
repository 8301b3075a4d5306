"""Positions of a match that worker processes search before the review comes to them.

A worker searches a block of positions in a row, and what it finds depends on the block and the effort alone. Proofs,
and searches of other moves, stay in order in this process, because each helps the next ones.
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

Found = dict[int, tuple[Any, int | None]]  # by place: what was found, and how deep

BLOCK = 12  # positions in a row that one worker searches from the last to the first, as each helps those before it
AHEAD = 1  # blocks for each worker beside the one that the review looks at


@dataclass(frozen=True)
class SearchBlock:
    """Positions to search, and all that the result depends on.

    spec     of the game;  texts  of the moves of the match.
    places   numbers of moves after which the positions stand, in order;  lucky  as in Evaluator.
    judge    the spec of the program that judges, "": our own searches do;  called  its name.
    seconds  that the searches may take.
    """

    spec: str
    texts: Path
    places: tuple[int, ...]
    lucky: bool
    effort: Effort
    judge: str
    called: str
    seconds: float


def run(block: SearchBlock) -> Found:
    """Return what the search of each position finds by its place, with the depth that it reached, None without one.

    Of a game of luck that is the value of each move, or if chance is to move, the value of the position.
    """
    evaluator = Evaluator(games.load(block.spec), block.effort)
    if block.judge:
        evaluator.judge = judge_of(block.judge, block.spec, block.effort.nodes, block.called)
        evaluator.scale_known = True
    found: Found = {}
    end = monotonic() + block.seconds
    for place in reversed(block.places):
        path = block.texts[:place]
        game = load_after(block.spec, path)
        evaluator.deadline = end if end == inf else monotonic() + (end - monotonic()) / (len(block.places) - len(found))
        if block.lucky:
            found[place] = (evaluator.rolled if game.turn == CHANCE else evaluator.searched)(game), None
        else:
            found[place] = evaluator.believed(game, path), evaluator.depths.get(path)
    return found


@cache
def judge_of(judge: str, spec: str, nodes: int, called: str) -> EngineJudge:
    """Return the program that judges for this worker, until the worker ends."""
    return EngineJudge(judge, games.load(spec), nodes, called)


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
        self.asked: dict[tuple[int, bool], Future[Found]] = {}  # by block, and whether for luck
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
        self.place = place
        here = place // BLOCK
        if (done := self.asked.pop((here + 1, self.lucky), None)) is not None:
            done.cancel()
        share = max(0.0, self.end - monotonic()) / (here + 1) / 2
        for block in range(here, max(-1, here - (1 + AHEAD) * self.workers), -1):
            if self.processes is not None and (block, self.lucky) not in self.asked:
                with suppress(BrokenExecutor, OSError):  # without processes all is searched here
                    self.asked[block, self.lucky] = self.processes.call(run, self.block(block, self.workers * share))

    def block(self, number: int, seconds: float) -> SearchBlock:
        """Return the block with this number, without the positions in which there is nothing to search."""
        first = number * BLOCK
        places = range(first, min(first + BLOCK, len(self.positions)))
        judge, called = (self.judge.spec, self.judge.name) if self.judge else ("", "")
        open_places = tuple(filter(self.is_open, places))
        return SearchBlock(self.spec, self.texts, open_places, self.lucky, self.effort, judge, called, seconds)

    def is_open(self, place: int) -> bool:
        """Return whether there is something to search after `place` moves."""
        game = self.positions[place]
        if game.score() is not None:
            return False
        return not self.lucky or not (self.hidden if game.turn == CHANCE else len(game.moves()) == 1)

    def taken(self, place: int) -> tuple[Any, int | None] | None:
        """Return what a worker found about the position; None if none did, or it failed: then it is searched here."""
        asked = self.asked.get((place // BLOCK, self.lucky))
        if asked is None:
            return None
        with suppress(Exception):
            return asked.result(None if self.end == inf else max(0.0, self.end - monotonic())).get(place)
        return None

    def believed(self, game: Game, path: Path, depth: int | None = None) -> Value:
        if depth is None and path == self.texts[: len(path)] and (found := self.taken(len(path))) is not None:
            self.find_scale()  # a review tells what its chances come from
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
