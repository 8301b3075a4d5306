"""The arguments of the functions: games, players, numbers, moves, times, openings, checked as the command does."""

from __future__ import annotations

import os
import warnings
from contextlib import ExitStack, nullcontext
from inspect import getattr_static, stack
from itertools import takewhile
from os import PathLike, fspath
from pathlib import Path
from reprlib import repr as shorten
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Self

import games
import players
from games.base.numeric import plain
from games.base.spec_error import SpecError
from games.game import Game
from games.names.move_texts import list_of
from games.names.session_objects import is_lent
from referee.batches.openings import tell_missing
from referee.errors.attribution import attribute_errors
from referee.match.clocks import UNLIMITED
from referee.match.options import OPENINGS, ClockOption, OpeningsFile
from referee.reports.game_file import GameFile
from referee.running.lasting_players import close_lent
from referee.support.limits import PLAY, draw_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Protocol, SupportsFloat, SupportsIndex

    from games.option import Option
    from referee.match.clocks import Control

    WholeNumber = SupportsIndex  # Python's or numpy's
    RealNumber = SupportsFloat

    class Chooser(Protocol):
        """An object that plays: its `choose`, by any names of its arguments, returns a move or the text of one."""

        def choose(self, game: Any, deadline: float, /) -> SupportsIndex | str: ...

    GameSource = str | PathLike[str] | type[Game] | Game
    PlayerSource = str | PathLike[str] | type[Any] | Chooser | Callable[..., Any]


def read_argument(name: str, option: Option, value: Any) -> Any:
    """Return the value of an argument, with numpy's numbers as Python's; None if that is the option's default.

    Raises SpecError if it does not fit the option.
    """
    read = plain(value)
    if not option.fits(read) and not (read is None and option.default is None):
        raise SpecError(f"{name}={shorten(value)} must be {option.allowed}")
    return read


def read_truth(name: str, value: Any) -> bool:
    """Return a truth value, numpy's as Python's. Raises SpecError for anything else."""
    read = plain(value)
    if not isinstance(read, bool):
        raise SpecError(f"{name}={shorten(value)} must be True or False")
    return read


def read_arguments(options: Mapping[str, Option], **given: Any) -> dict[str, Any]:
    """Return the values of several arguments by name, as `read_argument` does."""
    return {name: read_argument(name, options[name], value) for name, value in given.items()}


def read_openings_argument(value: Any) -> int | OpeningsFile | None:
    """Return a number of openings, or a file of them. Raises SpecError."""
    given = OpeningsFile(Path(value)) if isinstance(value, PathLike) else value
    if isinstance(value, str) and value:
        given = OPENINGS.read_file(value)
    wanted: int | OpeningsFile | None = read_argument("openings", OPENINGS, given)
    return wanted


def read_game_file(pgn: str | PathLike[str] | None, game: str) -> GameFile | None:
    """Return the file of PGN to which games of the spec are added; None if there is none. Raises SpecError."""
    if pgn is None:
        return None
    if not isinstance(pgn, str | PathLike) or pgn == "":
        raise SpecError(f"pgn={shorten(pgn)} must be the name of a file")
    file = GameFile(Path(pgn))
    file.prepare(game)
    return file


def read_common_options(each: Any, margin: Any) -> tuple[str, float | None]:
    """Return the options and the margin of all programs from outside. Raises SpecError."""
    if not isinstance(each, str):
        raise SpecError(f"each={shorten(each)} must be a text of options, as in 'hash=64,threads=1'")
    return each, read_argument("margin", PLAY["margin"], margin)


def warn_caller(remark: str) -> None:
    """Warn the code that called our function, however deep in our code this is."""
    ours = takewhile(lambda each: each.frame.f_globals.get("__name__", "").startswith("referee."), stack(0))
    warnings.warn(remark, stacklevel=1 + len([*ours]))


def warn_of_missing(game: str, found: Sequence[object], wanted: int | OpeningsFile | None) -> None:
    """Warn the caller of our function if fewer openings were drawn than wanted."""
    if missing := tell_missing(game, found, wanted):
        warn_caller(missing)


def split_methods(methods: str | Iterable[str]) -> tuple[str, ...]:
    """Return the names of methods, from one text with commas or from several texts; the usual ones for an empty text.

    Raises SpecError.
    """
    from referee.analysis.methods import USUAL

    if isinstance(methods, str):
        return tuple((methods or ",".join(USUAL)).split(","))
    names = list_of(methods)
    if not names or not all(isinstance(name, str) for name in names):
        raise SpecError(f"methods={shorten(methods)} must be a text such as 'exact,mcts', or a list of texts")
    return tuple(names)


