"""A run of learning in lines: what is learnt, its progress, its strength, and whether it was accepted."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import players
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count, format_seconds
from referee.statistics.scoring import interval

if TYPE_CHECKING:
    from pathlib import Path

    from referee.learning.learner import Learner
    from referee.learning.run import Acceptance
    from referee.learning.strength import CurvePoint
    from referee.statistics.counts import Counts


def heading(learner: Learner) -> str:
    """Return what is learnt, and how: `learning connect-four: 211,968 weights (lines4+boxes2x3), ..., seed 5`."""
    plan = learner.plan
    weights = format_count(learner.network.size, "weight")
    how = f"{plan.method}, rate {plan.rate:g}, lambda {plan.trace:g}, epsilon {plan.epsilon:g}, opening {plan.opening}"
    return f"learning {plan.game}: {weights} ({plan.features}), {how}, seed {plan.seed}"


def point_line(point: CurvePoint) -> str:
    """Return the strength: `after 43,000 games 78.8 % against random (95 % interval: 68 to 87), 80 games`."""
    learnt, played = (format_count(count, "game") for count in (point.progress.games, point.counts.total))
    return f"after {learnt} {score_text(point.counts)} against {point.opponent}, {played}"


def score_text(counts: Counts) -> str:
    """Return a score with its interval: `78.8 % (68 to 87)`."""
    score = interval(counts)
    return f"{100 * counts.score:.1f} % ({100 * (score.low or 0):.0f} to {100 * (score.high or 0):.0f})"


def setting_text(value: object) -> str:
    """Return a setting as it would be typed."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def acceptance_line(accepted: Acceptance) -> str:
    """Say whether it is stronger than the game's own estimate, both with the same time a move."""
    counts = accepted.counts
    verdict = "it is stronger" if accepted.won else "it is not known to be stronger"
    if accepted.left:
        verdict = f"{format_count(accepted.left, 'game')} to come"
    return (
        f"against the game's own estimate, {format_seconds(accepted.move)} a move: won {counts.wins}, drew "
        f"{counts.draws}, lost {counts.losses}: {score_text(counts)}; {verdict}"
    )


def written_line(path: Path, size: int) -> str:
    """Say where the weights are, and how to use them."""
    size_text = format_count(max(1, size // 1024), "kB", "kB")
    return f"written: {path} ({size_text}); play against it: {player_words(path)}"


def player_words(path: Path) -> str:
    """Return the player with these weights as it is typed in a shell, quoted if needed."""
    plain = f"minimax:eval={path}"
    try:
        read = players.CATALOGUE.read(plain)[1] == {"eval": str(path)}
    except SpecError:
        read = False
    return shlex.quote(plain if read else f'minimax:eval="{path}"')
