"""What limits a search: times and clocks, as protocols tell them, and depths and nodes."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.match.clocks import UNLIMITED, Control, put

if TYPE_CHECKING:
    from referee.match.clocks import SeatClock

LONG = 1e9  # seconds, for a search that ends when it is told to
LEAST = 0.001  # seconds, for a player whose time is up


@dataclass(frozen=True)
class Allowance:
    """What another program allows for a move.

    seconds  for it; math.inf: as many as the player likes by its own limits, LONG: until it is told to stop.
    depth    plies to look ahead;  nodes  positions, or playouts of a player that counts these. None: no such limit.
    """

    seconds: float = inf
    depth: int | None = None
    nodes: int | None = None


class ServedClocks:
    """The time control that another program has set, and what the clocks of the seats show by it."""

    def __init__(self, control: Control = UNLIMITED):
        self.control, self.left = control, control.start

    def restart(self) -> None:
        """Show the whole time again, as at the start of a game."""
        self.left = self.control.start

    def show(self, seat: int, clock: SeatClock) -> None:
        """The other program says that the clock of that seat shows this. Without clocks it means nothing."""
        if self.left[seat]:
            self.left = put(self.left, seat, clock)

    def spend(self, seat: int, seconds: float) -> None:
        """That seat has moved, after so many seconds."""
        self.left = self.control.after(self.left, seat, seconds)

    def allotted(self, seat: int, overhead: float = 0.0) -> float:
        """The seconds that the player has for the next move of that seat, at least LEAST; math.inf without a limit.

        overhead  seconds that the way between the two programs takes.
        """
        return max(self.control.allotted(self.left, seat) - overhead, LEAST)
