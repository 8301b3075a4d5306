"""Which protocol a program speaks: found by greeting it in each, if it does not understand the one that was named."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import players
from players.player import Unplayable
from referee.engines.process import EngineProcess
from referee.match.events import Forfeit
from referee.running.sandbox.guard import Guard

if TYPE_CHECKING:
    from referee.engines.engine import EnginePlayer

PROTOCOLS = {"uci": "UCI", "xboard": "XBoard's protocol", "gtp": "GTP"}  # those with a greeting, and their titles
GREETED = 2.0  # seconds to answer to a greeting


@lru_cache
def find_protocol(command: str, folder: str | None, but: str) -> str:
    """Return the protocol in which the program answers to a greeting; "" for none.

    command, folder  as in a spec;  but  the name of a class of players, whose protocol is left out.
    The program is started anew for each greeting.
    """
    for name in PROTOCOLS:
        kind = players.CATALOGUE.load_class(name)
        if kind.__name__ != but and answers(kind(command, dir=folder)):
            return name
    return ""


def answers(player: EnginePlayer) -> bool:
    """Return whether a program, which is started for this, answers to the greeting of its protocol."""
    player.guard = Guard(seconds=GREETED)
    player.engine = EngineProcess(player.words, player.name, player.guard, player.folder)
    try:
        player.shake_hands(player.engine)
    except (Forfeit, Unplayable):
        return False
    finally:
        player.engine.close(at_once=True)
    return player.has_greeted()


def advise(player: EnginePlayer) -> str:
    """Return what to write instead for a program that speaks another protocol; "" if it speaks none that is known."""
    found = find_protocol(player.command, None if player.folder is None else str(player.folder), type(player).__name__)
    if not found:
        return ""
    plain = '"' in player.command or not set(" ,") & set(player.command)
    command = player.command if plain else f'"{player.command}"'
    return f"speaks {PROTOCOLS[found]}: write {found}:{command}"
