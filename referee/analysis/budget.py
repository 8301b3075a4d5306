"""How much a method may take, and the watch of one that takes turns with others."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from games.dataclass import dataclass
from players.search.clock import ENDLESS, Clock, hurried

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
