"""What a method of analysis may take, and what it has found out about a position and each of its moves."""

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


NODES = 1_000_000  # positions of a search, where nothing else limits it: the same answer on every machine
PLAYOUTS = 10_000
TURN = 20_000  # positions of a search's first turn, more than it may overstep a turn by
LONGER = 1.5  # each is so much longer than the last, as a search begins it by coming back to where it was


@dataclass(frozen=True)
class Budget:
    """How much each method may take; None sets no limit of that kind, and if there is none of any the defaults hold.

    depth  plies that minimax looks ahead;  seconds  of each method;  playouts  of mcts.
    seed   of its random numbers. Without seconds the same budget finds the same.
    """

    depth: int | None = None
    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0


class TurnStopwatch:
    """The time of one method, which runs in its own turns alone, and the positions that it has looked at.

    clock    what its searches go by;  spent  the seconds of its turns up to now.
    """

    def __init__(self, seconds: float | None, nodes: int | None = None):
        self.limit = inf if seconds is None else seconds
        self.nodes = nodes
        self.clock = Clock(inf, nodes)
        self.spent = 0.0
        self.stopped = False  # whether the last turn was cut short

    @contextmanager
    def running(self, nodes: float = inf) -> Iterator[None]:
        """Its turn, of at most so many positions: counted, not timed, so that what is found does not hang on it."""
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
        """Whether the turn has taken all the time or all the positions that it was given, or searches are hurried."""
        return monotonic() >= self.clock.deadline or self.clock.nodes >= self.clock.budget or hurried()

    @property
    def over(self) -> bool:
        """Whether there is no time left, or no position, or somebody hurries the process: then no turn will come."""
        return self.spent >= self.limit or (self.nodes is not None and self.clock.nodes >= self.nodes) or hurried()


@dataclass(frozen=True, kw_only=True)
class MoveValue(Value):
    """What a legal move is worth to the seat that makes it, or an outcome of chance to seat 0.

    The interval says how far the value would differ from one seed to another, not from best play. The line begins with
    this move.

    text    of the move;  visits  playouts through it, 0 of a method that plays none.
    """

    move: int
    text: str
    visits: int = 0


@dataclass(frozen=True)
class MethodResult:
    """What a method says of a position at some moment.

    method     "exact", "minimax" or "mcts";  how  in a few words: "nim-sum", "8 plies", "10,000 playouts".
    values  one for each legal move that it says something of, the best first; for each outcome, where chance is to
               move, in the order of the game.
    final      whether it will say nothing more.
    bounds     what the seat to move wins at least and at most with best play by both, of a method that narrows that;
               distance  plies to the end, where both are one and somebody wins, as far as that is known.
    line       the texts of the moves expected from the position on.
    depth      plies that it has looked ahead in full;  playouts  that it has played; 0 if it does neither.
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

    def of(self, move: int) -> MoveValue | None:
        """Return what it says of that move."""
        return next((each for each in self.values if each.move == move), None)
