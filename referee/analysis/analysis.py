"""What several methods say of one position, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, sqrt
from typing import TYPE_CHECKING

from games.game import CHANCE, Game
from referee.solving.value import SURE, Value

if TYPE_CHECKING:
    from referee.analysis.method_result import MethodResult, MoveValue


@dataclass(frozen=True)
class MoveRow:
    """A legal move, or an outcome of chance with its odds, and what each method says of it.

    best  whether the method that is trusted most finds none better.
    """

    move: int
    text: str
    values: dict[str, MoveValue]
    best: bool = False
    odds: Fraction | None = None


@dataclass
class Analysis:
    """A position and what was said of it last, by method in the order in which the methods are trusted.

    game  as whoever is to move may know it;  spec, after  how it was named.
    """

    spec: str
    after: tuple[str, ...]
    game: Game
    results: dict[str, MethodResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.moves = self.game.moves()
        self.texts = {move: self.game.text(move) for move in self.moves}
        chances = dict(self.game.chances()) if self.chance else {}
        whole = sum(chances.values())
        self.odds = {move: Fraction(chances[move], whole) for move in self.moves} if chances else {}

    @property
    def chance(self) -> bool:
        """Whether chance is to move."""
        return bool(self.game.turn == CHANCE)

    @property
    def seat(self) -> int:
        """In whose eyes values are: the seat to move, seat 0 where chance is."""
        return 0 if self.chance else self.game.turn

    def update(self, result: MethodResult) -> None:
        """Take in what a method says now."""
        self.results[result.method] = result

    @property
    def speaking(self) -> list[MethodResult]:
        """What the methods say that say anything of the moves."""
        return [each for each in self.results.values() if each.values]

    def rows(self) -> list[MoveRow]:
        """All moves, the best first by the methods in turn; all outcomes in the order of the game."""
        said = {each.method: {found.move: found for found in each.values} for each in self.speaking}
        best = {each.move for each in leaders(self.speaking[0])} if said and not self.chance else set()
        rows = [
            MoveRow(
                move,
                self.texts[move],
                {name: found[move] for name, found in said.items() if move in found},
                move in best,
                self.odds.get(move),
            )
            for move in self.moves
        ]
        if self.chance:
            return rows
        first, places = self.line()[:1], [standing(each) for each in self.speaking]

        def place(row: MoveRow) -> list[float]:
            found = [each.get(row.move, each[None]) for each in places]
            return [*found[:1], (row.text,) != first, *found[1:]]

        return sorted(rows, key=place)

    def whole(self, result: MethodResult) -> Value | None:
        """What a method finds the position to be worth, as its best move; on average where chance is to move."""
        if not result.values:
            return None
        return self.averaged(result) if self.chance else result.values[0]

    def averaged(self, result: MethodResult) -> Value | None:
        """The average over the outcomes, by their odds; None before all of them are known."""
        known = {each.move: each for each in result.values}
        if len(known) < len(self.moves):
            return None
        pairs = [(float(self.odds[move]), known[move]) for move in self.moves]

        def mean(name: str) -> float | None:
            values = [getattr(each, name) for _, each in pairs]
            return (
                None if None in values else fsum(odds * value for (odds, _), value in zip(pairs, values, strict=True))
            )

        error = sqrt(fsum((odds * (each.error or 0.0)) ** 2 for odds, each in pairs))
        shown = error if any(each.error is not None for _, each in pairs) else None
        return Value(chance=mean("chance"), estimate=mean("estimate"), error=shown)

    def line(self) -> tuple[str, ...]:
        """The moves expected, by the method trusted most that expects any."""
        return next((each.line for each in self.results.values() if each.line), ())


def leaders(result: MethodResult) -> list[MoveValue]:
    """The best of its moves: of those that are exact, all that are alike."""
    first = result.values[0]
    if result.method == "mcts":
        return [first]
    return [each for each in result.values if each.rank() == first.rank()]


def standing(result: MethodResult) -> dict[int | None, float]:
    """The place of each move by that method, alike for those that are; that of moves it says nothing of for None."""
    places: dict[int | None, float] = {}
    if result.method == "mcts":
        places.update({each.move: place for place, each in enumerate(result.values)})
        return places | {None: len(places)}
    ranks = sorted({each.rank() for each in result.values} | {(0, 0.0, 0)}, reverse=True)
    places.update({each.move: ranks.index(each.rank()) for each in result.values})
    return places | {None: ranks.index((0, 0.0, 0)) + 0.5}


def disputes(analysis: Analysis) -> list[tuple[MethodResult, MoveValue, MoveValue | None]]:
    """Methods that would make another move than the one trusted most allows: what it finds of theirs, if anything.

    Of a method that errs by chance only where it finds its own move better by more than its error explains.
    """
    found: list[tuple[MethodResult, MoveValue, MoveValue | None]] = []
    if analysis.chance or len(analysis.speaking) < 2:
        return found
    trusted, *others = analysis.speaking
    allowed = {each.move for each in leaders(trusted)}
    for other in others:
        first = other.values[0]
        if allowed.isdisjoint(each.move for each in leaders(other)) and clearly(other, first, allowed):
            found.append((other, first, trusted.of(first.move)))
    return found


def clearly(result: MethodResult, first: MoveValue, allowed: set[int]) -> bool:
    """Whether by that method its first move is better than each of the others, beyond its errors."""
    for move in allowed:
        other = result.of(move)
        if other is None or first.error is None or other.error is None:
            continue
        mine, theirs = ((each.estimate if each.chance is None else each.chance) or 0.0 for each in (first, other))
        if mine - theirs <= SURE * sqrt(first.error**2 + other.error**2):
            return False
    return True
