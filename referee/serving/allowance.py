"""What limits a search: times and clocks, as protocols tell them, and depths and nodes."""

from dataclasses import dataclass
from math import inf

from referee.match.clocks import share_of

MOST = 0.85  # of a clock for one move, though it may be the last before more time is added
LONG = 1e9  # seconds, for a search that ends when it is told to


@dataclass(frozen=True)
class Allowance:
    """What another program allows for a move. None: no such limit.

    seconds    for this move.
    left       seconds on the clock of the seat to move;  increment  those added after each move;  moves  for so many.
    endless    whether the search goes on until it is told to stop.
    depth      plies to look ahead;  nodes  positions, or playouts of a player that counts these.
    overhead   seconds that the way between the two programs takes.
    """

    seconds: float | None = None
    left: float | None = None
    increment: float = 0.0
    moves: int | None = None
    endless: bool = False
    depth: int | None = None
    nodes: int | None = None
    overhead: float = 0.0

    def allotted(self) -> float:
        """The seconds that the player has for the move; math.inf where it takes as many as it likes."""
        if self.endless:
            return LONG
        found = inf if self.seconds is None else self.seconds
        if self.left is not None:
            share = share_of(self.left, self.increment, self.moves)
            found = min(found, share, MOST * self.left)
        return max(found - self.overhead, 0.001)