def drawn_seed(seed: WholeNumber | None) -> int:
    """Return the seed, or a new one if it is None. Raises SpecError."""
    read: int | None = read_argument("seed", PLAY["seed"], seed)
    return draw_seed() if read is None else read


def time_control(seconds: RealNumber | None, clock: str) -> Control:
    """Return the control with `seconds` a move and `clock`, as --clock takes it. Raises SpecError."""
    move = read_argument("seconds", PLAY["seconds"], seconds)
    if clock is None or (isinstance(clock, str) and not clock):
        return UNLIMITED.with_move(move)
    option = ClockOption()
    try:
        return option.read(clock).with_move(move)
    except (AttributeError, ValueError):
        raise SpecError(f"clock={shorten(clock)} must be {option.allowed}") from None


def spec_of_game(source: GameSource, position: str = "", taken: set[str] | None = None) -> str:
    """Return the spec of a game. A game without a name gets one, which is added to `taken`.

    Raises TypeError, SpecError, and UserCodeError for an object that cannot be copied.
    """
    if isinstance(source, str | PathLike):
        spec = fspath(source)
    else:
        with attribute_errors(source) if isinstance(source, Game) else nullcontext():
            spec = games.CATALOGUE.lend(source, set() if taken is None else taken)
    if isinstance(source, Game) and position:
        raise SpecError("an instance of a game has its own position: leave out position=")
    return games.with_position(spec, position)


class Specs:
    """Turns the games and players of one match, batch or tournament into specs, and remembers the names that it gave.

    Specs of players hold within its block. Specs of games hold longer, as records name them: the last MOST of them, and
    all of open blocks.

    people  whether a player may be a person.
    """

    def __init__(self, people: bool = False) -> None:
        self.people = people
        self.block = ExitStack()
        self.games: set[str] = set()  # the names of games that have no spec of their own
        self.players: set[str] = set()  # the same for players
        self.objects: list[str] = []  # the names of players that are one object in all games

    def __enter__(self) -> Self:
        names = self.block.enter_context(players.CATALOGUE.lend_for_a_call())
        self.block.callback(lambda: close_lent(names.lent.values()))
        return self

    def __exit__(self, *error: object) -> None:
        self.block.close()

    def game(self, source: GameSource, position: str = "") -> str:
        """Return the spec of a game. Raises TypeError and SpecError."""
        spec = spec_of_game(source, position, self.games)
        if is_lent(spec):
            self.block.enter_context(games.CATALOGUE.lent_names.hold(spec.split(":")[1]))
        return spec

    def player(self, source: PlayerSource) -> str:
        """Return the spec of a player. Raises TypeError and SpecError."""
        if isinstance(source, str | PathLike):
            spec = players.CATALOGUE.spell_out(fspath(source))
            if players.CATALOGUE.find(spec) == "human" and not self.people:
                raise SpecError(
                    "no person plays here: a single match is referee.play(game, 'human', player); in a notebook call"
                    " referee.sit_down"
                )
            return spec
        spec = players.CATALOGUE.lend(source, self.players)
        lent = players.CATALOGUE.find_lent(spec)
        if (lent and lent.made) or has_state(source):
            self.objects.append(spec.partition(":")[2])
        return spec

    def check_workers(self, workers: int) -> None:
        """Raise SpecError if `workers` processes cannot play what was passed."""
        here = ", ".join(sorted(self.games | self.players))
        if self.objects:
            raise SpecError(
                f"{self.objects[0]} is one object, which plays in this process: "
                f"for workers={workers} pass its class, or a function"
            )
        if here and not hasattr(os, "fork"):
            raise SpecError(
                f"{here}: this system cannot fork processes, so for workers={workers} pass the spec of a file"
            )


def has_state(source: object) -> bool:
    """Return whether it is a method of an object, which may keep something from one call to the next."""
    if isinstance(source, MethodType):
        return not isinstance(source.__self__, type)
    return not isinstance(source, type) and isinstance(getattr_static(type(source), "__call__", None), FunctionType)


def game_title(spec: str) -> str:
    """Return the title of a game: its spec, or the name of the class that was passed."""
    lent = games.CATALOGUE.find_lent(spec)
    return lent.kind.__name__ if lent else spec
