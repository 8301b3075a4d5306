"""What several methods say of one position, side by side."""

from __future__ import annotations

from dataclasses import field, replace
from fractions import Fraction
from math import fsum, hypot, sqrt
from typing import TYPE_CHECKING

from games.base.rule_values import chances_of, text_of
from games.dataclass import dataclass
from games.game import CHANCE, Game
from referee.analysis.whole_turn import complete_turn, plays_wholly, whole_plays
from referee.solving.value import Value, sign

if TYPE_CHECKING:
    from referee.analysis.method_result import MethodResult, MoveValue

OPEN = (0, 0.0, 0)  # the rank of an unknown move


@dataclass(frozen=True)
class MoveRow:
    """A legal move, a whole play, or an outcome of chance with its odds, and what each method says of it.

    move  the number of the move or the play;  best  whether no move is known to be better.
    """

    move: int
    text: str
    values: dict[str, MoveValue]
    best: bool = False
    odds: Fraction | None = None


@dataclass
class Analysis:
    """A position and the latest results, by method, the most trusted first.

    game  as the seat to move may know it;  spec, after  how it was named.
    """

    spec: str
    after: tuple[str, ...]
    game: Game
    results: dict[str, MethodResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if plays_wholly(self.game):
            self.texts = {play.number: play.text for play in whole_plays(self.game)}
        else:
            self.texts = {move: text_of(self.game, move) for move in self.game.moves()}
        self.moves = list(self.texts)
        chances = dict(chances_of(self.game)) if self.chance else {}
        whole = sum(chances.values())
        self.odds = {move: Fraction(chances[move], whole) for move in self.moves} if chances else {}

    @property
    def chance(self) -> bool:
        return bool(self.game.turn == CHANCE)

    @property
    def seat(self) -> int:
        """The seat for which values count: the one to move, seat 0 if chance is."""
        return 0 if self.chance else self.game.turn

    def update(self, result: MethodResult) -> None:
        self.results[result.method] = result

    @property
    def speaking(self) -> list[MethodResult]:
        """The results that give values of moves."""
        return [each for each in self.results.values() if each.values]

    def rows(self) -> list[MoveRow]:
        """Return all moves, the best first: proven wins, then by the methods in turn, then proven losses.

        Outcomes of chance keep the order of the game.
        """
        said = {each.method: {found.move: found for found in each.values} for each in self.speaking}
        best = set(self.best_moves())
        return [
            MoveRow(
                move,
                self.texts[move],
                {name: found[move] for name, found in said.items() if move in found},
                move in best,
                self.odds.get(move),
            )
            for move in (self.moves if self.chance else self.ranking())
        ]

    def ranking(self) -> list[int]:
        """Return the moves, the best first."""
        places = [standing(each) for each in self.speaking]

        def place(move: int) -> tuple[float, ...]:
            proof = self.proof(move)
            won = 0 if proof is None or proof.score is None else sign(proof.score)
            # Among proven moves the soonest win and the latest loss come first.
            known = (-(proof.score or 0), -proof.rank()[2]) if won and proof is not None else (0, 0)
            return -won, *known, *(each.get(move, each[None]) for each in places)

        return sorted(self.moves, key=place)

    def proof(self, move: int) -> MoveValue | None:
        """Return what is proven of `move` by the method that knows most; None if nothing is."""
        found = [each.of(move) for each in self.speaking]
        proofs = [each for each in found if each is not None and each.proven]
        return min(proofs, key=lambda each: (each.or_more, each.distance is None), default=None)

    def best_moves(self) -> list[int]:
        """Return the best moves, with the one that begins the line first; none if chance is to move.

        They are all moves proven alike; otherwise those that the most trusted method finds alike.
        """
        if self.chance or not self.speaking:
            return []
        first, *others = self.ranking()
        proof = self.proof(first)
        if proof is not None and proof.score:
            alike = [move for move in others if (found := self.proof(move)) and found.rank() == proof.rank()]
            return [first, *alike]
        trusted = next((each for each in self.speaking if each.of(first) is not None), None)
        alike = [] if trusted is None else leaders(trusted, first)
        lost = [move for move in alike if (found := self.proof(move)) and (found.score or 0) < 0]
        return [first, *(move for move in others if move in alike and move not in lost)]

    def whole(self, result: MethodResult) -> Value | None:
        """Return what a method finds the position to be worth: its best move, or the average over chance."""
        if not result.values:
            return None
        return self.averaged(result) if self.chance else result.values[0]

    def averaged(self, result: MethodResult) -> Value | None:
        """Return the average over the outcomes, by their odds; None before all of them are known."""
        known = {each.move: each for each in result.values}
        if len(known) < len(self.moves):
            return None
        pairs = [(float(self.odds[move]), known[move]) for move in self.moves]

        def mean(name: str) -> float | None:
            values = [getattr(each, name) for _, each in pairs]
            return (
                None if None in values else fsum(odds * value for (odds, _), value in zip(pairs, values, strict=True))
            )

        found = Value(chance=mean("chance"), estimate=mean("estimate"))
        if all(each.interval is None for _, each in pairs):
            return found
        middle = (found.estimate if found.chance is None else found.chance) or 0.0
        less, more = (sqrt(fsum((odds * each.doubts[end]) ** 2 for odds, each in pairs)) for end in (0, 1))
        return replace(found, interval=(middle - less, middle + more))

    def line(self) -> tuple[str, ...]:
        """Return the moves expected, the whole turn at least."""
        line = self.expected()
        return line if self.seat is None else complete_turn(self.game, line)

    def expected(self) -> tuple[str, ...]:
        """Return the moves expected by the most trusted method that expects more than the best move."""
        best = self.best_moves()[:1]
        if not best:
            return next((each.line for each in self.results.values() if each.line), ())
        found = [each for result in self.speaking if (each := result.of(best[0])) is not None]
        proof = self.proof(best[0])
        told = ([proof] if proof is not None and proof.distance else []) + found
        return next((each.line for each in told if len(each.line) > 1), (self.texts[best[0]],))

    def distance(self) -> int | None:
        """Return the plies to the end of the game, if a win and its length are proven."""
        proof = next((self.proof(move) for move in self.best_moves()[:1]), None)
        return proof.distance if proof is not None else None


def leaders(result: MethodResult, first: int | None = None) -> list[int]:
    """Return the moves that a method values like `first`, by default its best; for a tree, that move alone."""
    best = result.values[0] if first is None else result.of(first)
    if best is None or result.method == "mcts":
        return [] if best is None else [best.move]
    return [each.move for each in result.values if each.rank() == best.rank()]


def standing(result: MethodResult) -> dict[int | None, float]:
    """Return the place of each move by a method, the same for equal values; None maps to the place of unknown moves."""
    places: dict[int | None, float] = {}
    if result.method == "mcts":
        places.update({each.move: place for place, each in enumerate(result.values)})
        return places | {None: len(places)}
    ranks = sorted({each.rank() for each in result.values} | {OPEN}, reverse=True)
    places.update({each.move: ranks.index(each.rank()) for each in result.values})
    return places | {None: ranks.index(OPEN) + 0.5}


def disputes(analysis: Analysis) -> list[tuple[MethodResult, MoveValue, MoveValue | None]]:
    """Return the methods that disagree with the most trusted one, with their best move and its value for the latter.

    A method that errs by chance counts only if its intervals do not explain the difference.
    """
    found: list[tuple[MethodResult, MoveValue, MoveValue | None]] = []
    if analysis.chance or len(analysis.speaking) < 2:
        return found
    allowed = set(analysis.best_moves())
    for other in analysis.speaking[1:]:
        first = other.values[0]
        if allowed.isdisjoint(leaders(other)) and clearly(other, first, allowed):
            found.append((other, first, analysis.proof(first.move) or analysis.speaking[0].of(first.move)))
    return found


def clearly(result: MethodResult, first: MoveValue, allowed: set[int]) -> bool:
    """Return whether `first` is better than each `allowed` move by that method, beyond its intervals."""
    for move in allowed:
        other = result.of(move)
        if other is None or first.interval is None or other.interval is None:
            continue
        mine, theirs = ((each.estimate if each.chance is None else each.chance) or 0.0 for each in (first, other))
        if mine - theirs <= hypot(first.doubts[0], other.doubts[1]):
            return False
    return True
