"""Whether minimax is blind in a game: it has no estimate, and does not reach the end."""

from __future__ import annotations

import sys
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
import players
from games.game import CHANCE, Game, writes
from games.names.user_files import is_file_spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NODES = 200_000  # positions, and
SECONDS = 0.5  # enough to reach a near end
FAR = 100  # moves of chance before the first seat moves


def notices(game: str, specs: Iterable[str], opening: Sequence[str] = ()) -> list[str]:
    """Return one sentence for each of the players that is blind in the game, a spec.

    opening  texts of the moves before they choose.
    """
    start = games.load(game, opening)
    without = f"{type(start).__name__} has no estimate" + ("" if games.CATALOGUE.is_outside(game) else "(self)")
    return [
        f"{spec} is blind in {game}: {without}; until a search reaches the end of the game all moves look alike to it "
        "(docs/evaluation.md)"
        for spec in dict.fromkeys(specs)
        if blind(start, spec)
    ]


def blind(start: Game, spec: str = "minimax") -> bool:
    """Return whether the player is a minimax that sees neither an estimate nor the end from the start.

    False for a game whose rules fail, and for players in files, which are not run for this.
    """
    name, given = players.CATALOGUE.find(spec) or "", players.CATALOGUE.check(spec)
    if is_file_spec(name) or writes(start, "estimate") or given.get("eval"):
        return False
    kind, minimax = players.CATALOGUE.load_class(name), sys.modules.get("players.minimax")
    if minimax is None or not issubclass(kind, minimax.MinimaxPlayer):  # a batch of other players does not load it
        return False
    player = players.load(spec, 0)
    try:
        return isinstance(player, minimax.MinimaxPlayer) and not reaches_the_end(player, start)
    except Exception:  # noqa: BLE001  # an error in the rules is reported when the game is played
        return False


def reaches_the_end(player: Any, start: Game) -> bool:
    """Return whether its search, within its own limits and a moment, is certain; with hidden cards, in one world."""
    from games.laws.hidden import draw_move
    from players.search.clock import Clock

    rng = Random(0)
    game = start.copy()
    for _ in range(FAR):
        if game.score() is not None:
            return True
        if game.turn != CHANCE:
            break
        game.make(draw_move(game, rng))
    world = game.imagine(game.turn, rng)
    seconds = min(SECONDS, inf if player.time is None else player.time)
    clock = Clock(monotonic() + seconds, min(NODES, player.nodes or NODES))
    return bool(player.search_open(world, clock, monotonic()).proven)
