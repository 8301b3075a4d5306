"""What an evaluation looks at, as a person writes it."""

import re
from dataclasses import dataclass
from typing import Any

from games.option import Option

PART = re.compile(r"estimate|all|lines(\d)|boxes(\d)x(\d)|walks(\d+)x(\d+)|own|cells|hidden(\d+)")
ALLOWED = "estimate, all, lines4, boxes2x3, walks8x20, own, cells and hidden40, any of them joined by +"


@dataclass(frozen=True)
class FeaturesOption(Option):
    """What an evaluation looks at: parts joined by +."""

    @property
    def allowed(self) -> str:
        return ALLOWED

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and all(PART.fullmatch(part) for part in value.split("+"))
