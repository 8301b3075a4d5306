"""The budget of a method of analysis, and what it has found out about a position and its moves."""

from __future__ import annotations

from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from players.search.clock import ENDLESS, Clock, hurried
from referee.solving.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator


NODES = 1_000_000  # positions of a search without other limits: the same answer on every machine
PLAYOUTS = 10_000
JUDGE = "judge"  # the method of a program from outside; if there are several, its name follows: `judge stockfish`
TURN = 20_000  # positions of a search's first turn, more than it may overstep by
LONGER = 1.5  # times the last turn, as a search begins by returning to where it was


@dataclass(frozen=True)
class Budget:
    """How much each method may take; None sets no limit of that kind, and if all are None the defaults hold.

    depth  plies of minimax;  seconds  of each method;  playouts  of mcts.
    seed   of its random numbers. Without seconds the same budget finds the same.
    """

    depth: int | None = None
    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0

    def stopwatch(self, limited: bool = True) -> TurnStopwatch:
        """Return the watch of a search; without seconds it may visit NODES positions if it is `limited`."""
        return TurnStopwatch(self.seconds, NODES if limited and self.seconds is None else None)


class TurnStopwatch:
    """The time of one method, counted in its own turns alone, and the positions that it has visited.

    clock    of its searches;  spent  the seconds of its turns so far.
    """

    def __init__(self, seconds: float | None, nodes: int | None = None):
        self.limit = inf if seconds is None else seconds
        self.nodes = nodes
        self.clock = Clock(inf, nodes)
        self.spent = 0.0
        self.stopped = False  # whether the last turn was cut short

    @contextmanager
    def running(self, nodes: float = inf) -> Iterator[None]:
        """Give it a turn of at most `nodes` positions: counted, not timed, so that results do not depend on speed."""
        start = monotonic()
        self.clock.deadline = start + max(0.0, self.limit - self.spent)
        self.clock.budget = int(min(ENDLESS, self.nodes or ENDLESS, self.clock.nodes + nodes))
        try:
            yield
        finally:
            self.stopped = self.stopping
            self.spent += monotonic() - start

    @property
    def stopping(self) -> bool:
        """Whether the turn has used up its time or positions, or searches are hurried."""
        return self.clock.is_over()

    @property
    def over(self) -> bool:
        """Whether no time or positions are left, or searches are hurried: then no turn follows."""
        return self.spent >= self.limit or (self.nodes is not None and self.clock.nodes >= self.nodes) or hurried()


@dataclass(frozen=True, kw_only=True)
class MoveValue(Value):
    """What a legal move or a whole play is worth to the seat that makes it, or an outcome of chance to seat 0.

    The interval says how far the value varies from seed to seed, not from best play. The line begins with the move.

    move    its number, or the play's;  text  of it;  visits  playouts through it, 0 of a method without playouts.
    """

    move: int
    text: str
    visits: int = 0


@dataclass(frozen=True)
class MethodResult:
    """What a method says of a position at some moment.

    method     "exact", JUDGE, maybe with a name behind it, "minimax", "mcts" or "first-win".
    how        in a few words: "nim-sum", "8 plies", "10,000 playouts".
    values     of the legal moves, the best first; of the outcomes of chance, in the order of the game.
    final      whether it will say nothing more.
    bounds     what the seat to move wins at least and at most with best play, of a method that narrows that;
               distance  plies to the end, if both are equal and somebody wins, as far as known.
    line       the texts of the moves expected from the position on.
    depth      plies looked ahead in full;  playouts  played; 0 if it does neither.
    """

    method: str
    how: str
    values: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    final: bool = False
    bounds: tuple[int, int] | None = None
    distance: int | None = None
    line: tuple[str, ...] = ()
    depth: int = 0
    playouts: int = 0

    @property
    def judge(self) -> str:
        """The name of the judge that says it, if there are several; otherwise ""."""
        return self.method.removeprefix(f"{JUDGE} ") if self.method.startswith(f"{JUDGE} ") else ""

    def of(self, move: int) -> MoveValue | None:
        return next((each for each in self.values if each.move == move), None)
