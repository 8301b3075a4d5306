"""How good a move is, by how much of the winning chance it gives away.

    loss at least    0.05 inaccuracy    0.10 mistake    0.15 blunder

These are Lichess' thresholds (lila, modules/tree/src/main/Advice.scala), which are 0.1, 0.2 and 0.3 there, on a scale
from -1 to 1. They suit any game, as they ask for chances and not for pawns. Where luck decides over more
than one point, a chance of 1 is two points, as from a loss to a win, and they are 0.1, 0.2 and 0.3 points.

A loss that the intervals of both values explain is none.
"""

from enum import Enum
from math import exp


class Grade(Enum):
    """What a move is called, and the mark that annotators of chess put after it."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing."""
        return MARKS.get(self, "")

    @property
    def bad(self) -> bool:
        """Whether something was given away by it."""
        return self in MARKS


MARKS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
THRESHOLDS = {Grade.BLUNDER: 0.15, Grade.MISTAKE: 0.10, Grade.INACCURACY: 0.05}
TINY = 1e-9  # a loss by rounding


def graded(loss: float, doubt: float) -> Grade:
    """The grade of a move that loses so much of the chance, or less by as much as that doubt."""
    if loss <= doubt:
        return Grade.GOOD if loss > TINY else Grade.BEST
    for grade, least in THRESHOLDS.items():
        if loss >= least - TINY:
            return grade
    return Grade.GOOD if loss > TINY else Grade.BEST


def accuracy(loss: float) -> float:
    """How accurate a move is that loses so much of the chance, 0 to 100: Lichess' curve (lichess.org/page/accuracy)."""
    return 100.0 if loss <= TINY else max(0.0, min(100.0, 103.1668 * exp(-4.354 * loss) - 3.1669))
