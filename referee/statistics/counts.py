"""Counts of results, of games or of pairs of games: the input of all statistics."""

from __future__ import annotations

from typing import ClassVar

from games.dataclass import dataclass


class Sample:
    """Counted results of one kind.

    scores  of the outcomes, rising from 0 to 1; a draw is a half;  each  the number of games in a result.
    """

    scores: ClassVar[tuple[float, ...]]
    each: ClassVar[int]

    def __post_init__(self) -> None:
        if min(self.outcomes) < 0:
            raise ValueError(f"{self} has a negative count")

    @property
    def outcomes(self) -> tuple[int, ...]:
        """The count of each outcome, in the order of `scores`."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """The number of results: games, or pairs of games."""
        return sum(self.outcomes)

    @property
    def games(self) -> int:
        """The number of games in all results."""
        return self.each * self.total

    @property
    def score(self) -> float:
        """The mean score, 0 to 1; a half before any result."""
        return self.weigh(self.scores) / self.total if self.total else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of one result about the mean, 0 to 1/4, divided by their number."""
        mean = self.score
        return self.weigh(tuple((score - mean) ** 2 for score in self.scores)) / self.total if self.total else 0.0

    def weigh(self, values: tuple[float, ...]) -> float:
        """Return the sum of a value for each outcome times its count."""
        return sum(count * value for count, value in zip(self.outcomes, values, strict=True))


@dataclass(frozen=True)
class Counts(Sample):
    """Games that one player won, drew and lost. Raises ValueError for a negative number."""

    wins: int
    draws: int
    losses: int
    scores: ClassVar[tuple[float, ...]] = (0.0, 0.5, 1.0)
    each: ClassVar[int] = 1

    @property
    def outcomes(self) -> tuple[int, ...]:
        return self.losses, self.draws, self.wins

    @property
    def drawn(self) -> float | None:
        """The share of draws, 0 to 1; None before any game."""
        return self.draws / self.total if self.total else None


@dataclass(frozen=True)
class Pairs(Sample):
    """Pairs of games with the same opening or deal, sides swapped, by the results of one player.

    ll, ld, middle, wd, ww  lost both; lost one and drew one; a win and a loss, or two draws; won one and drew one; won
    both: the order in which engine testers print them. Raises ValueError for a negative number.
    """

    ll: int
    ld: int
    middle: int
    wd: int
    ww: int
    scores: ClassVar[tuple[float, ...]] = (0.0, 0.25, 0.5, 0.75, 1.0)
    each: ClassVar[int] = 2

    @property
    def outcomes(self) -> tuple[int, ...]:
        return self.ll, self.ld, self.middle, self.wd, self.ww

    @property
    def drawn(self) -> float | None:
        """The share of pairs that neither player won, 0 to 1; None before any."""
        return self.middle / self.total if self.total else None

    @property
    def ratio(self) -> float | None:
        """Pairs won for each pair lost; None if none was lost."""
        lost = self.ll + self.ld
        return (self.wd + self.ww) / lost if lost else None
