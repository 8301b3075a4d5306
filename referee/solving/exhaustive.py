"""Exact values of a position and its moves, for open games without chance; and values for open dice.

Alpha-beta and proof numbers search in turns: which is quicker depends on the game, and nothing tells beforehand. Each
turn has twice as many positions as the last, and what one finds the other takes as known. In most games alpha-beta is
quicker, by far if moves are ranked well. So proof numbers get a quarter of the positions, which takes about a tenth of
the time.

A search goes to the end. If positions recur, so that play may never end, all reachable positions are valued instead.
Play that never ends is a draw.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from games.base.rule_values import text_of
from games.capabilities import as_exact, how_of, solver_of
from games.game import CHANCE, Game
from players.player import Unplayable
from players.search.alphabeta.solver import ProofNumbers, Solver
from players.search.alphabeta.table import Table, entries_for, to_game_score
from players.search.alphabeta.timed_solver import OwnSearch
from players.search.alphabeta.tree import Chance
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock, Stop
from players.search.values.recurrence import LONGEST, ends_at_random, positions_recur
from players.search.values.value_iteration import RETROGRADE, VALUE_ITERATION, UnknownPosition, ValueIteration
from referee.drawing.progress import meter
from referee.solving.value import Value, settled, side

if TYPE_CHECKING:
    from collections.abc import Callable

PART = 1 << 17  # positions of the first turn
SHARE = 4  # proof numbers get 1 / SHARE of the positions
SEARCH, PROVEN = "exhaustive search", "proof numbers and exhaustive search"
FEW = 200_000  # positions to value in a game that is too long for a search
ENDLESS = 1_000_000  # positions to search if no random game ends
LINE = 32  # moves of the expected line, at most
Search = Solver | OwnSearch
CONTRADICTION = "what its positions are worth does not fit together: do its rules keep games.laws?"
Found = TypeVar("Found")
PACE = 0.1  # seconds between two drawings of the bar


class Turns:
    """The proofs of one game's positions, which share a table of `entries`.

    decided  whether a proof has found something before any other search.
    """

    def __init__(self, entries: int, clock: Clock):
        self.table, self.clock = Table(entries), clock
        self.decided = False

    def settle(self, game: Game, search: Solver) -> None:
        """Find the winner and the margin, not the distance, until the clock says stop."""
        part = PART
        while (margin := search.question()) is not None and not search.shallow and not self.clock.is_over():
            self.limited(part, search.settle)
            if search.question() == margin and not search.shallow and not self.clock.is_over():
                self.prove(game, search, margin, part // SHARE)
            part *= 2

    def prove(self, game: Game, search: Solver, margin: int, part: int) -> None:
        """Ask by proof numbers whether the seat to move gets more than `margin`."""
        proof = ProofNumbers(game, self.table, self.clock, margin + 1 if game.turn == 0 else -margin, FARTHEST)
        self.limited(part, proof.run)
        if proof.proven is not None:
            search.learn(margin, proof.proven == (game.turn == 0), proof.best_move)
            self.decided = True

    def limited(self, part: int, run: Callable[[], None]) -> None:
        """Call `run` with a limit of `part` positions on the same clock, so that stopping the clock stops it."""
        budget = self.clock.budget
        self.clock.budget = min(budget, self.clock.nodes + part)
        try:
            run()
        finally:
            self.clock.budget = budget


def fits(game: Game) -> bool:
    """Return whether proof numbers may be tried: only the winner counts, and a position's worth has no past."""
    return game.stakes == 1 and not game.looks_back and bool(game.key())


class Contradiction(Unplayable):
    """The values found contradict each other."""

    def __init__(self) -> None:
        super().__init__(CONTRADICTION)


def reached(search: Search) -> None:
    """Raise Unplayable if the search cannot reach the end of the game, or contradicts itself."""
    if search.shallow:
        raise Unplayable(f"it goes on for more than {FARTHEST:,} plies")
    if search.lower > search.upper:
        raise Contradiction


def value_of(game: Game, score: int, line: tuple[str, ...] = (), how: str = "") -> Value:
    """Return the value to seat 0 of a search's score for the seat to move."""
    margin, plies = to_game_score(score)
    return settled(side(game.turn) * margin, plies, line, how)


def swept_value(sweep: ValueIteration, game: Game) -> Value:
    """Return the value of a position by the values of all positions of a game without chance."""
    return settled(int(sweep.value(game)), sweep.distance(game))


def swept_line(sweep: ValueIteration, game: Game) -> list[str]:
    """Return the texts of the best moves from here on, LINE at most: play may never end."""
    twin, line = game.copy(), list[str]()
    while twin.score() is None and len(line) < LINE:
        move, text, _ = sweep.best(twin)[0]
        line.append(text)
        twin.make(move)
    return line


