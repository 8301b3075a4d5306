"""How the openings of a batch or a tournament are typed."""

from os import PathLike
from typing import Any

from games.option import Whole


class OpeningsOption(Whole):
    """A number of openings, or the path of a file that holds them."""

    @property
    def allowed(self) -> str:
        return f"{super().allowed}, or a file"

    def read(self, text: str) -> Any:
        from pathlib import Path  # --help does not need it

        return int(text) if text.strip("+-").isdecimal() or not text.strip() else Path(text)

    def fits(self, value: Any) -> bool:
        return isinstance(value, PathLike) or super().fits(value)


OPENINGS = OpeningsOption(least=0, most=100_000)  # 0: none
