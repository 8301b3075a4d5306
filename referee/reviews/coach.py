"""A coach: before a move is made that would be a mistake or a blunder it says so, and what that would throw away."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from players.search.clock import hurried
from players.search.negamax import Chance
from referee.reviews.effort import Effort
from referee.reviews.evaluator import Evaluator
from referee.reviews.grades import Grade
from referee.reviews.judging import Verdict, judge
from referee.reviews.verdicts import warning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game

EFFORT = Effort(nodes=300_000, playouts=10_000)  # as much as a review, so that both say the same
SECONDS = 1.0  # for a turn, and once for a match to learn what the game's estimate tells
SHARE = 20  # of the time that the person has left the coach takes one part at most
WARNED = (Grade.MISTAKE, Grade.BLUNDER)

Turn = tuple[tuple[str, ...], tuple[int, ...]]  # the texts of all moves before it, and its moves


class Coach:
    """The coach of a match that starts so. What it found of a turn it says at once when that is asked again.

    seconds  that it looks at a turn, if the person has twenty times as many.
    """

    def __init__(self, start: Game, effort: Effort = EFFORT, seconds: float = SECONDS):
        self.evaluator = Evaluator(start, effort)
        self.seconds = seconds
        self.known: dict[Turn, str] = {}

    def warning(self, game: Game, turn: Turn, deadline: float = inf) -> str:
        """What to say before the turn is made in that position; empty where none of its moves would be a mistake.

        game  as the seat to move knows it;  deadline  of the person, on the clock of time.monotonic(). Where searches
        are hurried it says only what is proven.
        """
        if turn not in self.known:
            self.learn(deadline)
            said = self.judged(game, turn[1], deadline)
            if hurried():  # it may find more the next time
                return said
            self.known[turn] = said
        return self.known[turn]

    def learn(self, deadline: float) -> None:
        """Find out what the game's estimate tells, once for the match."""
        evaluator = self.evaluator
        if evaluator.lucky or not evaluator.judges or evaluator.scaled:
            return
        evaluator.deadline = monotonic() + self.room(deadline)
        try:
            evaluator.steep()
        except Chance:
            evaluator.lucky = True
        evaluator.scaled = not hurried()

    def judged(self, game: Game, moves: Sequence[int], deadline: float) -> str:
        """The warning of the first move of a turn that deserves one; empty where none does."""
        twin, self.evaluator.deadline = game.copy(), monotonic() + self.room(deadline)
        self.evaluator.failed = 0  # each turn the end is nearer
        for place, move in enumerate(moves):
            with self.evaluator.part(len(moves) - place):
                verdict = judge(twin, move, self.evaluator)
            if said := words(twin, verdict):
                return said
            twin.make(move)
        return ""

    def room(self, deadline: float) -> float:
        """The seconds that it may take."""
        return min(self.seconds, max(0.0, deadline - monotonic()) / SHARE)


def words(game: Game, verdict: Verdict) -> str:
    """The warning before that move; empty where there is none, or where a search that was hurried did not prove it."""
    before, after = verdict.rival, verdict.after
    if verdict.grade not in WARNED or before is None or after is None:
        return ""
    if hurried() and not (before.exact and after.exact):
        return ""
    return warning(game, verdict.seat, before, after)
