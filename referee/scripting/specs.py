"""The specs of what may be passed as a game or a player."""

from __future__ import annotations

import os
from contextlib import ExitStack, nullcontext
from inspect import getattr_static
from os import PathLike, fspath
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Self

import games
import players
from games.base.spec_error import SpecError
from games.game import Game
from games.names.session_objects import is_lent
from referee.errors.attribution import attribute_errors
from referee.running.lasting_players import close_lent

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, SupportsIndex

    class Chooser(Protocol):
        """An object that plays: its `choose`, by any names of its arguments, returns a move or the text of one."""

        def choose(self, game: Any, deadline: float, /) -> SupportsIndex | str: ...

    GameSource = str | PathLike[str] | type[Game] | Game
    PlayerSource = str | PathLike[str] | type[Any] | Chooser | Callable[..., Any]


def spec_of_game(source: GameSource, position: str = "", taken: set[str] | None = None) -> str:
    """The spec of a game. If the game has no name, it gets one, which is added to those taken.

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
    """Turns what is passed for one match, batch or tournament into specs, and remembers the names that it gave.

    The specs of players hold within its block. Those of games hold for longer, as records name them: the last MOST of
    them, and those of blocks that go on.

    people  whether a player may be a person.
    """

    def __init__(self, people: bool = False) -> None:
        self.people = people
        self.block = ExitStack()
        self.games: set[str] = set()  # the names of games that have no spec of their own
        self.players: set[str] = set()  # and those of players
        self.objects: list[str] = []  # the names of players that are one object for all games

    def __enter__(self) -> Self:
        names = self.block.enter_context(players.CATALOGUE.lend_for_a_call())
        self.block.callback(lambda: close_lent(names.lent.values()))
        return self

    def __exit__(self, *error: object) -> None:
        self.block.close()

    def game(self, source: GameSource, position: str = "") -> str:
        """The spec of a game. Raises TypeError and SpecError."""
        spec = spec_of_game(source, position, self.games)
        if is_lent(spec):
            self.block.enter_context(games.CATALOGUE.lent_names.hold(spec.split(":")[1]))
        return spec

    def player(self, source: PlayerSource) -> str:
        """The spec of a player. Raises TypeError and SpecError."""
        if isinstance(source, str | PathLike):
            spec = players.CATALOGUE.spell_out(fspath(source))
            if players.CATALOGUE.find(spec) == "human" and not self.people:
                raise SpecError(
                    "a person plays at a terminal: call `referee GAME human PLAYER` there; or in a notebook:"
                    " call referee.sit_down"
                )
            return spec
        spec = players.CATALOGUE.lend(source, self.players)
        lent = players.CATALOGUE.find_lent(spec)
        if (lent and lent.made) or has_state(source):
            self.objects.append(spec.partition(":")[2])
        return spec

    def check_workers(self, workers: int) -> None:
        """Raise SpecError if so many processes could not play what was passed."""
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
    """Whether it is a method of an object, which may keep something from one call to the next."""
    if isinstance(source, MethodType):
        return not isinstance(source.__self__, type)
    return not isinstance(source, type) and isinstance(getattr_static(type(source), "__call__", None), FunctionType)


def game_title(spec: str) -> str:
    """The title of a game: its spec, or the name of the class that was passed."""
    lent = games.CATALOGUE.find_lent(spec)
    return lent.kind.__name__ if lent else spec
