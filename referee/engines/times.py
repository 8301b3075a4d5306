"""The time for a move, as engines are told of it."""

from math import inf

from games.dataclass import dataclass
from referee.match.clocks import TimeLeft


@dataclass(frozen=True)
class MoveTime:
    """The time for a move.

    limit  the seconds after which it is lost; math.inf for none.
    seats  what the clocks of seats 0 and 1 show, and what they get.
    """

    limit: float = inf
    seats: tuple[TimeLeft, TimeLeft] = (TimeLeft(), TimeLeft())

    def has_clock(self, seat: int) -> bool:
        """Whether that seat has a clock which binds it, and not a limit for this move that is nearer."""
        own = self.seats[seat]
        return own.main is not None and (own.move is None or own.move > own.running)
