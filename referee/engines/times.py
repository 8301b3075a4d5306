"""The time for a move, as engines are told of it."""

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class MoveTime:
    """The time for a move.

    limit     the seconds after which it is lost; math.inf for none.
    left      the seconds on the clocks of the seats, None where there are none;  increment  those that each move adds.
    """

    limit: float = inf
    left: tuple[float | None, float | None] = (None, None)
    increment: float = 0.0

    @property
    def has_clock(self) -> bool:
        """Whether there are clocks for the game."""
        return None not in self.left
