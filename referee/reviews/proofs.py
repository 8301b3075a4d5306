"""Positions evaluated exactly: ends, those that theory knows, those that a search exhausts, and all of a small game."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.capabilities import theory_of
from players.optimal import choose_by_theory
from players.player import Unplayable
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock
from players.search.score import HALF
from players.search.solver import Solver
from players.search.value_iteration import ValueIteration
from referee.solving.exhaustive import LINE, MANY, value_of
from referee.solving.value import Value, settled, share

if TYPE_CHECKING:
    from games.game import Game
    from players.search.table import Table

SEARCH = "exhaustive search"


def ended(game: Game, lucky: bool) -> Value | None:
    """That of a game that is over; None while it goes on."""
    score = game.score()
    if score is None:
        return None
    return Value(score, 0 if score else None, share(score, game.stakes if lucky else 1), 0.0, how="the end")


def by_theory_alone(game: Game) -> Value | None:
    """That of a position that theory knows, with the moves it expects; None where it does not."""
    theory, twin = theory_of(game), game.copy()
    if theory is None:
        return None
    line: list[str] = []
    deadline, then = (inf if len(game.moves()) <= MANY else 0.0), theory
    while len(line) < LINE and twin.score() is None:
        best = choose_by_theory(twin, then, deadline, monotonic()).move
        line.append(twin.text(best))
        twin.make(best)
        if (found := theory_of(twin)) is None:
            break
        then = found
    return settled(theory.score, line=tuple(line), how=theory.name)


def by_search(game: Game, table: Table, nodes: int, deadline: float) -> Value | None:
    """That of a position whose end a search of so many positions reaches, or finds out who wins; None where not.

    Raises players.search.negamax.Chance where it meets chance.
    """
    clock = Clock(deadline, nodes)
    search = Solver(game, table, clock, FARTHEST)
    try:
        call_on_big_stack(search.run, clock)
    except (Unplayable, MemoryError):
        return None
    if search.lower > search.upper:
        return None
    if search.final:
        return value_of(game, search.score, tuple(search.line()), SEARCH)
    return half_proven(game, search)


def half_proven(game: Game, search: Solver) -> Value | None:
    """What the bounds tell of a search that was stopped: who wins, where they leave no doubt of that."""
    if search.lower <= HALF and search.upper >= -HALF:
        return None
    won = search.lower > HALF
    won_by = 1 if won == (game.turn == 0) else -1
    score = won_by if game.stakes == 1 else None
    line = (game.text(search.best_move),) if won else ()
    return Value(score, None, share(won_by), 0.0, line=line, how=SEARCH)


class AllPositions:
    """All positions of a small game of open chance, each with its value; found out when it is first asked."""

    def __init__(self, start: Game, most: int, deadline: float):
        self.stakes = start.stakes
        self.sweep: ValueIteration | None = None
        try:
            sweep = ValueIteration(start, most)
            if sweep.run(Clock(deadline, PASSES * most)):
                self.sweep = sweep
        except (Unplayable, MemoryError, ValueError):
            pass  # then it is searched as any other

    def points(self, game: Game) -> float | None:
        """The points that seat 0 can expect; None of a position that is not known."""
        if self.sweep is None:
            return None
        try:
            return self.sweep.value(game)
        except KeyError:
            return None

    def evaluate(self, game: Game) -> Value | None:
        """What the position is worth; None where it is not known."""
        points = self.points(game)
        if points is None or self.sweep is None:
            return None
        best = () if game.score() is not None else (self.sweep.best(game)[0][1],)
        return self.value(points, best)

    def choices(self, game: Game) -> dict[int, Value] | None:
        """What each move is worth; None where that is not known."""
        if self.points(game) is None or self.sweep is None:
            return None
        return {move: self.value(points, (text,)) for move, text, points in self.sweep.moves(game)}

    def value(self, points: float, line: tuple[str, ...]) -> Value:
        """What so many points on average are worth."""
        sure = int(points) if abs(points) == self.stakes else None
        return Value(sure, None, share(points, self.stakes), 0.0, line=line, how="value iteration")


PASSES = 50  # times that a position may be met and valued, on average
