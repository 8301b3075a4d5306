"""How good the move of Monte Carlo tree search is by its playouts: many trees, each with a seed of its own."""

from __future__ import annotations

from collections import Counter
from math import fsum, sqrt
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from players.player import Unplayable
from players.search.montecarlo.result import branches, choose_branch
from referee.analysis.budget import PLAYOUTS, Budget, TurnStopwatch
from referee.analysis.playouts import planted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from games.game import Game

TREES = 20  # of each number of playouts
POSITIONS = 20_000_000  # that all trees may visit, where no time limits them
FIRST = 10  # playouts


@dataclass(frozen=True)
class TreeAnswer:
    """What one tree would play, as a move and its text, and what that is worth by the tree, 0 to 1, a draw a half.

    final  whether more playouts would change nothing, as all is proven.
    """

    move: int
    text: str
    chance: float
    final: bool = False


@dataclass(frozen=True)
class PlayoutRow:
    """What trees of so many playouts would play, one answer for each seed.

    nodes, seconds  that a tree took on average.
    """

    playouts: int
    answers: tuple[TreeAnswer, ...]
    nodes: float
    seconds: float

    @property
    def favourite(self) -> TreeAnswer:
        """The answer whose move most trees give, of equals the one that came first."""
        counts = Counter(each.move for each in self.answers)
        return max(self.answers, key=lambda each: counts[each.move])

    @property
    def final(self) -> bool:
        """Whether more playouts would change nothing."""
        return all(each.final for each in self.answers)

    def share(self, moves: Collection[int]) -> float:
        """The share of the trees that play one of these moves, 0 to 1."""
        return sum(each.move in moves for each in self.answers) / len(self.answers)

    @property
    def mean(self) -> float:
        """What the trees find their own moves to be worth, 0 to 1, on average."""
        return fsum(each.chance for each in self.answers) / len(self.answers)

    @property
    def spread(self) -> float:
        """How far the trees differ in that: the standard deviation; 0 of a single tree."""
        mean, count = self.mean, len(self.answers)
        return sqrt(fsum((each.chance - mean) ** 2 for each in self.answers) / (count - 1)) if count > 1 else 0.0


def counts_up_to(most: int) -> list[int]:
    """10, 30, 100, 300 and so on below that number, and then the number itself."""
    found, ten = [], FIRST
    while ten < most:
        found += [count for count in (ten, 3 * ten) if count < most]
        ten *= 10
    return [*found, most]


def learning_curve(game: Game, budget: Budget) -> Iterator[PlayoutRow | int]:
    """A row for each number of playouts until all is proven; last the number that was beyond the budget, if any.

    Seeds are the budget's and those that follow it. Raises Unplayable if there is no memory for a tree.
    """
    watch = TurnStopwatch(budget.seconds, POSITIONS if budget.seconds is None else None)
    for count in counts_up_to(budget.playouts or PLAYOUTS):
        nodes, seconds = watch.clock.nodes, watch.spent
        answers = []
        for seed in range(budget.seed, budget.seed + TREES):
            found = grown(game, watch, seed, count)
            if found is None:
                yield count
                return
            answers.append(found)
        row = PlayoutRow(count, tuple(answers), (watch.clock.nodes - nodes) / TREES, (watch.spent - seconds) / TREES)
        yield row
        if row.final:
            return


def grown(game: Game, watch: TurnStopwatch, seed: int, count: int) -> TreeAnswer | None:
    """What a new tree of that seed answers after so many playouts; None if the watch stopped it before."""
    try:
        tree = planted(game, watch, seed)
    except MemoryError as error:
        raise Unplayable(str(error)) from error
    with watch.running():
        played = tree.run(count)
    if played < count and watch.stopped:
        return None
    best = choose_branch(branches(tree))
    return TreeAnswer(best.move, game.text(best.move), best.value, played < count)
