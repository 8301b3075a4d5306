"""Which protocol a program speaks: found by greeting it in each, if it does not understand the one that was named."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import players
from players.player import Unplayable
from referee.engines.process import EngineProcess
from referee.match.events import Forfeit
from referee.running.sandbox.guard import Guard

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


def answers(player: Any) -> bool:
    """Return whether the program of an EnginePlayer, which is started for this, answers to its greeting."""
    player.guard = Guard(seconds=GREETED)
    player.engine = EngineProcess(player.words, player.name, player.guard, player.folder)
    try:
        player.shake_hands(player.engine)
    except (Forfeit, Unplayable):
        return False
    finally:
        player.engine.close(at_once=True)
    return bool(player.has_greeted())


def advise(command: str, folder: str | None, but: str) -> str:
    """Return what to write for a program that speaks another protocol; "" if it speaks none. As `find_protocol`."""
    found = find_protocol(command, folder, but)
    if not found:
        return ""
    plain = '"' in command or not set(" ,") & set(command)
    typed = command if plain else f'"{command}"'
    return f"speaks {PROTOCOLS[found]}: write {found}:{typed}"
