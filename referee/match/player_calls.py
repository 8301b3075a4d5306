"""Questions to a player and calls of methods that it may have."""

import os
from collections.abc import Callable
from math import inf
from time import monotonic

from games.game import Game
from players.player import Player, Quit
from players.search.clock import relax
from referee.errors.ownership import safe_getattr
from referee.match.events import MatchAbandoned
from referee.support.process_exit import end_forked_copy

CONSIDERED = 1.0  # seconds that a program thinks about a draw


def is_person(player: Player) -> bool:
    """Return whether the player is a person: a person may make requests and has more time."""
    return bool(safe_getattr(player, "person"))


def find_method(player: object, name: str) -> Callable[..., object] | None:
    """Return the method of a player with that name; None if it has none that can be called."""
    found = safe_getattr(player, name)
    return found if callable(found) else None


def call_quietly(end: Callable[[], object]) -> None:
    """Call a method of a player and ignore its errors, because the match is over."""
    process = os.getpid()
    try:
        end()
    except BaseException as error:
        if not costs_the_game(error):
            raise
    finally:
        end_forked_copy(process)


def costs_the_game(error: BaseException) -> bool:
    """Return whether a player that raises `error` loses: not for Ctrl-C, and not for a match that is abandoned."""
    return not isinstance(error, KeyboardInterrupt | MatchAbandoned)


def accepts_draw(player: Player, view: Game) -> bool:
    """Return whether a player who is not to move accepts a draw in the position `view`.

    A program that cannot judge a position declines. Raises Quit if a person leaves instead of answering.
    """
    deadline = inf if is_person(player) else monotonic() + CONSIDERED
    relax()
    try:
        if hasattr(player, "accepts"):
            return bool(player.accepts(view, deadline))
        if not hasattr(player, "think"):
            return False
        thought = player.think(view, deadline)
        return bool(thought.value >= thought.even)  # for the seat to move, which made the offer
    except Exception as error:  # a program that fails to answer plays on
        if isinstance(error, Quit) and is_person(player):
            raise
        return False
