"""Options of matches that load little: clocks, openings, and the rules by which games end early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from games.option import Choice, Option, Whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from referee.match.clocks import Control


LONGEST = 1000  # moves in a row
LATEST = 100_000  # moves before a draw

Names = tuple[str, str]


@dataclass(frozen=True)
class ResignRule:
    """A program loses if it expected at most `score` of the points at its last `movecount` moves.

    twosided  whether its opponent must have expected all the rest at the same number of its own moves.
    """

    movecount: int
    score: float
    twosided: bool = False

    def __str__(self) -> str:
        return f"movecount={self.movecount},score={100 * self.score:g}%{',twosided=yes' * self.twosided}"

    def why(self, names: Names, loser: int, told: str, other: str) -> str:
        """Return the reason, with what the loser and the other player reported at these moves."""
        most = f"expected {percent(self.score)} of the points or less at {self.movecount} of its moves in a row"
        agreed = f", and {names[1 - loser]} {percent(1 - self.score)} or more ({other})" if self.twosided else ""
        return f"adjudicated, as {names[loser]} {most} ({told}){agreed}"


@dataclass(frozen=True)
class DrawRule:
    """A game is drawn if both expected a half of the points at their last `movecount` moves.

    score       the largest difference from a half;  movenumber  how many moves each must have made before.
    """

    movecount: int
    score: float
    movenumber: int = 0

    def __str__(self) -> str:
        return f"movecount={self.movecount},score={100 * self.score:g}%,movenumber={self.movenumber}"

    def why(self, names: Names, told: Sequence[str]) -> str:
        """Return the reason, with what each reported at these moves."""
        between = f"{percent(0.5 - self.score)} to {percent(0.5 + self.score)} of the points"
        each = ", ".join(f"{name} {text}" for name, text in zip(names, told, strict=True))
        return f"adjudicated, as both expected {between} at {self.movecount} of their moves in a row ({each})"


def percent(share: float) -> str:
    """Return the share in per cent, with at most two decimals."""
    return f"{round(100 * share, 2):g} %"


class ClockOption(Option):
    """A clock, or a budget instead, read from text as a Control.

    examples  one of each kind, for completion.
    """

    examples = ("5m", "5m+3s", "5m+d3s", "40/5m", "5m/10x20s", "5m/25/10m", "5m,1m", "nodes=10000", "depth=6")

    @property
    def allowed(self) -> str:
        from referee.match.clock_text import ALLOWED

        return ALLOWED

    def read(self, text: str) -> Control:
        from referee.match.clock_text import read_clock

        return read_clock(text)

    def fits(self, value: Any) -> bool:
        from referee.match.clocks import UNLIMITED, Control

        return isinstance(value, Control) and value != UNLIMITED

    def write(self, value: Any) -> str:
        from referee.match.clock_text import write_clock

        return write_clock(value)


class OwnClockOption(ClockOption):
    """The clock of one player, read from text as a Control."""

    @property
    def allowed(self) -> str:
        return "a time of at most 24h for one player, as in 10s+0.1s, 5m or 40/5m"

    def fits(self, value: Any) -> bool:
        return super().fits(value) and value.second is None and value.total is not None


@dataclass(frozen=True)
class OpeningsFile:
    """Openings in a file, and how games take them.

    order  sequential, as they stand there, or random;  start  the first that is used, from 1, in that order.
    plies  where to cut the moves of each; None: nowhere.
    """

    path: Path
    order: str = "sequential"
    start: int = 1
    plies: int | None = None

    def __str__(self) -> str:
        return str(self.path)


class OpeningsOption(Whole):
    """A number of openings, or a file that holds them, which may say how to take them: book.epd,order=random."""

    keys = {
        "order": Choice("sequential", words=("sequential", "random")),
        "start": Whole(1, least=1),
        "plies": Whole(None, least=1, most=LONGEST),
    }

    @property
    def allowed(self) -> str:
        return f"{super().allowed}, or a file, as in book.epd or book.epd,order=random,start=100,plies=8"

    def read(self, text: str) -> Any:
        return int(text) if text.strip("+-").isdecimal() or not text.strip() else self.read_file(text)

    def read_file(self, text: str) -> OpeningsFile:
        """Return the file in a text, and how to take its openings. Raises SpecError."""
        import re
        from pathlib import Path  # --help does not need it

        from games.base.spec_error import SpecError
        from games.names.option_text import read_options, unquote

        path, told = re.fullmatch(r'("[^"]*"|.*?)((?:,\s*\w+\s*=[^,]*)*)', text, re.DOTALL).groups()  # type: ignore[union-attr]  # it fits all
        try:
            return OpeningsFile(Path(unquote(path)), **read_options("a file of openings", told[1:], self.keys))
        except ValueError as error:
            raise SpecError(str(error)) from error

    def fits(self, value: Any) -> bool:
        return isinstance(value, OpeningsFile) or super().fits(value)


OPENINGS = OpeningsOption(least=0, most=100_000)  # 0: none
