"""The options for counts of results and for the hypotheses of tests."""

from typing import Any

from games.dataclass import dataclass
from games.option import Choice, Option

MOST = 10**9  # results of one kind
HIGHEST = 1000  # Elo of a hypothesis
LEAST_RISK, MOST_RISK = 0.0001, 0.49  # alpha and beta of a test


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


MODEL = Choice("logistic", words=("logistic", "normalized", "bayeselo", "cutechess"))
RISKS = {"alpha": 0.05, "beta": 0.05}  # unless they are given


class SprtOption(Option):
    """The differences in Elo between which a test decides, elo0 and elo1, and its risks alpha and beta.

    Its text is `0,10` or `0,10,alpha=0.1,beta=0.1`, its value the four numbers.
    """

    @property
    def allowed(self) -> str:
        return (
            f"two numbers from -{HIGHEST} to {HIGHEST} with a comma between, the smaller first, as in 0,10;"
            f" behind them maybe the risks, from {LEAST_RISK} to {MOST_RISK}, as in 0,10,alpha=0.1,beta=0.1"
        )

    def read(self, text: str) -> tuple[float, ...]:
        low, high, *risks = text.split(",")
        named = [each.split("=") for each in risks]
        given = {name.strip(): float(value) for name, value in named}
        if len(given) < len(risks) or not given.keys() <= RISKS.keys():
            raise ValueError(text)
        return float(low.removeprefix("elo0=")), float(high.removeprefix("elo1=")), *(RISKS | given).values()

    def fits(self, value: Any) -> bool:
        low, high, *risks = value
        return -HIGHEST <= low < high <= HIGHEST and all(LEAST_RISK <= risk <= MOST_RISK for risk in risks)

    def write(self, value: Any) -> str:
        low, high, *risks = value
        told = [f"{name}={risk:g}" for name, risk in zip(RISKS, risks, strict=True) if risk != RISKS[name]]
        return ",".join([f"{low:g}", f"{high:g}", *told])
