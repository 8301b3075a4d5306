"""What a position is worth as the numbers of chess programs: hundredths of a pawn, and moves to a forced end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from players.player import Thought

STEEP = 400  # hundredths of a pawn by which the odds of winning grow tenfold
MOST = 10_000  # hundredths, for a share of 0 or 1


@dataclass(frozen=True)
class Worth:
    """The value of a position for the seat to move: `mate` moves to a win, or if negative to a loss, otherwise `value`.

    value  hundredths of a pawn in chess; in other games the units of their evaluations.
    """

    value: int = 0
    mate: int | None = None


def worth_of_thought(thought: Thought) -> Worth | None:
    """Return the worth of a thought; None if it has no value."""
    distance = thought.forced_distance
    if distance is not None and thought.value != thought.even:
        moves = (distance + 1) // 2
        return Worth(mate=moves if thought.value > thought.even else -moves)
    if not math.isfinite(thought.value):
        return None
    return Worth(from_share(thought.value) if thought.even == 0.5 else round(thought.value))


def from_share(share: float) -> int:
    """Convert a share of games to hundredths of a pawn, by the logistic curve of Elo's ratings."""
    if not 0 < share < 1:
        return MOST if share >= 1 else -MOST
    return max(-MOST, min(MOST, round(STEEP * math.log10(share / (1 - share)))))
