"""Evaluate positions exactly: ends, theory, exhaustive searches, and all positions of a small game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.base.rule_values import score_of, text_of
from games.capabilities import OwnSolver, as_exact, as_table, how_of, solver_of, theory_of
from players.optimal import choose_by_theory, shows_chance
from players.player import Unplayable
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import HALF
from players.search.alphabeta.timed_solver import OwnSearch, keeping_move, own_outcome
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock, Stop
from players.search.values.value_iteration import PASSES, RETROGRADE, VALUE_ITERATION, UnknownPosition, ValueIteration
from referee.solving.exhaustive import LINE, swept_line, swept_value, value_of
from referee.solving.solve_cache import MANY
from referee.solving.value import Value, exactly, settled, share, side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.game import Game
    from players.search.alphabeta.table import Table

SEARCH = "exhaustive search"
QUICK = 10  # a tenth of the positions goes to a first try, which finds near ends
SHARE = 4  # a quarter goes to the distance, in a search of the game's own
DEEPEST = 64  # plies that it looks ahead


def ended(game: Game, lucky: bool) -> Value | None:
    """Return the value of a game that is over; None while it goes on."""
    score = score_of(game)
    if score is None:
        return None
    chance = share(score, game.stakes if lucky else 1)
    return Value(score, 0 if score else None, chance, exactly(chance), how="the end")


def by_theory_alone(game: Game) -> Value | None:
    """Return the value by theory, with the moves it expects, if any; None if theory says nothing."""
    theory, twin = theory_of(game), game.copy()
    if theory is None:
        return None
    line: list[str] = []
    deadline, then = (inf if len(game.moves()) <= MANY else 0.0), theory_of(twin)
    while len(line) < LINE and twin.score() is None and then is not None:
        best = choose_by_theory(twin, then, deadline, monotonic())
        if best is None:
            break
        line.append(text_of(twin, best.move))
        twin.make(best.move)
        then = theory_of(twin)
    return settled(theory.score, line=tuple(line), how=theory.name)


def by_search(
    game: Game, table: Table, own: OwnSolver | None, nodes: int, most: int, deadline: float
) -> tuple[Value | None, int]:
    """Return the value that a search proves, and how many positions it visited; None if it proves nothing.

    It may visit `most` positions to find out who wins, and `nodes` for how soon and by how much.

    own  the game's own search for who wins, if it has one.

    Raises players.search.alphabeta.tree.Chance.
    """
    few = max(nodes // QUICK, 1 + len(game.moves()))  # enough to see a win at once
    clock, theory = Clock(deadline, few), theory_of(game)
    found, spent = near_end(game, table, clock), clock.nodes
    if own is None and not shows_chance(game):
        own = solver_of(game)
    if found is None and own is not None:
        table_solver = as_table(own)
        found, count = by_own_search(game, own, most if table_solver is None else table_solver.enough, deadline)
        spent += 0 if table_solver else count  # a table serves many positions
    if found is not None or own is not None:
        return found, spent
    for count, ask in ((most, who_wins), (nodes, Solver.run)):
        clock = Clock(deadline, count)
        search = Solver(game, table, clock, FARTHEST)
        if theory is not None:  # then it only looks for a move that keeps it
            search.know(side(game.turn) * theory.score)
        try:
            call_on_big_stack(partial(ask, search), clock)
        except (Unplayable, MemoryError):
            return None, spent + clock.nodes
        spent += clock.nodes
        if search.final or told(search) is None:
            break
    if search.lower > search.upper:
        return None, spent
    if search.final:
        return value_of(game, search.score, tuple(search.line()), SEARCH), spent
    return half_proven(game, search), spent


def by_own_search(game: Game, own: OwnSolver, most: int, deadline: float) -> tuple[Value | None, int]:
    """Return what the game's own search finds, with a move that keeps it, and the positions visited.

    The value is None if it finds nothing. A lost seat has no such move if the distance is unknown.
    """
    clock, theory = Clock(deadline, most), theory_of(game)
    score = own_outcome(own, game, clock) if theory is None else theory.score
    if score is None:
        return None, clock.nodes
    if (exact := as_exact(own)) is not None:
        whole = OwnSearch(game, exact, Clock(deadline, most // SHARE))
        whole.run()
        clock.nodes += whole.clock.nodes
        if whole.final:
            return value_of(game, whole.score, tuple(whole.line()), how_of(own, SEARCH)), clock.nodes
    mine = side(game.turn) * score
    best = None if mine < 0 else keeping_move(own, game, mine, clock)
    if theory is not None and best is None:
        return None, clock.nodes  # no more than theory says
    return settled(score, line=() if best is None else (game.text(best),), how=how_of(own, SEARCH)), clock.nodes


def near_end(game: Game, table: Table, clock: Clock) -> Value | None:
    """Return the value of a position with a near end: the soonest, by iterative deepening.

    Returns None if there is none, and for games with points. Raises players.search.alphabeta.tree.Chance.
    """
    if game.stakes > 1:
        return None
    search = Pvs(game, table, clock)
    for depth in range(1, DEEPEST):
        search.run(depth)
        if search.final or search.depth < depth or abs(search.score) > HALF:
            break
    known = search.final or abs(search.score) > HALF
    return value_of(game, search.score, tuple(search.line()), SEARCH) if known else None


def surviving_move(game: Game, among: Iterable[int], plies: int, table: Table, clock: Clock) -> int | None:
    """Return a move of `among` after which the other seat does not win within `plies`; None if there is none.

    Raises Stop if the clock ends the search, and players.search.alphabeta.tree.Chance.
    """
    search = Pvs(game, table, clock, calm=0)
    search.leave_out(set(game.moves()).difference(among))
    search.prepare()
    found = search.root(plies + 1, -HALF - 1, -HALF)  # asks only whether a move avoids such a loss
    return search.best_move if found >= -HALF else None


def who_wins(search: Solver) -> None:
    """Find out only who wins, until the clock says stop."""
    search.prepare()
    with suppress(Stop):
        if search.lower <= HALF < search.upper:
            search.ask(HALF)
        if search.lower < -HALF <= search.upper:
            search.ask(-HALF - 1)


def told(search: Solver) -> int | None:
    """Return 1 if the search knows that the seat to move wins, -1 if it loses, 0 for a draw; None if it is unknown."""
    if search.lower > search.upper:  # the rules contradict themselves
        return None
    if search.lower > HALF or search.upper < -HALF:
        return 1 if search.lower > HALF else -1
    return 0 if -HALF <= search.lower <= search.upper <= HALF else None


def half_proven(game: Game, search: Solver) -> Value | None:
    """Return what the bounds of a stopped search prove: who wins, or None."""
    if (won := told(search)) is None:
        return None
    won_by = won * side(game.turn)
    score = won_by if game.stakes == 1 or not won else None
    line = (game.text(search.best_move),) if won > 0 else ()
    return Value(score, None, share(won_by), exactly(share(won_by)), line=line, how=SEARCH)


class AllPositions:
    """All positions of a small game with open chance or recurring positions, each with its value."""

    def __init__(self, start: Game, most: int, deadline: float):
        self.stakes = start.stakes
        self.sweep: ValueIteration | None = None
        try:
            sweep = ValueIteration(start, most)
            if sweep.run(Clock(deadline, PASSES * most)):
                self.sweep = sweep
        except (Unplayable, MemoryError, ValueError):
            pass  # then it is searched like any other game

    def points(self, game: Game) -> float | None:
        """Return the points that seat 0 can expect; None for an unknown position."""
        if self.sweep is None:
            return None
        try:
            return self.sweep.value(game)
        except UnknownPosition:
            return None

    def evaluate(self, game: Game) -> Value | None:
        """Return what the position is worth; None if unknown."""
        points = self.points(game)
        if points is None or self.sweep is None:
            return None
        if not self.sweep.has_chance:
            line = tuple(swept_line(self.sweep, game))
            return replace(swept_value(self.sweep, game), line=line, how=RETROGRADE)
        best = () if game.score() is not None else (self.sweep.best(game)[0][1],)
        return self.value(points, best)

    def choices(self, game: Game) -> dict[int, Value] | None:
        """Return what each move is worth; None if unknown."""
        if self.points(game) is None or self.sweep is None:
            return None
        return {move: self.value(points, (text,)) for move, text, points in self.sweep.moves(game)}

    def value(self, points: float, line: tuple[str, ...]) -> Value:
        """Return the Value of `points` on average."""
        sure = int(points) if abs(points) == self.stakes else None
        chance = share(points, self.stakes)
        return Value(sure, None, chance, exactly(chance), line=line, how=VALUE_ITERATION)
