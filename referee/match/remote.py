"""What the match and a player outside this process know of each other, besides its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.game import Game
    from referee.match.events import Event


class RemotePlayer:
    """A player that chooses in another process.

    transfer  the seconds of its last answer that went into carrying words there and back. They are not charged.
    grace     the seconds by which it may exceed its time. They are charged like all others.
    guard     the limits of that process (running/sandbox/guard.py), None: it has none.
    game_spec  the game of its match as it was typed; empty if not known.
    """

    transfer = 0.0
    grace = 0.0
    guard: Any = None
    game_spec = ""

    @classmethod
    def name_program(cls, given: Mapping[str, Any]) -> str:
        """What a program with these options is called, for people."""
        raise NotImplementedError

    def begin(self, game: Game, seat: int) -> None:
        """As in players.player.Player."""

    def heard(self, text: str, seat: int) -> None:
        """As in players.player.Player."""

    def choose(self, game: Game, deadline: float) -> int:
        """As in players.player.Player."""
        raise NotImplementedError

    def close(self) -> None:
        """End that process, as the player is no longer needed."""

    def follow(self, event: Event) -> None:
        """Take note of an event of its match; it is told all of them, each before the match goes on after it."""


def charge_time(player: object, seconds: float) -> float:
    """The seconds that an answer of that player costs on its clock, where it took so many in all."""
    return max(seconds - player.transfer, 0.0) if isinstance(player, RemotePlayer) else seconds
