"""A setting of a run and values for it, as a person writes them."""

from collections.abc import Mapping
from typing import Any

from games.option import Choice, Number, Option, Whole
from players.learning.features_option import FeaturesOption

# What may differ: the word for it, the field of a plan, and what values it takes.
VARIED: Mapping[str, tuple[str, Option]] = {
    "lambda": ("trace", Number(least=0, most=1)),
    "rate": ("rate", Number(least=0.0001, most=1000)),
    "epsilon": ("epsilon", Number(least=0, most=1)),
    "features": ("features", FeaturesOption("")),
    "method": ("method", Choice(words=("td", "tdleaf"))),
    "opening": ("opening", Whole(least=0, most=100)),
    "depth": ("depth", Whole(least=1, most=8)),
    "seed": ("seed", Whole(least=0)),
}


class GridOption(Option):
    """A setting and some values for it, as `lambda=0,0.5,0.8`; read as the setting's name and the values."""

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(VARIED)}, and values for it, as in lambda=0,0.5,0.8"

    def read(self, text: str) -> tuple[str, tuple[Any, ...]]:
        name, _, values = text.partition("=")
        option = VARIED[name][1]
        found = tuple(option.read(value) for value in values.split(","))
        if not all(map(option.fits, found)):
            raise ValueError(text)
        return name, found
