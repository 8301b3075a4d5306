"""The searches that are compared depth by depth: the textbook's own, then one improvement after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.capabilities import has_chance
from games.dataclass import dataclass
from players.minimax import TABLE
from players.search.alphabeta.expectimax import Expectimax, Expectiminimax
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table, entries_for
from players.search.alphabeta.tree import AlphaBeta, Minimax
from players.search.clock import Stop
from referee.analysis.budget import TurnStopwatch
from referee.analysis.lookahead import value_found
from referee.solving.value import Value, exactly

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from players.search.clock import Clock


@dataclass(frozen=True)
class SearchKind:
    """A way to search.

    name, note  of it, in a word and in a few;  make  a search of a position that goes by a clock.
    deepens     whether it looks to each depth in turn and keeps what it learns; else each depth is a search of its own.
    extends     whether it looks beyond the depth, where the position is unquiet.
    """

    name: str
    note: str
    make: Callable[[Game, Clock], Any]
    deepens: bool = True
    extends: bool = False


def new_table() -> Table:
    """An empty table, as large as that of the player `minimax`."""
    return Table(entries_for(TABLE))


CERTAIN = (
    SearchKind("minimax", "every line", Minimax, deepens=False),
    SearchKind("alpha-beta", "the textbook's pruning, moves as the game lists them", AlphaBeta, deepens=False),
    SearchKind(
        "ordered", "principal variation search, likely good moves first",
        lambda game, clock: Pvs(game, None, clock, calm=0),
    ),
    SearchKind(
        "table", "the same with a table of positions met before",
        lambda game, clock: Pvs(game, new_table(), clock, calm=0),
    ),
    SearchKind(
        "best", "the same with forcing moves followed beyond the depth, like the player minimax",
        lambda game, clock: Pvs(game, new_table(), clock), extends=True,
    ),
)  # fmt: skip
CHANCY = (
    SearchKind("expectiminimax", "every line and every outcome", Expectiminimax, deepens=False),
    SearchKind("pruned", "Star1 and Star2 at chance", lambda game, clock: Expectimax(game, None, clock)),
    SearchKind(
        "best", "the same with a table of positions met before, like the player minimax",
        lambda game, clock: Expectimax(game, new_table(), clock),
    ),
)  # fmt: skip


def kinds_for(game: Game) -> tuple[SearchKind, ...]:
    """The searches that the game is fit for."""
    return CHANCY if has_chance(game) else CERTAIN


@dataclass(frozen=True)
class DepthRow:
    """What one search answers at one depth.

    nodes    positions that it visited for this answer, those of the depths before included where it deepens.
    seconds  that it took for them;  value  of the position to the seat to move;  move, text  that it would make.
    proven   whether a deeper search would find the same.
    """

    search: str
    depth: int
    nodes: int
    seconds: float
    value: Value
    move: int
    text: str
    proven: bool


class Contender:
    """One search of a position on its way to greater depths.

    over  whether it answers no more: what it found is proven, or the depth `missed` was beyond its limits.
    """

    def __init__(self, kind: SearchKind, game: Game, seconds: float | None, nodes: int | None):
        self.kind = kind
        self.game = game
        self.seconds, self.nodes = seconds, nodes
        self.search: Any = None
        self.watch = TurnStopwatch(seconds, nodes)
        self.over = False
        self.missed: int | None = None

    def answer(self, depth: int) -> DepthRow | None:
        """What it finds at that depth; None, and it is over, where its positions or its seconds do not suffice."""
        if self.search is None or not self.kind.deepens:
            self.renew()
        try:
            with self.watch.running():
                self.search.look(depth)
        except Stop:
            self.over, self.missed = True, depth
            return None
        self.over = bool(self.search.final)
        move = self.search.best_move
        return DepthRow(
            self.kind.name, depth, self.watch.clock.nodes, self.watch.spent, self.value(), move, self.game.text(move),
            self.over,
        )  # fmt: skip

    def renew(self) -> None:
        """Begin a new search, with all its positions and what is left of its seconds."""
        if self.seconds is not None:
            self.seconds = max(0.0, self.seconds - self.watch.spent)
        self.watch = TurnStopwatch(self.seconds, self.nodes)
        self.search = self.kind.make(self.game, self.watch.clock)
        if hasattr(self.search, "prepare"):
            self.search.prepare()

    def value(self) -> Value:
        """What it finds the position to be worth to the seat to move."""
        if isinstance(self.search, Expectimax):
            mine = self.search.value if self.game.turn == 0 else -self.search.value
            return Value(estimate=mine, interval=exactly(mine) if self.search.final else None)
        return value_found(self.search, self.game.stakes)
