"""A value that is not known exactly, with the interval in which it lies."""

from __future__ import annotations

from math import log

from games.dataclass import dataclass

ELO = 400 / log(10)  # points that log-odds of 1 are worth
LEVEL = 0.95  # how often an interval holds the true value, in the long run


@dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % interval. What the results do not bound is None: never an infinity, never a nan."""

    value: float | None
    low: float | None
    high: float | None

    @property
    def bounded(self) -> bool:
        """Whether the interval has both ends."""
        return self.low is not None and self.high is not None

    @property
    def nearest(self) -> float | None:
        """The value, if there is none the bound that is known; None if nothing is."""
        return next((known for known in (self.value, self.low, self.high) if known is not None), None)

    def as_dict(self) -> dict[str, float | None]:
        """The estimate as JSON's types."""
        return {"value": self.value, "low": self.low, "high": self.high}


def estimate_in_elo(value: float, low: float | None, high: float | None) -> Estimate:
    """The estimate in Elo of a value and bounds in log-odds."""
    return Estimate(value * ELO, None if low is None else low * ELO, None if high is None else high * ELO)
