"""Who wins, by two searches in turns: iterative questions of alpha-beta, and proof numbers.

Which of them is quicker depends on the game, and nothing tells beforehand. So each has its turn, with twice as many
positions each time, and what one finds the other takes as known. In most games alpha-beta is quicker, where moves are
ranked well by far. So proof numbers get a quarter of the positions, which takes about a tenth of the time.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from players.search.alphabeta.solver import ProofNumbers
from players.search.alphabeta.table import Table
from players.search.big_stack import FARTHEST
from players.search.clock import Clock, hurried

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from players.search.alphabeta.solver import Solver

PART = 1 << 17  # positions of the first turn
SHARE = 4  # of proof numbers: one part in so many of that


class Turns:
    """The proofs of one game's positions, which share a table of so many entries.

    decided  whether a proof has told something that no other search had found by then.
    """

    def __init__(self, entries: int, clock: Clock):
        self.table, self.clock = Table(entries), clock
        self.decided = False

    def settle(self, game: Game, search: Solver) -> None:
        """Find out who wins and by how much, and not how soon, until the clock says stop."""
        part = PART
        while (margin := search.question()) is not None and not search.shallow and not self.over():
            self.limited(part, search.settle)
            if search.question() == margin and not search.shallow and not self.over():
                self.prove(game, search, margin, part // SHARE)
            part *= 2

    def prove(self, game: Game, search: Solver, margin: int, part: int) -> None:
        """Ask by proof numbers whether the seat to move gets more than that margin."""
        proof = ProofNumbers(game, self.table, self.clock, margin + 1 if game.turn == 0 else -margin, FARTHEST)
        self.limited(part, proof.run)
        if proof.proven is not None:
            search.learn(margin, proof.proven == (game.turn == 0), proof.best_move)
            self.decided = True

    def limited(self, part: int, run: Callable[[], None]) -> None:
        """Let it run for so many positions at most; the clock is the same, so that whoever stops it stops this."""
        budget = self.clock.budget
        self.clock.budget = min(budget, self.clock.nodes + part)
        try:
            run()
        finally:
            self.clock.budget = budget

    def over(self) -> bool:
        """Whether the clock says stop."""
        return monotonic() >= self.clock.deadline or self.clock.nodes >= self.clock.budget or hurried()


def fits(game: Game) -> bool:
    """Whether proof numbers may be tried: it only counts who wins, and each position is worth the same on every way."""
    return game.stakes == 1 and not game.looks_back and bool(game.key())
