"""What a player expects of its game, in one measure for all kinds of players: the share of the points, 0 to 1.

A win is one point and a draw a half, as in a score of Elo's; so a half is even. Players tell what they think in
measures of their own (players.player.Thought), and each is read so:

    a share of games won       as it is, as Monte Carlo players tell it.
    a forced or proven end     1, a half or 0, by who wins.
    points on average          where dice or cards decide: the share of the stakes, 1 for all that can be won, 0 for all
                               that can be lost.
    a game's own estimate      the chance to win, 1 / (1 + exp(-slope * estimate)), with a slope that was learnt from
                               games before; nothing without a slope. A learnt estimate knows its own.
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
    """That a player chose that move and expects such a share of the points, 0 to 1."""

    move: int
    share: float


def expected_share(thought: Any, game: Game, slope: float | None) -> float | None:
    """Return the share of the points that such a Thought expects for its seat; None if it tells none.

    game  of the kind that was thought of, in any position;  slope  of its estimate, None if that tells nothing.

    Raises whatever an object raises that is not a Thought.
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
    """Return what the player reports about its last move, by its attribute `thought`; None if it tells nothing.

    A Thought that cannot be read tells nothing either.
    """
    try:
        thought: Any = getattr(player, "thought", None)
        share = None if thought is None else expected_share(thought, game, slope)
        return None if share is None else ReportedShare(index(thought.move), share)
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a program has there
        return None


def thought_of(report: ReportedShare) -> Thought:
    """Return a Thought that says no more than the report."""
    move, share = report
    return Thought(move, share, proven=False, line=(), candidates=(), nodes=0, depth=0, seconds=0.0, even=0.5)


def clip(share: float) -> float:
    """Return the share within 0 to 1."""
    return min(max(share, 0.0), 1.0)
