"""Whether minimax is blind in a game: it has no estimate there, and does not look as far as the end."""

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
SECONDS = 0.5  # in which an end that is near is reached
FAR = 100  # moves of chance before the first of a seat


def notices(game: str, specs: Iterable[str], opening: Sequence[str] = ()) -> list[str]:
    """Return what is said of the players among those that are blind in the game of that spec, a sentence each.

    opening  texts of moves after which they are to choose.
    """
    start = games.load(game, opening)
    without = f"{type(start).__name__} has no estimate(self)"
    return [
        f"{spec} is blind in {game}: {without}; until a search reaches the end of the game all moves look alike to it "
        "(docs/evaluation.md)"
        for spec in dict.fromkeys(specs)
        if blind(start, spec)
    ]


def blind(start: Game, spec: str = "minimax") -> bool:
    """Whether the player of that spec is a minimax that sees neither an estimate nor the end, from the start.

    A game whose rules fail is not judged here, and neither are players of files, which do not run for it.
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
    except Exception:  # noqa: BLE001  # whatever the rules raise: it is told by whoever plays the game
        return False


def reaches_the_end(player: Any, start: Game) -> bool:
    """Whether its search, within its own limits and a moment, is certain; where cards are hidden, in one world."""
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
