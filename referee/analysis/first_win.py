"""The plainest search for a win, with which lectures begin: the last move of the list first, to the end of the game.

It stops at the first move that wins, and keeps nothing of what it has found out. So it looks at the same position again
and again, and the number of positions grows with all ways to play on.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from games.base.rule_values import legal_moves, score_of
from games.base.spec_error import SpecError
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from referee.analysis.method_result import LONGER, TURN, Budget, MethodResult, MoveValue
from referee.solving.value import share, sign

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game
    from referee.analysis.method_result import TurnStopwatch

NAME = "first-win"
OFTEN = 256  # positions between two looks at the time


@dataclass
class WayPoint:
    """A position on the way that is looked at, the moves left to try, and the best result for its seat so far."""

    game: Game
    left: list[int]
    best: int = -2

    @property
    def done(self) -> bool:
        return not self.left or self.best == 1


@dataclass
class FirstWin:
    """The search of a position, which can be stopped and go on; `found` is what each move wins for the seat to move."""

    game: Game
    found: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.way = [WayPoint(self.game, list(legal_moves(self.game)))]

    def run(self, watch: TurnStopwatch) -> bool:
        """Search until all is known or the watch stops; return whether all is known."""
        clock = watch.clock
        while not (len(self.way) == 1 and self.way[0].done):
            if clock.nodes >= clock.budget or (clock.nodes % OFTEN == 0 and watch.stopping):
                return False
            self.step()
            clock.nodes += 1
        return True

    def step(self) -> None:
        """Make the next move, and look at the position after it."""
        after = self.way[-1].game.copy()
        after.make(self.way[-1].left.pop())
        score = score_of(after)
        if score is None:
            self.way.append(WayPoint(after, list(legal_moves(after))))
            return
        self.give_back(sign(score) if self.way[-1].game.turn == 0 else -sign(score))
        while len(self.way) > 1 and self.way[-1].done:
            below = self.way.pop()
            self.give_back(below.best if below.game.turn == self.way[-1].game.turn else -below.best)

    def give_back(self, result: int) -> None:
        """Note what the move wins that was made last at the end of the way."""
        here = self.way[-1]
        here.best = max(here.best, result)
        if len(self.way) == 1:
            self.found[self.tried()] = result

    def tried(self) -> int:
        """Return the move of the root that was tried last."""
        return int(legal_moves(self.game)[len(self.way[0].left)])


def first_win(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """Return an iterator of the moves that were tried and what they win, the best first.

    Raises SpecError for chance and hidden cards, at once.
    """
    if has_chance(game) or hides_information(game):
        raise SpecError(f"{NAME} needs a game without chance, in which nothing is hidden")
    return tried_so_far(game, budget)


def tried_so_far(game: Game, budget: Budget) -> Iterator[MethodResult]:
    """Yield the moves that were tried and what they win, more each time."""
    search, watch, turn, final = FirstWin(game), budget.stopwatch(), float(TURN), False
    while not final:
        with watch.running(turn):
            done = search.run(watch)
        turn = LONGER * turn
        final = done or watch.over
        rows = [
            MoveValue(
                move=move, text=game.text(move), score=result, chance=share(result), line=(game.text(move),),
                or_more=game.stakes > 1 and result != 0,
            )
            for move, result in search.found.items()
        ]  # fmt: skip
        rows.sort(key=MoveValue.rank, reverse=True)
        how = "to the end" if done else "not at an end"
        yield MethodResult(NAME, how, tuple(rows), watch.clock.nodes, watch.spent, final=final)
