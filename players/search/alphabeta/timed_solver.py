"""A game's own search for a position's exact worth, in parts, so that a clock can stop it."""

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from games.capabilities import ExactSolver, OwnSolver, as_bound
from games.game import Game
from players.search.alphabeta.table import HALF, SPAN
from players.search.clock import Clock, hurried

PART = 20_000  # positions of the first part; each part starts again and is twice as large as the last
LINE = 32  # moves of the expected line, at most

Answer = TypeVar("Answer")


def own_outcome(solver: OwnSolver, game: Game, clock: Clock) -> int | None:
    """Return what seat 0 wins with best play; None if the clock leaves too little time or too few positions."""
    score = game.score()
    return ask(solver, solver.outcome, game, clock) if score is None else score


def ask(solver: OwnSolver, question: Callable[[Game, int], Answer | None], game: Game, clock: Clock) -> Answer | None:
    """Return the solver's answer; None if the clock leaves too little time or too few positions for it.

    The solver knows no clock. So each part is as large as the time allows, by the speed so far.
    """
    found, part, start, first = None, PART, monotonic(), solver.nodes
    while found is None and monotonic() < clock.deadline and clock.nodes < clock.budget and not hurried():
        before = solver.nodes
        found = question(game, min(part, clock.budget - clock.nodes))
        clock.nodes += solver.nodes - before
        now = monotonic()
        in_time = (solver.nodes - first) * (clock.deadline - now) / max(now - start, 1e-6)
        part = int(min(2 * part, max(1.0, in_time)))
    return found


def gets_at_least(solver: OwnSolver, game: Game, score: int, clock: Clock) -> bool | None:
    """Return whether seat 0 gets at least `score` with best play; None if the clock leaves too little time."""
    bound = as_bound(solver)
    if bound is None or game.score() is not None:
        found = own_outcome(solver, game, clock)
        return None if found is None else found >= score
    return ask(solver, lambda position, nodes: bound.gets_at_least(position, score, nodes), game, clock)


def own_bounds(solver: OwnSolver, game: Game, clock: Clock) -> tuple[int, int]:
    """Return the least and the most that the seat to move gets with best play; equal if there was time enough.

    In a game of wins and losses a draw may be decided sooner than the result, which gets half of the time that is left
    then.
    """
    turn = game.turn
    if as_bound(solver) is None or game.stakes > 1:
        found = own_outcome(solver, game, clock)
        return (-game.stakes, game.stakes) if found is None else (found, found) if turn == 0 else (-found, -found)
    draws = gets_at_least(solver, game, turn, clock)
    if draws is None:
        return -1, 1
    if draws == (turn == 1):
        return -1, -1
    part = clock.share(2)
    wins = gets_at_least(solver, game, 1 - turn, part)
    clock.join()
    return (0, 1) if wins is None else (1, 1) if wins == (turn == 0) else (0, 0)


def keeping_move(solver: OwnSolver, game: Game, mine: int, clock: Clock, first: int | None = None) -> int | None:
    """Return a move after which the seat to move still gets at least `mine`; None if the clock ended the search.

    first  the move to look at before the others.
    """
    for move in sorted(game.moves(), key=lambda each: each != first):
        twin = game.copy()
        twin.make(move)
        part = clock.share(2)  # otherwise one long search would leave no time for other moves
        found = gets_at_least(solver, twin, mine if game.turn == 0 else 1 - mine, part)
        clock.join()
        if found is not None and found == (game.turn == 0):
            return move
    return None


class OwnSearch:
    """The exact score of one position by the game's own search, with the attributes of a Solver."""

    shallow = False

    def __init__(self, game: Game, solver: ExactSolver, clock: Clock):
        self.game, self.solver, self.clock = game.copy(), solver, clock
        self.upper = SPAN - 1
        self.lower, self.score, self.final = -self.upper, 0, False
        self.best_move: int = game.moves()[0]
        self.depth = 0

    def run(self) -> None:
        """Find the score and a best move, until the clock says stop; call it again to go on."""
        found = ask(self.solver, self.solver.exact, self.game, self.clock)
        best = None if found is None else ask(self.solver, self.solver.best, self.game, self.clock)
        if found is not None and best is not None:
            mine, plies = found[0] if self.game.turn == 0 else -found[0], found[1] or 0
            self.score = self.lower = self.upper = mine * (SPAN - plies)
            self.best_move, self.final, self.depth = best, True, plies

    def line(self) -> list[str]:
        """Return the texts of the expected moves, the best first, as far as the clock leaves time for them."""
        twin, texts = self.game.copy(), [self.game.text(self.best_move)]
        twin.make(self.best_move)
        while twin.score() is None and len(texts) < LINE:
            best = ask(self.solver, self.solver.best, twin, self.clock)
            if best is None:
                break
            texts.append(twin.text(best))
            twin.make(best)
        return texts

    def settle(self) -> None:
        """Find the winner, not the distance, until the clock says stop."""
        found = ask(self.solver, self.solver.outcome, self.game, self.clock)
        if found is not None:
            mine = found if self.game.turn == 0 else -found
            self.lower = max(self.lower, HALF + 1 if mine > 0 else 0 if mine == 0 else self.lower)
            self.upper = min(self.upper, -HALF - 1 if mine < 0 else 0 if mine == 0 else self.upper)
