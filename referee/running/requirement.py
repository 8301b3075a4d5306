"""What a batch or a tournament must come to, as graders ask for it: `score>=0.9`."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from games.option import Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.statistics.scoring import Estimate

    Values = Mapping[str, float | Estimate | None]  # of one player, by NAMES

NAMES = ("score", "elo", "los", "margin", "wins", "draws", "losses", "games", "forfeits", "place")
SIGNS = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
SHAPE = re.compile(r"\s*(?:(.+)\.)?([a-z]+)\s*(>=|<=|==|!=|>|<)\s*([-+]?\d+(?:\.\d+)?)\s*(%?)\s*")
ALLOWED = f"one of {', '.join(NAMES)}, a comparison and a number, as in score>=0.9; before it maybe a player and a dot"


@dataclass(frozen=True)
class Requirement:
    """One demand: a value of a player, a comparison, and a number.

    player  its name; "" for the one named first.
    """

    player: str
    name: str
    sign: str
    number: float

    def met(self, values: Values) -> bool:
        """Whether it is met by these; what is not known meets nothing, and an estimate counts by its value.

        An estimate that the results bound on one side only counts by that bound.
        """
        found = values.get(self.name)
        if found is not None and not isinstance(found, int | float):
            found = found.nearest
        return found is not None and bool(SIGNS[self.sign](found, self.number))

    def __str__(self) -> str:
        return f"{self.player + '.' if self.player else ''}{self.name}{self.sign}{self.number:.12g}"


class RequirementOption(Option):
    """A requirement, read from text."""

    @property
    def allowed(self) -> str:
        return ALLOWED

    def read(self, text: str) -> Requirement:
        found = SHAPE.fullmatch(text)
        if not found or found[2] not in NAMES:
            raise ValueError(text)
        return Requirement(found[1] or "", found[2], found[3], float(found[4]) / (100 if found[5] else 1))

    def fits(self, value: Any) -> bool:
        return isinstance(value, Requirement)
