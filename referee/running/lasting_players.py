"""Players that last: each is made once for a spec and a worker, and waits here from one of its games to the next.

Where a spec plays itself there are two of them.
"""

from __future__ import annotations

import atexit
import os
from typing import TYPE_CHECKING

import players
from referee.errors.ownership import safe_getattr
from referee.match.players import call_quietly, find_method

if TYPE_CHECKING:
    from collections.abc import Collection

    from games.names.session_objects import Lent
    from players.player import Player
    from referee.running.sandbox.guard import Guard

MOST = 16  # players that wait; of more those are closed that have waited longest

Terms = tuple[str, "Guard | None", int, "Lent | None"]  # its spec, the limits of its process, the process that holds
# it, and what was handed in for it
waiting: list[tuple[Terms, Player]] = []


def take_waiting(spec: str, guard: Guard | None) -> Player | None:
    """Return a player of that spec and with those limits that waits for a game; None if none does."""
    if not waiting:
        return None
    terms = terms_of(spec, guard)
    for place, (held, player) in enumerate(waiting):
        if held == terms:
            del waiting[place]
            return player
    return None


def terms_of(spec: str, guard: Guard | None) -> Terms:
    """Return what has to be the same for a player to play once more."""
    return spec, guard, os.getpid(), players.CATALOGUE.find_lent(spec)


def release(player: Player, spec: str, guard: Guard | None, fit: bool) -> None:
    """After a game: let a player that lasts wait for the next one if it is fit for it, and close it otherwise."""
    if not safe_getattr(player, "lasting"):
        return
    if not fit:
        close(player)
        return
    waiting.append((terms_of(spec, guard), player))
    while len(waiting) > MOST:
        close(waiting.pop(0)[1])


def close_waiting() -> None:
    """Close all players that wait in this process."""
    own = os.getpid()
    while waiting:
        (_, _, process, _), player = waiting.pop()
        if process == own:  # others were only copied when this process was forked
            close(player)


def close_lent(lent: Collection[Lent]) -> None:
    """Close the players that wait in this process and were handed in so."""
    for place in reversed(range(len(waiting))):
        (_, _, process, held), player = waiting[place]
        if held in lent:
            del waiting[place]
            if process == os.getpid():
                close(player)


def close(player: Player) -> None:
    """Tell a player that lasts that it is not needed any more; nothing that it raises matters."""
    if end := find_method(player, "close"):
        call_quietly(end)


atexit.register(close_waiting)