class Exhaustion:
    """The search of a position and of what follows each of its moves, by one table; or the values of all positions.

    root     the search of the position itself.
    sweep    the values of all positions, instead of searches; None if there are only these.
    current  the move being looked at; None if none is.
    moves    the known values of moves: first the winner and the margin of each, then the distance.
    solved   how many moves are wholly solved.
    line     the texts of the expected moves, the best first, LINE at most.
    """

    def __init__(self, game: Game, entries: int, clock: Clock):
        self.game, self.clock, self.own = game, clock, as_exact(solver_of(game))
        self.turns = Turns(entries // SHARE, clock) if self.own is None and fits(game) else None
        self.table = Table(entries - entries // SHARE if self.turns else entries)
        self.root = self.search(game)
        self.sweep = ValueIteration(game) if self.own is None and positions_recur(game) else None
        self.refusal: Unplayable | None = None  # why the first way to solve it failed
        self.current: int | None = None
        self.moves: dict[int, Value] = {}
        self.solved = 0
        self.line: list[str] = []

    def search(self, game: Game) -> Search:
        """Return a search of the position, not yet run: the game's own if it has one."""
        if self.own is not None:
            return OwnSearch(game, self.own, self.clock)
        return Solver(game, self.table, self.clock, FARTHEST)

    def run(self) -> None:
        """Solve the position, then its moves, and follow the best ones, until the clock says stop; may be called again.

        Raises Chance, and Unplayable if there are too many positions or plies.
        """
        with suppress(Stop):
            self.in_turn(self.sweep_all, self.search_all)

    def solve_position(self) -> Value:
        """Return what the position itself is worth. Raises Stop, and what `run` does."""
        return self.in_turn(lambda sweep: swept_value(sweep, self.game), lambda: self.solve(self.game, self.root))

    def in_turn(self, sweep: Callable[[ValueIteration], Found], search: Callable[[], Found]) -> Found:
        """Return the result of `sweep` or `search`: the one that suits the game, or the other if it is too large."""
        try:
            if self.sweep is None:
                return search()
            whole = self.sweep.run(self.clock)
            if self.sweep.has_chance:
                raise Chance(type(self.game).__name__)
            if not whole:
                raise Stop
            return sweep(self.sweep)
        except Contradiction:
            raise
        except UnknownPosition:
            raise Contradiction from None
        except Unplayable as refusal:
            if self.refusal is not None:
                raise self.refusal from None
            self.refusal = refusal
            self.sweep = ValueIteration(self.game, FEW) if self.sweep is None else None
            return self.in_turn(sweep, search)

    def sweep_all(self, sweep: ValueIteration) -> None:
        """Take the values of the position and of its moves, and follow the best ones."""
        for move in self.game.moves():
            self.moves[move] = self.after(move, lambda game: swept_value(sweep, game))
        self.solved, self.line = len(self.moves), swept_line(sweep, self.game)

    def search_all(self) -> None:
        """Search the position, then its moves, and follow the best ones. Raises Stop."""
        moves = self.game.moves()
        self.solve(self.game, self.root)
        for move in moves[len(self.moves) :]:
            self.moves[move] = self.after(move, lambda game: self.settle(game, self.search(game)))
        self.follow()
        for move in moves[self.solved :]:
            self.moves[move] = self.after(move, lambda game: self.solve(game, self.search(game)))
            self.solved += 1
        self.current = None
        if self.value() != max(self.moves.values(), key=lambda each: each.seen_by(self.game.turn).rank()):
            raise Contradiction

    def solve(self, game: Game, search: Search) -> Value:
        """Return the value that the search finds. Raises Stop and Unplayable."""
        self.find_winner(game, search)
        search.run()
        reached(search)
        if not search.final:
            raise Stop
        return value_of(game, search.score)

    def settle(self, game: Game, search: Search) -> Value:
        """Return the value without the distance, which may take far longer. Raises Stop and Unplayable."""
        self.find_winner(game, search)
        search.settle()
        reached(search)
        if to_game_score(search.lower)[0] < to_game_score(search.upper)[0]:
            raise Stop
        return replace(value_of(game, search.lower), distance=None)

    def find_winner(self, game: Game, search: Search) -> None:
        """Let proof numbers help to find the winner if they may be tried."""
        if self.turns is not None and isinstance(search, Solver):
            self.turns.settle(game, search)

    def after(self, move: int, find: Callable[[Game], Value]) -> Value:
        """Return the value of a move by `find`. Raises what `find` raises, and Chance."""
        self.current = move
        game = self.game.copy()
        game.make(move)
        score = game.score()
        if score is not None:
            return settled(score, 1 if score else None)
        if game.turn == CHANCE:
            raise Chance(type(game).__name__)
        found = find(game)
        return found if found.distance is None else replace(found, distance=found.distance + 1)

    def follow(self) -> None:
        """Play on from the position by the best moves. Raises Stop."""
        self.current, self.line = None, []
        game, search = self.game.copy(), self.root
        while True:
            self.line.append(text_of(game, search.best_move))
            game.make(search.best_move)
            if game.score() is not None or len(self.line) == LINE:
                return
            search = self.search(game)
            self.solve(game, search)

    def positions(self) -> int:
        """Return how many positions it has visited, or valued."""
        return self.clock.nodes if self.sweep is None else self.sweep.positions

    def method(self) -> str:
        """Return how it found its results, in words."""
        if self.sweep is not None:
            return RETROGRADE
        if self.own is not None:
            return how_of(self.own, SEARCH)
        return PROVEN if self.turns is not None and self.turns.decided else SEARCH

    def value(self) -> Value | None:
        """Return what the position is worth; None while unknown."""
        if self.sweep is not None:
            return swept_value(self.sweep, self.game) if self.moves else None
        return value_of(self.game, self.root.lower) if self.root.lower == self.root.upper else None

    def bounds(self) -> tuple[int, int]:
        """Return what the first seat wins at least and at most."""
        if self.sweep is not None:
            return -self.game.stakes, self.game.stakes
        ends = [side(self.game.turn) * to_game_score(end)[0] for end in (self.root.lower, self.root.upper)]
        return min(ends), max(ends)

    def found(self) -> dict[str, Any]:
        """Return what is known, as JSON's types. Raises Unplayable if the values contradict each other."""
        moves, whole = self.game.moves(), self.value()
        solved = self.solved == len(moves)
        if solved and whole is None:
            raise Contradiction
        found: dict[str, Any] = {"solved": solved} | as_dict(self.game, whole)
        if not solved:
            found["at_least"], found["at_most"] = self.bounds()
        rows = [(move, self.moves[move]) for move in moves if move in self.moves]
        return found | {"moves": moves_as_dicts(self.game, rows, whole), "line": self.line}


def by_search(
    game: Game, memory: int, seconds: float | None, tell: Callable[[Exhaustion], None]
) -> tuple[dict[str, Any], bool]:
    """Return the result of an exhaustive search with a table of `memory` megabytes, and whether Ctrl-C cut it short.

    The result is of JSON's types; `solved` says whether the search finished. `tell` gets the search now and then.
    Raises Chance, Unplayable, Contradiction and MemoryError.
    """
    start = monotonic()
    before = game.moves()
    limit = None if ends_at_random(game) else ENDLESS
    if game.moves() != before:  # moves made in its copies have changed it
        raise Contradiction
    clock = Clock(math.inf if seconds is None else start + seconds, limit)
    search = Exhaustion(game, entries_for(memory), clock)
    stopped = False
    try:
        call_on_big_stack(search.run, clock, lambda: tell(search))
    except KeyboardInterrupt:
        stopped = True
    if limit is not None and clock.nodes >= limit and not stopped:
        raise Unplayable(
            f"it may go on for ever: no random game ends in {LONGEST} moves, and {limit:,} positions did not suffice"
        )
    spent = {"positions": search.positions(), "seconds": monotonic() - start, "method": search.method()}
    return search.found() | spent | {"cached": False}, stopped


def as_dict(game: Game, found: Value | None) -> dict[str, Any]:
    """Return what the position is worth, as JSON's types."""
    value, distance = (None, None) if found is None else (found.score, found.distance)
    return {"value": value, "distance": distance, "chance": chance(game, value)}


def moves_as_dicts(game: Game, rows: list[tuple[int, Value]], whole: Value | None) -> list[dict[str, Any]]:
    """Return what each move is worth, as JSON's types; the best keep the position's value."""
    return [
        {"move": text_of(game, move), "value": found.score, "distance": found.distance, "best": found == whole}
        for move, found in rows
    ]


def chance(game: Game, value: float | None) -> float | None:
    """Return the first seat's share of games won, draws half; None if there is more to win than the game."""
    return (1 + value) / 2 if value is not None and game.stakes == 1 else None


def by_sweep(game: Game, seconds: float | None) -> dict[str, Any]:
    """Return what value iteration finds, as JSON's types; `solved` says whether there was time for it."""
    end = math.inf if seconds is None else monotonic() + seconds
    sweep = ValueIteration(game)
    with meter() as told:
        while not (solved := sweep.run(Clock(min(end, monotonic() + PACE)))) and monotonic() < end:
            told(f"{sweep.positions:,} positions", None)
    found = {"solved": solved, "method": VALUE_ITERATION, "positions": sweep.positions}
    if not solved:
        return found
    texts = [text for _, text, _ in sweep.best(game)] if game.turn != CHANCE else []
    after = {text: value for _, text, value in sweep.moves(game)}
    value = {"value": sweep.value(), "chance": chance(game, sweep.value())}
    return found | value | {"best": texts, "moves": after}
