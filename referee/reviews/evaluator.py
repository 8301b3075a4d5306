"""Positions of one match evaluated, each by the best way there is: what was found out of one serves the others.

Who knows a game best depends on its kind, as with players of levels (players/level.py): a search to a depth where it
has an estimate, else random playouts; see docs/reviews.md for how often each is right.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.capabilities import hides_information
from games.game import CHANCE, Game, writes
from players.optimal import shows_chance
from players.search.negamax import Chance
from players.search.table import Table
from referee.reviews import proofs, searches
from referee.reviews.equilibrium import Equilibrium
from referee.reviews.win_probability import slope
from referee.solving.exhaustive import LINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.reviews.effort import Effort
    from referee.solving.value import Value

PATIENCE = 3  # positions in a row whose end was out of reach, after which none is searched for any more
HARDER = 8  # times the effort for a proof where much depends on it


class Evaluator:
    """Evaluates positions of the match that starts so.

    deadline  of time.monotonic(), after which what is found by then has to do.
    hidden    whether the game hides something;  lucky  whether it does, or there is chance in it.
    """

    def __init__(self, start: Game, effort: Effort, deadline: float = inf):
        self.start, self.effort, self.deadline = start.copy(), effort, deadline
        self.hidden = hides_information(start)
        self.lucky = self.hidden or shows_chance(start)
        self.has_estimate = writes(start, "estimate")
        self.table = Table(searches.entries(8 * effort.nodes))
        self.failed = 0  # searches in a row that did not come to the end
        self.slope: float | None = None
        self.slope_known = False
        self.known_positions: proofs.AllPositions | None = None
        self.equilibrium = Equilibrium(self.start, effort) if self.hidden else None

    @contextmanager
    def part(self, count: int) -> Iterator[None]:
        """Have one of so many equal parts of the time that is left for what is done meanwhile."""
        end, now = self.deadline, monotonic()
        self.deadline = end if end == inf else now + max(0.0, end - now) / count
        try:
            yield
        finally:
            self.deadline = end

    def evaluate(self, game: Game) -> Value:
        """What the position is worth; of hidden cards to the seat to move, by what it knows.

        Raises ValueError where something is hidden and no seat is to move.
        """
        over = proofs.ended(game, self.lucky)
        if over is not None:
            return over
        if self.lucky:
            return self.on_average(game)
        try:
            return self.without_luck(game)
        except Chance:
            self.lucky = True
            return self.on_average(game)

    def choices(self, game: Game) -> dict[int, Value]:
        """What each move is worth where luck decides: exactly, in equilibrium, or by one search.

        Those that a search never tried are left out.

        Of a turn of chance in an open game what each outcome is worth.
        """
        if self.hidden and game.turn == CHANCE:
            raise ValueError(f"{type(game).__name__}: nobody is to move who could judge the position")
        if (found := self.in_equilibrium(game) if self.hidden else self.all_positions().choices(game)) is not None:
            return found
        if not self.hidden and self.has_estimate:
            return searches.on_average(game, self.effort, self.deadline)
        return searches.by_playouts_each(game, self.effort, self.deadline)

    def on_average(self, game: Game) -> Value:
        """A position of a game of luck: the best of its choices, or at a turn of chance all by their weights."""
        if not self.hidden:
            if (found := self.all_positions().evaluate(game)) is not None:
                return found
            if game.turn == CHANCE:
                return self.rolled(game)
        found_all = self.choices(game)
        return max(found_all.values(), key=lambda each: each.chance_of(game.turn), default=searches.unknown())

    def rolled(self, game: Game) -> Value:
        """A turn of chance in an open game: its outcomes on average, by their weights."""
        if not self.has_estimate:
            return searches.by_playouts(game, self.effort, self.deadline)
        found = searches.on_average(game, self.effort, self.deadline)
        if not found:
            return searches.unknown()
        weights = dict(game.chances())
        whole = sum(weights[move] for move in found)
        mean = sum(weights[move] * each.chance_of(0) for move, each in found.items()) / whole
        error = sum(weights[move] * (each.error or 0.0) for move, each in found.items()) / whole
        return replace(next(iter(found.values())), chance=mean, error=error, line=())

    def all_positions(self) -> proofs.AllPositions:
        """All positions of the game, if there are few."""
        if self.known_positions is None:
            with self.part(2):  # what is not found out so is searched for in the other half
                self.known_positions = proofs.AllPositions(self.start, self.effort.nodes, self.deadline)
        return self.known_positions

    def in_equilibrium(self, game: Game) -> dict[int, Value] | None:
        """What each move is worth where cards are hidden, if the game is small."""
        if self.equilibrium is None:
            return None
        with self.part(2):
            return self.equilibrium.choices(game, self.deadline)

    def without_luck(self, game: Game) -> Value:
        """A position without luck. Raises Chance."""
        if (found := proofs.by_theory_alone(game)) is not None:
            return found
        if self.failed < PATIENCE:
            with self.part(2):
                found = proofs.by_search(game, self.table, self.effort.nodes, self.deadline)
            self.failed = 0 if found else self.failed + 1
            if found is not None:
                return found
        steepness = self.find_slope()
        if steepness is None:
            return searches.by_playouts(game, self.effort, self.deadline)
        return searches.by_estimate(game, self.effort, steepness, self.deadline)

    def proof(self, game: Game) -> Value | None:
        """What a position without luck is worth by a search HARDER than others; None where that does not prove it."""
        if game.score() is not None:
            return None
        try:
            with self.part(2):
                return proofs.by_search(game, self.table, HARDER * self.effort.nodes, self.deadline)
        except Chance:
            return None

    def expected(self, game: Game, found: Value) -> tuple[str, ...]:
        """The moves expected from a position evaluated so, LINE at most, followed on where the end is known."""
        line, twin = found.line, played_on(game, found.line)
        while found.how == proofs.SEARCH and len(line) < LINE and twin.score() is None:
            then = proofs.by_search(twin, self.table, self.effort.nodes, self.deadline)
            if then is None or not then.line:
                break
            line += then.line
            twin = played_on(twin, then.line)
        return line[:LINE]

    def find_slope(self) -> float | None:
        """The slope of the estimate's scale; None where there is no estimate, or it tells nothing."""
        if self.has_estimate and not self.slope_known:
            self.slope = slope(self.start, 4 * self.effort.nodes, self.effort.seed, self.deadline)
        self.slope_known = True
        return self.slope


def evaluate(game: Game, effort: Effort, deadline: float = inf) -> Value:
    """What the position is worth, with that effort, or less where the deadline (of time.monotonic()) comes first.

    Of a game that hides something it is judged by what the seat to move knows; raises ValueError where none is to move.
    Many positions of one match are evaluated faster by one Evaluator.
    """
    return Evaluator(game, effort, deadline).evaluate(game)


def played_on(game: Game, line: tuple[str, ...]) -> Game:
    """The position after these moves."""
    twin = game.copy()
    for text in line:
        twin.make(twin.parse(text))
    return twin
