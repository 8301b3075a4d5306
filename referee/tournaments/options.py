"""The options for the format, the rounds and the anchors of a tournament."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from games.names.catalogue import SpecError
from games.option import Choice, Option, Whole

if TYPE_CHECKING:
    from collections.abc import Sequence


MOST_ROUNDS = 100_000  # of any format
FORMAT = Choice("round-robin", words=("round-robin", "gauntlet", "knockout", "swiss"))
CLASS = "class"  # the format without an end; a command of its own plays it
ROUNDS = Whole(least=1, most=MOST_ROUNDS)


MOST = 100_000  # Elo of a given rating, above 0 or below

Anchor = tuple[str, float]  # a player's name and its rating


class AnchorOption(Option):
    """A player's name, which may contain blanks and `=`, and its rating: `level 3=1500`."""

    @property
    def allowed(self) -> str:
        return f"NAME=RATING with a number from -{MOST} to {MOST}, as in 'level 3=1500'"

    def read(self, text: str) -> Anchor:
        name, _, rating = text.rpartition("=")
        return name.strip(), float(rating) + 0.0  # -0 is 0

    def fits(self, value: Any) -> bool:
        name, rating = value
        return bool(name) and isfinite(rating) and abs(rating) <= MOST

    def write(self, value: Any) -> str:
        name, rating = value
        return f"{name}={rating:g}"


def check_anchors(anchors: Sequence[Anchor], names: Sequence[str]) -> None:
    """Raise SpecError if an anchor is not among the players' names, or is given twice."""
    told: dict[str, float] = {}
    for name, rating in anchors:
        if name not in names:
            raise SpecError(f"--anchor {name}={rating:g}: no player is called {name!r} ({', '.join(names)})")
        if name in told:
            raise SpecError(f"--anchor {name}={rating:g}: {name} has the rating {told[name]:g} already")
        told[name] = rating
