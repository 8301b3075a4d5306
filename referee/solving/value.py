"""What a position or a move is worth: proven, or as far as it is estimated."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from games.dataclass import dataclass


@dataclass(frozen=True)
class Value:
    """What a position or a move is worth to one seat: seat 0, unless something else is said.

    score     what the seat wins with best play by both, negative if it loses; None if unproven.
    distance  plies to the end of a proven win: the winner hurries, the loser delays; None if unknown.
    chance    the seat's share of games won, 0 to 1, draws half; if luck decides over more than a point, its mean share
              of the stakes; None if only the estimate is known.
    interval  of the chance, or of the estimate if there is no chance: holds in 95 % of the cases, or for sure if a
              solver has bounds. Both ends are the value itself if it is exact; None if the method does not tell its
              error.
    estimate  in the game's own measure, of a search to a depth; in mean points of the score if the game has chance or
              hides something; else None.
    or_more   whether the score is only the least won, or lost: the winner is proven, but not the margin.
    line      the texts of the expected moves, the best first; empty at an end, and if unknown.
    how       how it was found, in a few words: "nim-sum"; may be empty.
    """

    score: int | None = None
    distance: int | None = None
    chance: float | None = None
    interval: tuple[float, float] | None = None
    estimate: float | None = None
    or_more: bool = False
    line: tuple[str, ...] = ()
    how: str = ""

    @property
    def proven(self) -> bool:
        """Whether the result of best play is known: a winner, or a draw."""
        return self.score is not None

    @property
    def exact(self) -> bool:
        """Whether no doubt is left: the score is proven, or the average is known."""
        return self.proven or (self.interval is not None and self.interval[0] == self.interval[1])

    @property
    def doubts(self) -> tuple[float, float]:
        """How much less and how much more it may be, by its interval; 0 and 0 without one."""
        value = self.estimate if self.chance is None else self.chance
        if self.interval is None or value is None:
            return 0.0, 0.0
        return value - self.interval[0], self.interval[1] - value

    @property
    def points(self) -> float:
        """The score, or the estimate if unproven. Raises ValueError if neither is known."""
        points = self.estimate if self.score is None else self.score
        if points is None:
            raise ValueError(f"{self} has no points")
        return points

    def chance_of(self, seat: int) -> float:
        """Return the chance of `seat`, of a value to seat 0. Raises ValueError if it has no chance."""
        if self.chance is None:
            raise ValueError(f"{self} has no chance")
        return 1 - self.chance if seat == 1 else self.chance

    def seen_by(self, seat: int) -> Value:
        """Return what it is worth to `seat`, of a value to seat 0."""
        if seat == 0:
            return self
        return replace(
            self,
            score=None if self.score is None else -self.score,
            chance=None if self.chance is None else 1 - self.chance,
            interval=self.interval_of_other(),
            estimate=None if self.estimate is None else -self.estimate,
        )

    def interval_of_other(self) -> tuple[float, float] | None:
        """Return the interval as the other seat sees it."""
        if self.interval is None:
            return None
        low, high = self.interval
        return (-high, -low) if self.chance is None else (1 - high, 1 - low)

    def rank(self) -> tuple[int, float, float]:
        """Return a sort key, higher is better: wins, soon and by much, then the undecided, then losses, late.

        Without a distance a win or a loss comes after one of the same size that has it.
        """
        if self.score:
            side = sign(self.score)
            return side, self.score, -inf if self.distance is None else -side * self.distance
        if self.score is None and self.estimate is not None:
            return 0, self.estimate, 0
        return 0, 0.0 if self.chance is None else self.chance - 0.5, 0


def settled(score: int, distance: int | None = None, line: tuple[str, ...] = (), how: str = "") -> Value:
    """Return the value of a proven score when only the winner counts: its chance is 1, a half or 0."""
    return Value(score, distance, share(score), exactly(share(score)), line=line, how=how)


def share(score: float, stakes: int = 1) -> float:
    """Return the share of games, 0 to 1, that the score stands for; with `stakes` the share of the stakes."""
    return (1 + max(-1.0, min(1.0, score / stakes))) / 2


def exactly(value: float) -> tuple[float, float]:
    """Return the interval of a value without doubt."""
    return value, value


def around(chance: float, reach: float) -> tuple[float, float]:
    """Return the interval of `reach` on either side of a chance, within 0 to 1."""
    return max(0.0, chance - reach), min(1.0, chance + reach)


def side(turn: int) -> int:
    """Return 1 if scores count for the first seat at that turn, -1 for the second."""
    return 1 if turn == 0 else -1


def sign(score: float) -> int:
    """Return 1 for a win, -1 for a loss, 0 for a draw."""
    return (score > 0) - (score < 0)
