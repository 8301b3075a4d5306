"""A player's findings as the numbers of protocols: hundredths of a pawn, and moves to a forced end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import IllegalMove

if TYPE_CHECKING:
    from games.game import Game
    from players.player import Glimpse, Thought

STEEP = 400  # hundredths of a pawn by which the odds of winning grow tenfold
MOST = 10_000  # hundredths, for a share of 0 or 1


@dataclass(frozen=True)
class Worth:
    """The value of a position for the seat to move: `mate` moves to a win, or if negative to a loss, otherwise `value`.

    value  hundredths of a pawn in chess; in other games the units of their evaluations.
    """

    value: int = 0
    mate: int | None = None


@dataclass(frozen=True)
class SearchReport:
    """The progress of a search, as in a Glimpse; `worth` is None and reach 0 if the player gives none."""

    depth: int
    reach: int
    nodes: int
    line: tuple[str, ...]
    worth: Worth | None


def report_of(game: Game, found: Glimpse) -> SearchReport:
    """Return the report of a search under way."""
    return SearchReport(
        found.depth, found.reach, found.playouts or found.nodes, found.line, worth_of_glimpse(game, found)
    )


def final_report(game: Game, found: Glimpse | None, thought: Thought) -> SearchReport:
    """Return the report of a finished search; only the last glimpse knows the number of playouts."""
    nodes = found.playouts if found and found.playouts else thought.nodes
    return SearchReport(thought.depth, thought.reach, nodes, thought.line, worth_of_thought(thought))


def worth_of_thought(thought: Thought) -> Worth | None:
    """Return the worth of a thought; None if it has no value."""
    distance = thought.forced_distance
    if distance is not None and thought.value != thought.even:
        moves = (distance + 1) // 2
        return Worth(mate=moves if thought.value > thought.even else -moves)
    if not math.isfinite(thought.value):
        return None
    return Worth(from_share(thought.value) if thought.even == 0.5 else round(thought.value))


def worth_of_glimpse(game: Game, found: Glimpse) -> Worth | None:
    """Return the worth of a glimpse; None if it may be an estimate or a score, which differ in scale.

    A line to the end of the game is a forced win or loss, and a value beyond every score an estimate.
    """
    if found.value is None or not math.isfinite(found.value):
        return None
    if found.playouts:
        return Worth(from_share(found.value))
    if found.value == 0 or abs(found.value) > game.stakes:
        return Worth(round(found.value))
    moves = (len(found.line) + 1) // 2
    return Worth(mate=moves if found.value > 0 else -moves) if ends_game(game, found.line) else None


def ends_game(game: Game, line: tuple[str, ...]) -> bool:
    """Return whether the game is over after these moves, and not drawn."""
    twin = game.copy()
    try:
        for text in line:
            twin.make(twin.parse(text))
    except IllegalMove:
        return False
    return bool(twin.score())


def from_share(share: float) -> int:
    """Convert a share of games to hundredths of a pawn, by the logistic curve of Elo's ratings."""
    if not 0 < share < 1:
        return MOST if share >= 1 else -MOST
    return max(-MOST, min(MOST, round(STEEP * math.log10(share / (1 - share)))))
