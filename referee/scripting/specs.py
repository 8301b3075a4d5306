"""What may be handed in where a game or a player is meant, as specs."""

from __future__ import annotations

import os
from contextlib import ExitStack
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Self

import games
import players
from games.game import Game
from games.spec_error import SpecError
from referee.running.lasting_players import close_lent

if TYPE_CHECKING:
    from collections.abc import Callable

    from players.player import Player

    GameSource = str | PathLike[str] | type[Game] | Game
    PlayerSource = str | PathLike[str] | type[Any] | Player | Callable[..., Any]


class Specs:
    """Turns what is handed in for one match, batch or tournament into specs, and remembers the names that it gave.

    The specs of players hold within its block. Those of games hold for longer, as records name them.
    """

    def __init__(self) -> None:
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
        spec = fspath(source) if isinstance(source, str | PathLike) else games.CATALOGUE.lend(source, self.games)
        if isinstance(source, Game) and position:
            raise SpecError("an instance of a game is its position already: leave out position=")
        return games.with_position(spec, position)

    def player(self, source: PlayerSource) -> str:
        """The spec of a player. Raises TypeError and SpecError."""
        if isinstance(source, str | PathLike):
            spec = players.CATALOGUE.spell_out(fspath(source))
            if players.CATALOGUE.find(spec) == "human":
                raise SpecError("a person plays at a terminal: call `referee GAME human PLAYER` there")
            return spec
        spec = players.CATALOGUE.lend(source, self.players)
        lent = players.CATALOGUE.find_lent(spec)
        if lent and lent.made:
            self.objects.append(spec.partition(":")[2])
        return spec

    def check_workers(self, workers: int) -> None:
        """Raise SpecError where so many processes could not play what was handed in."""
        here = ", ".join(sorted(self.games | self.players))
        if self.objects:
            raise SpecError(
                f"{self.objects[0]} is one object, which plays in this process: "
                f"for workers={workers} hand its class, or a function"
            )
        if here and not hasattr(os, "fork"):
            raise SpecError(
                f"{here}: this system cannot fork processes, so for workers={workers} hand the spec of a file"
            )


def game_title(spec: str) -> str:
    """What stands above what is shown of a game: its spec, or the name of the class that was handed in."""
    lent = games.CATALOGUE.find_lent(spec)
    return lent.kind.__name__ if lent else spec
