"""The options for counts of results and for the hypotheses of tests."""

import math
from typing import Any

from games.dataclass import dataclass
from games.option import Choice, Option

MOST = 10**9  # results of one kind
HIGHEST = 1000  # Elo of a hypothesis


@dataclass(frozen=True)
class CountsOption(Option):
    """Whole numbers separated by commas, one for each outcome: 136,96,111.

    outcomes  their letters, in order;  what  is counted, in words.
    """

    outcomes: str = ""
    what: str = ""
    example: str = ""

    @property
    def allowed(self) -> str:
        return f"{self.outcomes}: {self.what}, whole numbers from 0 to {MOST}, as in {self.example}"

    def read(self, text: str) -> tuple[int, ...]:
        words = [word.strip() for word in text.split(",")]
        if not all(word.isascii() and word.isdecimal() for word in words):
            raise ValueError(f"{text!r} must be {self.allowed}")
        return tuple(int(word) for word in words)

    def fits(self, value: Any) -> bool:
        return len(value) == len(self.outcomes.split(",")) and max(value) <= MOST

    def write(self, value: Any) -> str:
        return ",".join(map(str, value))


WDL = CountsOption(outcomes="W,L,D", what="games won, lost and drawn", example="136,96,111")
PAIRS = CountsOption(outcomes="LL,LD,MM,WD,WW", what="pairs of games", example="34,54,63,64,75")


MODEL = Choice("logistic", words=("logistic", "normalized", "bayeselo"))


class SprtOption(Option):
    """The differences in Elo between which a test decides, elo0 and elo1: 0,10."""

    @property
    def allowed(self) -> str:
        return f"two numbers from -{HIGHEST} to {HIGHEST} with a comma between, the smaller first, as in 0,10"

    def read(self, text: str) -> tuple[float, float]:
        low, high = text.split(",")
        return float(low), float(high)

    def fits(self, value: Any) -> bool:
        return all(map(math.isfinite, value)) and -HIGHEST <= value[0] < value[1] <= HIGHEST

    def write(self, value: Any) -> str:
        return ",".join(f"{each:g}" for each in value)
