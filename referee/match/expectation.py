"""What a player expects of its game, in one measure for all players: the share of the points, 0 to 1.

A win is one point and a draw a half, so a half is even. Players report in measures of their own
(players.player.Thought):

    a share of games won       as it is: Monte Carlo players report it.
    a forced or proven end     1, a half or 0, by who wins.
    points on average          with dice or cards: 1 for all that can be won, 0 for all that can be lost.
    a game's own estimate      1 / (1 + exp(-slope * estimate)), with a slope learnt from games before; nothing without
                               a slope. A learnt estimate has its own.
    anything else              nothing: the measure of a user's own evaluation is not known.
"""

from __future__ import annotations

from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from games.capabilities import has_chance, hides_information
from players.player import Thought

if TYPE_CHECKING:
    from games.game import Game


class ReportedShare(NamedTuple):
    """The move that a player chose, and the share of the points that it expects, 0 to 1."""

    move: int
    share: float


def expected_share(thought: Any, game: Game, slope: float | None) -> float | None:
    """Return the share of the points that a Thought expects for its seat; None if it reports none.

    game  the game that was thought about, in any position;  slope  of its estimate, None if that tells nothing.

    May raise anything if `thought` is not a Thought.
    """
    value = float(thought.value)
    if not isfinite(value):
        return None
    if thought.even:
        return clip(value)
    if thought.estimated:
        from referee.statistics.scoring import logistic  # single matches do without it

        return logistic(slope * value) if (slope := getattr(thought, "slope", 0.0) or slope) else None
    if has_chance(game) or hides_information(game):
        return clip((1 + value / game.stakes) / 2)
    known = thought.proven or thought.forced_distance is not None
    return (1 + (value > 0) - (value < 0)) / 2 if known else None


def last_report(player: object, game: Game, slope: float | None) -> ReportedShare | None:
    """Return what the player's attribute `thought` reports about its last move; None if nothing can be read."""
    try:
        thought: Any = getattr(player, "thought", None)
        share = None if thought is None else expected_share(thought, game, slope)
        return None if share is None else ReportedShare(index(thought.move), share)
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a program has there
        return None


def thought_of(report: ReportedShare) -> Thought:
    """Return a Thought that has only what the report has."""
    move, share = report
    return Thought(move, share, proven=False, line=(), candidates=(), nodes=0, depth=0, seconds=0.0, even=0.5)


def clip(share: float) -> float:
    """Return the share within 0 to 1."""
    return min(max(share, 0.0), 1.0)
