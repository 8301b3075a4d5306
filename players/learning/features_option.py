"""The option that names an evaluation's features."""

import re
from typing import Any

from games.option import Option

PART = re.compile(r"estimate|all|lines(\d)|boxes(\d)x(\d)|walks(\d{1,2})x(\d{1,3})|own|cells|hidden(\d{1,4})", re.ASCII)
ALLOWED = (
    "estimate, all, lines4, boxes2x3, walks8x20 (to walks99x999), own, cells and hidden40 (to hidden1000),"
    " any of them joined by +"
)


class FeaturesOption(Option):
    """What an evaluation looks at: parts joined by +."""

    @property
    def allowed(self) -> str:
        return ALLOWED

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and all(PART.fullmatch(part) for part in value.split("+"))
