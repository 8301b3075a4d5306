"""A coach: finds out, before a move is made, whether it would be a mistake or a blunder."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from players.search.alphabeta.tree import Chance
from players.search.clock import hurried
from referee.reviews.evaluator import Evaluator, Path
from referee.reviews.judging import Grade, Verdict, judge
from referee.reviews.searches import Effort

if TYPE_CHECKING:
    from games.game import Game
    from referee.engines.judge import EngineJudge

EFFORT = Effort(nodes=300_000, playouts=10_000)  # as much as a review, so that both agree
POOL = 8  # times the effort, for proofs in one turn
SECONDS = 0.4  # for a turn, and once a match for learning to read the estimate
SHARE = 20  # the coach takes at most a twentieth of the person's time
WARNED = (Grade.MISTAKE, Grade.BLUNDER)

Turn = tuple[Path, tuple[int, ...]]  # the texts of all moves before it, and its moves


class Coach:
    """The coach of a match. What it found of a turn is remembered.

    seconds  for a turn, if the person has twenty times as many.
    judge    the program that judges what is not proven; None: our own searches do.
    """

    def __init__(
        self, start: Game, effort: Effort = EFFORT, seconds: float = SECONDS, judge: EngineJudge | None = None
    ):
        self.evaluator = Evaluator(start, effort, judge=judge)
        self.seconds = seconds
        self.known: dict[Turn, Verdict | None] = {}

    def verdict(self, game: Game, turn: Turn, deadline: float = inf) -> Verdict | None:
        """Return the verdict on the first move of `turn` that would be a mistake; None if none would.

        game  as the seat to move knows it;  deadline  of the person, of time.monotonic(). If searches are hurried, only
              what is proven counts.
        """
        if turn not in self.known:
            self.learn(deadline)
            found = self.judge(game, turn, deadline)
            if hurried():  # more time may find more
                return found
            self.known[turn] = found
        return self.known[turn]

    def learn(self, deadline: float) -> None:
        """Learn how to read the game's estimate, once for the match."""
        evaluator = self.evaluator
        if evaluator.lucky or not evaluator.has_estimate or evaluator.scale_known:
            return
        evaluator.deadline = monotonic() + self.room(deadline)
        try:
            evaluator.find_scale()
        except Chance:
            evaluator.lucky = True
        evaluator.scale_known = not hurried()

    def judge(self, game: Game, turn: Turn, deadline: float) -> Verdict | None:
        """Return the verdict as `verdict` does, without remembering it."""
        twin, self.evaluator.deadline = game.copy(), monotonic() + self.room(deadline)
        self.evaluator.failed = 0  # each turn the end is nearer
        self.evaluator.forget_beliefs()
        self.evaluator.pool = POOL * self.evaluator.effort.nodes
        path, moves = turn
        for place, move in enumerate(moves):
            with self.evaluator.part(len(moves) - place):
                verdict = judge(twin, move, self.evaluator, path)
            known = verdict.rival is not None and verdict.after is not None and (verdict.proven or not hurried())
            if known and verdict.grade in WARNED:
                return verdict
            path = (*path, twin.text(move))
            twin.make(move)
        return None

    def room(self, deadline: float) -> float:
        """Return the seconds that it may take."""
        return min(self.seconds, max(0.0, deadline - monotonic()) / SHARE)
