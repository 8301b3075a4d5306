"""The settings of a run, as options."""

from collections.abc import Mapping

from games.option import Choice, Number, Option, Whole
from players.learning.features_option import FeaturesOption

SETTINGS: Mapping[str, Option] = {
    "features": FeaturesOption(""),
    "method": Choice(words=("td", "tdleaf")),
    "rate": Number(least=0.0001, most=1000),
    "trace": Number(least=0, most=1),
    "epsilon": Number(least=0, most=1),
    "opening": Whole(least=0, most=100),
    "depth": Whole(least=1, most=8),
    "seed": Whole(least=0),
}
