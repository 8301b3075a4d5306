"""What a position or a move is worth: proven, or as far as it is estimated."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from games.dataclass import dataclass


@dataclass(frozen=True)
class Value:
    """What a position or a move is worth to one seat, which is seat 0 where nothing else is said.

    score     what the seat wins with best play by both, negative where it loses; None if that is not proven.
    distance  plies to the end, where it is proven that somebody wins: the winner seeks it, the loser puts it off. None
              where it is not known.
    chance    the seat's share of games won, 0 to 1, draws half; where luck decides over more than a point, its share of
              the stakes on average. None where only the estimate is known.
    interval  the ends between which the chance lies, or the estimate if there is no chance: in 95 % of the cases,
              or for sure where a solver has bounds. Both are the value itself where it is exact; None if the method
              does not tell how far it may be off.
    estimate  in the game's own measure, of a search to a depth; in points of the score on average where the game has
              chance or hides something; else None.
    or_more   whether the score is only the least that is won, or lost: who wins is proven, and not by how much.
    line      the texts of the moves expected, the best first; empty at an end, and where none is known.
    how       by what it was found, in a few words: "nim-sum"; may be empty.
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
        """Whether it is known who wins with best play, or that nobody does."""
        return self.score is not None

    @property
    def exact(self) -> bool:
        """Whether no doubt is left: the score is proven, or the average is known."""
        return self.proven or (self.interval is not None and self.interval[0] == self.interval[1])

    @property
    def doubts(self) -> tuple[float, float]:
        """How much less it may be, and how much more, by its interval; 0 and 0 where it has none."""
        value = self.estimate if self.chance is None else self.chance
        if self.interval is None or value is None:
            return 0.0, 0.0
        return value - self.interval[0], self.interval[1] - value

    @property
    def points(self) -> float:
        """The score, or the estimate where it is not proven. Raises ValueError if neither is known."""
        points = self.estimate if self.score is None else self.score
        if points is None:
            raise ValueError(f"{self} has no points")
        return points

    def chance_of(self, seat: int) -> float:
        """Return the chance of that seat, of a value to seat 0. Raises ValueError if it has no chance."""
        if self.chance is None:
            raise ValueError(f"{self} has no chance")
        return 1 - self.chance if seat == 1 else self.chance

    def seen_by(self, seat: int) -> Value:
        """Return what it is worth to that seat, of a value to seat 0."""
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
        """Return the higher, the better for its seat: wins, soon and by much, then all that is open, then losses, late.

        A win whose distance is not known comes after those that are known to be as large, and so does such a loss.
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
    """Return the share of games that the score stands for, 0 to 1; with stakes the share of those."""
    return (1 + max(-1.0, min(1.0, score / stakes))) / 2


def exactly(value: float) -> tuple[float, float]:
    """Return the interval of a value without doubt."""
    return value, value


def around(chance: float, reach: float) -> tuple[float, float]:
    """Return the interval that reaches so far to either side of a chance, as far as there are chances: from 0 to 1."""
    return max(0.0, chance - reach), min(1.0, chance + reach)


def side(turn: int) -> int:
    """1 where scores count for the first seat, -1 where for the second."""
    return 1 if turn == 0 else -1


def sign(score: float) -> int:
    """1 of what is won, -1 of what is lost, 0 of a draw."""
    return (score > 0) - (score < 0)
