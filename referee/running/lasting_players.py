"""Players that last: each is made once for a spec and a worker, and waits here between its games.

If a spec plays itself there are two of them. Games that are programs from outside last too (CLOSERS).
"""

from __future__ import annotations

import atexit
import os
from contextlib import suppress
from typing import TYPE_CHECKING

import players
from referee.errors.ownership import safe_getattr
from referee.match.players import RemotePlayer, call_quietly, find_method

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from games.names.session_objects import Lent
    from players.player import Player
    from referee.running.sandbox.guard import Guard

MOST = 16  # waiting players; beyond that the one that has waited longest is closed

Terms = tuple[str, "Guard | None", int, "Lent | None"]  # its spec, the limits of its process, the process that holds
# it, and what was handed in for it
waiting: list[tuple[Terms, Player]] = []
CLOSERS: list[Callable[[], None]] = []  # end what else waits in this process


def take_waiting(spec: str, guard: Guard | None) -> Player | None:
    """Return a player of the spec and the limits that waits for a game; None if none does."""
    if not waiting:
        return None
    terms = terms_of(spec, guard)
    for entry in list(waiting):
        if entry[0] == terms:
            with suppress(ValueError):  # another thread has just taken it
                waiting.remove(entry)
                return entry[1]
    return None


def terms_of(spec: str, guard: Guard | None) -> Terms:
    """Return what must be equal for a player to play once more."""
    return spec, guard, os.getpid(), players.CATALOGUE.find_lent(spec)


def release(player: Player, spec: str, guard: Guard | None, fit: bool) -> None:
    """Let a player that lasts wait for its next game, or close it if it is not fit."""
    if not safe_getattr(player, "lasting"):
        return
    if not fit or (isinstance(player, RemotePlayer) and not player.is_free()):
        close(player)
        return
    waiting.append((terms_of(spec, guard), player))
    while len(waiting) > MOST:
        close(waiting.pop(0)[1])


def close_all() -> None:
    """Close everything that waits in this process."""
    close_waiting()
    for end in CLOSERS:
        end()


def close_waiting(some: Callable[[Terms], bool] = lambda _: True) -> None:
    """Close the players that wait in this process, or `some` of them."""
    for place in reversed(range(len(waiting))):
        terms, player = waiting[place]
        if some(terms):
            del waiting[place]
            if terms[2] == os.getpid():  # others are copies from before a fork
                close(player)


def close_lent(lent: Collection[Lent]) -> None:
    """Close the waiting players that were handed in as one of `lent`."""
    close_waiting(lambda terms: terms[3] in lent)


def close_files() -> None:
    """Close the games and the players that wait, except for programs that play: the files of others may change now."""
    close_waiting(lambda terms: not players.CATALOGUE.is_outside(terms[0]))
    for end in CLOSERS:
        end()


def close(player: Player) -> None:
    """Tell a player that lasts that it is no longer needed; errors do not matter."""
    if end := find_method(player, "close"):
        call_quietly(end)


atexit.register(close_all)
