"""The protocols by name, and the usual one of each game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import games
from referee.dialects import gtp

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.serving.server import ProtocolServer

PROTOCOLS = {"uci": "UciServer", "gtp": "GtpServer"}


def usual_protocol(spec: str) -> str:
    """Return the name of the protocol that programs of that game mostly speak. Raises SpecError."""
    return "gtp" if gtp.is_spoken(games.load(spec)) else "uci"


def make_server(game: str, player: str, protocol: str | None, say: Callable[[str], None]) -> ProtocolServer:
    """Return a server for the player and the game, by the usual protocol for None. Raises SpecError if it cannot.

    say  writes one line, without its end.
    """
    name = protocol or usual_protocol(game)
    module = import_module(f"referee.serving.{name}")
    server: ProtocolServer = getattr(module, PROTOCOLS[name])(game, player, say)
    return server
