"""Arguments other than games and players: numbers, moves, times and openings, each checked as the command does."""

from __future__ import annotations

import warnings
from os import PathLike
from pathlib import Path
from reprlib import repr as shorten
from typing import TYPE_CHECKING, Any

from games.base.numeric import plain
from games.base.spec_error import SpecError
from games.names.move_texts import list_of
from referee.batches.openings import tell_missing
from referee.batches.options import OPENINGS
from referee.match.clocks import UNLIMITED
from referee.match.options import ClockOption
from referee.support.limits import PLAY
from referee.support.seeds import draw_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import SupportsFloat, SupportsIndex

    from games.option import Option
    from referee.match.clocks import Control

    WholeNumber = SupportsIndex  # of Python, or an integer of numpy's
    RealNumber = SupportsFloat


def read_argument(name: str, option: Option, value: Any) -> Any:
    """The value of an argument, with numpy's numbers as Python's; None if that is the option's default.

    Raises SpecError if it does not fit the option.
    """
    read = plain(value)
    if not option.fits(read) and not (read is None and option.default is None):
        raise SpecError(f"{name}={shorten(value)} must be {option.allowed}")
    return read


def read_truth(name: str, value: Any) -> bool:
    """A truth value, one of numpy's as one of Python's. Raises SpecError for anything else."""
    read = plain(value)
    if not isinstance(read, bool):
        raise SpecError(f"{name}={shorten(value)} must be True or False")
    return read


def read_arguments(options: Mapping[str, Option], **given: Any) -> dict[str, Any]:
    """The values of several arguments by their names, read as above. Raises SpecError."""
    return {name: read_argument(name, options[name], value) for name, value in given.items()}


def read_openings_argument(value: Any) -> int | Path | None:
    """A number of openings, or the path of a file of them. Raises SpecError."""
    path = Path(value) if isinstance(value, str | PathLike) and value != "" else value
    wanted: int | Path | None = read_argument("openings", OPENINGS, path)
    return wanted


def warn_of_missing(game: str, found: Sequence[object], wanted: int | Path | None) -> None:
    """Warn the caller of a function of ours if fewer openings were drawn than wanted."""
    if missing := tell_missing(game, found, wanted):
        warnings.warn(missing, stacklevel=3)


def split_methods(methods: str | Iterable[str]) -> tuple[str, ...]:
    """The names of methods, from one text with commas between them or from several texts; of an empty text all.

    Raises SpecError.
    """
    from referee.analysis.methods import METHODS

    if isinstance(methods, str):
        return tuple((methods or ",".join(METHODS)).split(","))
    names = list_of(methods)
    if not names or not all(isinstance(name, str) for name in names):
        raise SpecError(f"methods={shorten(methods)} must be a text such as 'exact,mcts', or a list of texts")
    return tuple(names)


def drawn_seed(seed: WholeNumber | None) -> int:
    """The seed, or a new one if it is None. Raises SpecError."""
    read: int | None = read_argument("seed", PLAY["seed"], seed)
    return draw_seed() if read is None else read


def time_control(seconds: RealNumber | None, clock: str) -> Control:
    """The control with so many seconds a move and that clock, as --clock takes it. Raises SpecError."""
    move = read_argument("seconds", PLAY["seconds"], seconds)
    if clock is None or (isinstance(clock, str) and not clock):
        return UNLIMITED.with_move(move)
    option = ClockOption()
    try:
        return option.read(clock).with_move(move)
    except (AttributeError, ValueError):
        raise SpecError(f"clock={shorten(clock)} must be {option.allowed}") from None
