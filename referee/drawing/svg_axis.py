"""The axes of charts that are drawn as SVG."""

from math import floor, log10

from games.dataclass import dataclass


@dataclass(frozen=True)
class Axis:
    """What values from `low` to `high` are drawn on, with a tick every so many; both ends are ticks."""

    low: float
    high: float
    step: float

    def place(self, value: float) -> float:
        """Where the value lies, in per cent of the width."""
        return 100 * (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> list[float]:
        """The values of the ticks."""
        return [self.low + at * self.step for at in range(round((self.high - self.low) / self.step) + 1)]


def round_step(step: float, least: float) -> float:
    """The least of 10, 20, 50, 100 and so on, or of 1, 2, 5, that is no smaller than the step and than that least."""
    step = max(step, least)
    ten = 10.0 ** floor(log10(step))
    return next(ten * times for times in (1, 2, 5, 10) if ten * times >= step)


def percent(part: float) -> str:
    """So many per cent as SVG takes them."""
    return f"{part:.3f}%"
