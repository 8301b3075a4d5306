"""What a position is worth, for reviews and for the coach: exactly where it can be proven, else the chance to win."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Appraisal:
    """What a position is worth to seat 0.

    score     what it wins with best play by both; None where that is not proven.
    distance  plies to the end that is proven, where somebody wins.
    chance    its share of games won, 0 to 1, draws half; where luck decides over more than a point, what it wins of the
              stakes on average, 0 to 1.
    error     the standard error of the chance, 0 where it is proven.
    line      the texts of the moves expected, the best first; empty at an end.
    how       by what it was found, in a few words.
    """

    score: int | None
    distance: int | None
    chance: float
    error: float
    line: tuple[str, ...]
    how: str

    @property
    def proven(self) -> bool:
        """Whether it is known for sure who wins, or what is won on average."""
        return self.error == 0

    def seen(self, seat: int) -> float:
        """The chance of that seat."""
        return 1 - self.chance if seat == 1 else self.chance


@dataclass(frozen=True)
class Effort:
    """How much an appraisal may take: positions of a search, playouts of a tree.

    The same effort and seed find the same.
    """

    nodes: int
    playouts: int
    seed: int = 0
