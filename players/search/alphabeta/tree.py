"""What every search of a game tree has, and textbook minimax and alpha-beta: nothing but the algorithm.

These two have no table and no move ordering, and stand side by side (S. Russell, P. Norvig, "Artificial Intelligence: A
Modern Approach", 4th edition, figures 6.3 and 6.7). They are negamax: scores count for the seat to move, and change
their sign where the turn passes. Counting nodes shows what pruning saves (D. E. Knuth, R. W. Moore, "An Analysis of
Alpha-Beta Pruning", Artificial Intelligence 6, 1975).
"""

import sys

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.search.alphabeta.table import HALF, SPAN, Score, Table, from_root
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.alphabeta.table import HALF, SPAN, Score, Table, from_root
    from players.search.clock import Clock

    FINAL = (1 << 15) - 1  # the table's depth of scores that depend on no horizon
    CROWD = 1 << 24  # moves of one line and its siblings, at most
    LINE = 32  # moves of the expected line, at most

from games.adapters.undo import bounds_score, copy_to_search
from games.capabilities import counts_points, has_chance, hides_information, scale_of
from players.search.alphabeta.table import to_game_score
from players.search.clock import Stop

NOTHING = (0, (), None, 0)  # the glimpse of a search that has found nothing
SLACK = cython.declare(cython.longlong, 1 << 18)  # plies, more than any game has
DEEPEST = 2_000  # plies; they take less than a megabyte of stack


class Chance(Exception):
    """Chance moves in the game, which this search does not handle."""


class StaticEvaluation:
    """A static evaluation that replaces a game's own; `point`, `swing` and `scale` are as in Game."""

    def __init__(self, point: int = 1, swing: int = 0, scale: float = 0.0):
        self.point, self.swing, self.scale = point, swing, scale

    def estimate(self, game: Game) -> cython.int:
        """Return what the position is worth to seat 0, as Game.estimate does."""
        raise NotImplementedError


def estimate_by(game: Game, evaluation: StaticEvaluation) -> cython.int:
    """Return what the position is worth to seat 0 by `evaluation`, or by the game's own estimate with None."""
    return game.estimate() if evaluation is None else evaluation.estimate(game)


def scale_by(game: Game, evaluation: StaticEvaluation | None) -> float:
    """Return the scale of the estimates for tree search; 0 if none count there, as in `scale_of`."""
    if evaluation is None:
        return scale_of(game)
    return 0.0 if has_chance(game) or hides_information(game) or counts_points(game) else evaluation.scale


class Tree:
    """A search from one position.

    best_move   the best move found so far; at first the first move.
    depth       how many plies it has looked ahead.
    final       whether the result depends on no horizon.
    glimpse     (plies looked ahead, texts of the expected line, value for the seat to move, plies of the longest line)
                of the last finished depth, for another thread to read; NOTHING before that.
    """

    # roots: the moves to choose from, in the order of search. horizons: how often a score came from an estimate or from
    # a search cut short by one. stack: the moves of the current line and their siblings.

    def __init__(self, game: Game, table: Table | None, clock: Clock):
        self.name = type(game).__name__
        self.start = copy_to_search(game)
        self.table = table
        self.clock = clock
        self.stack = MoveList()
        self.roots = list(game.moves())
        if not self.roots:
            raise ValueError(f"{self.name} has no moves to choose from")
        self.best_move = self.roots[0]
        self.depth = self.horizons = 0
        self.evaluation = None
        self.final = False
        self.glimpse = NOTHING

    def again(self):
        """Return to the start, the best move so far first."""
        self.game = self.start.copy()
        self.stack.count = 0
        self.roots.sort(key=lambda move: move != self.best_move)

    def use(self, evaluation: StaticEvaluation) -> None:
        """Judge positions by `evaluation` instead of the game's estimate; call it before the search."""
        self.evaluation = evaluation

    def estimate(self) -> cython.int:
        """Return what the position is worth to seat 0 by the evaluation alone."""
        return estimate_by(self.game, self.evaluation)

    def leave_out(self, moves) -> None:
        """Choose from the moves not in `moves`; call it before the search. Raises ValueError if none are left."""
        self.roots = [move for move in self.roots if move not in moves]
        if not self.roots:
            raise ValueError(f"{self.name} has no other moves to choose from")
        self.best_move = self.roots[0]

    def gather(self, first: cython.int) -> cython.int:
        """Put the moves on the stack, `first` lowest if it is among them; return where they start. Raises Stop."""
        bottom: cython.int = self.stack.count
        place: cython.int
        self.game.collect(self.stack)
        if self.stack.count == bottom:
            raise RuntimeError(f"{self.name} has no moves though it is not over")
        if self.stack.count > CROWD:
            raise Stop
        self.clock.count_listed(self.stack.count - bottom)
        for place in range(bottom, self.stack.count):
            if self.stack.at(place) == first:
                self.stack.swap(bottom, place)
        return bottom


class Negamax(Tree):
    """One search from one position. After `run` it holds its results, besides what every Tree holds.

    `best(depth, alpha, beta, ply)` returns a fail-soft score (J. P. Fishburn, 1983): with `true` the value to that
    depth,

        alpha < score < beta    true == score
        score <= alpha          true <= score
        score >= beta           true >= score

    score      of the best move, for the seat to move.
    found      for each move (score, at_most) by the last finished depth; at_most if the score is an upper bound.
    exhausted  whether that depth met no horizon: then the scores of all moves are exact or true bounds.
    reach      plies from the root of the longest line searched for that depth.
    first      the depth to begin with; set it before `run`.
    """

    # free_until: before this ply a second move in a row costs no depth. reached: plies of the longest line so far.
    # longest: plies from the root to the farthest end of a game. deepest: the largest depth. limits: whether the game
    # bounds its score; low, high: the bounds. moves_noted: at each ply the expected line from there on, of `lengths`
    # moves.

    def __init__(self, game: Game, table: Table | None, clock: Clock, deepest: int = DEEPEST):
        Tree.__init__(self, game, table, clock)
        self.stakes = game.stakes * SPAN
        self.score = self.longest = self.reach = self.reached = 0
        self.deepest, self.first, self.free_until = deepest, 1, 0
        self.limits = bounds_score(game)
        self.found = {}
        self.exhausted = False
        if not cython.compiled:
            self.moves_noted = [[0] * LINE for _ in range(LINE)]
            self.lengths = [0] * (LINE + 1)

    def run(self, most=None) -> None:
        """Find the best move by iterative deepening, to `most` plies or until the clock says stop."""
        self.prepare()
        self.deepen(self.deepest if most is None else max(1, min(most, self.deepest)))

    def prepare(self):
        """Make room for deep recursion; interpreted, the limit holds for all threads, and is never lowered again."""
        if not cython.compiled:
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 7 * self.deepest))

    def deepen(self, most: cython.int):
        """Search one ply deeper at a time, to `most` plies or until the score is final or the clock says stop.

        If a deeper search costs hardly more than the last, positions recur and the game is nearly exhausted: then the
        steps grow.
        """
        spent: Score = 0
        depth: cython.int = min(self.first, most)
        step: cython.int = 1
        try:
            while not self.final:
                start: Score = self.clock.nodes
                self.look(depth)
                if depth == most:
                    break
                nodes: Score = self.clock.nodes - start
                step = step + 1 if 8 * nodes < 9 * spent else 1
                depth = min(most, depth + step)
                spent = nodes
        except Stop:
            pass

    def look(self, depth: cython.int):
        """Search all root moves to `depth`, the best so far first. Raises Stop.

        If stopped, the best move so far stands, unless it loses: then the next one, which may not.
        """
        start: Score = self.horizons
        alpha: Score = -2 * self.stakes
        found: dict = {}
        move: cython.int
        self.reached = 0
        self.again()
        try:
            for move in self.roots:
                score: Score = self.after(move, depth, alpha, 2 * self.stakes, 0)
                found[move] = (score, score <= alpha)
                if score > alpha:
                    alpha = self.score = score
                    self.best_move = move
                    self.note(0, move)
        except Stop:
            self.on_stop(found, move)
            raise
        self.found = found
        self.finish_depth(depth, start)

    def on_stop(self, found: dict, move: cython.int):
        """Choose the move under search if the best one so far loses."""
        if self.best_move in found and found[self.best_move][0] < -HALF:
            self.best_move, self.score = move, 0

    def finish_depth(self, depth: cython.int, start: Score):
        """Record the result of a search to `depth`; `start` is the count of horizons before it."""
        self.exhausted = self.horizons == start
        self.reach = self.reached
        away: Score = self.stakes - abs(self.score)  # plies to the end, where all is won or lost
        self.depth = min(depth, max(self.longest, away if away < HALF else 1)) if self.exhausted else depth
        self.final = self.exhausted or away <= depth
        value, _ = to_game_score(self.score)
        self.glimpse = (self.depth, tuple(Negamax.line(self)), value, self.reach)

    def line(self) -> list:
        """Return the texts of the expected moves, the best first."""
        game: Game = self.start.copy()
        place: cython.int
        texts: list = [game.text(self.best_move)]
        if self.lengths[0] and self.moves_noted[0][0] == self.best_move:
            game.apply(self.best_move)
            for place in range(1, self.lengths[0]):
                texts.append(game.text(self.moves_noted[0][place]))
                game.apply(self.moves_noted[0][place])
        return texts

    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        """Return the score of the position for the seat to move."""
        raise NotImplementedError

    def after(self, move: cython.int, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        mover: cython.int = self.game.turn
        score: Score
        self.game.apply(move)
        if same_side(self.game.turn, mover):
            score = self.best(depth - (ply >= self.free_until), alpha, beta, ply + 1)
        else:
            score = -self.best(depth - 1, -beta, -alpha, ply + 1)
        self.game.revert(move)
        return score

    def final_score(self, margin: cython.int, turn: cython.int, ply: cython.int) -> Score:
        """Return the score of a game that is over, for the seat to move `turn`."""
        mine: Score = margin if turn == 0 else -margin
        if abs(mine) * SPAN > self.stakes:
            raise ValueError(f"{self.name} scores {margin}, beyond its stakes of {self.stakes // SPAN}")
        self.longest = max(self.longest, ply)
        return from_root(mine * SPAN, ply)

    def estimate_score(self) -> Score:
        """Return the estimate for the seat to move, between all losses and all wins, within the score's bounds."""
        self.horizons += 1
        estimate: Score = self.estimate()
        estimate = max(1 - HALF, min(HALF - 1, estimate))
        if self.game.turn != 0:
            estimate = -estimate
        if self.limits:
            self.bound_score(0)
            estimate = max(self.low, min(self.high, estimate))
        return estimate

    def bound_score(self, ply: cython.int):
        """Set low and high to bounds of the score for the seat to move; a decided game may still last SLACK plies."""
        self.low, self.high = self.game.at_least() * SPAN, self.game.at_most() * SPAN
        if self.game.turn != 0:
            self.low, self.high = -self.high, -self.low
        self.low += ply + 1 if self.low < 0 else -SLACK if self.low > 0 else 0
        self.high -= ply + 1 if self.high > 0 else -SLACK if self.high < 0 else 0
        return 0

    def note(self, ply: cython.int, move: cython.int) -> cython.void:
        """Record the principal variation at `ply`: the move, then the expected line after it."""
        place: cython.int
        if ply < LINE:
            count: cython.int = min(self.lengths[ply + 1], LINE - 1 - ply)
            self.moves_noted[ply][0] = move
            for place in range(count):
                self.moves_noted[ply][place + 1] = self.moves_noted[ply + 1][place]
            self.lengths[ply] = count + 1

    def forget(self, ply: cython.int) -> cython.void:
        """Clear the principal variation from `ply` on, where a new position begins."""
        self.reached = max(self.reached, ply)
        if ply <= LINE:
            self.lengths[ply] = 0


@cython.cfunc
@cython.exceptval(check=False)
def same_side(turn: cython.int, other: cython.int) -> cython.bint:
    """Return whether scores count for the same side at both turns; a finished game may leave its turn at CHANCE."""
    return (turn == 0) == (other == 0)


class Minimax(Negamax):
    """Searches every line."""

    def __init__(self, game: Game, clock: Clock, deepest: int = DEEPEST):
        Negamax.__init__(self, game, None, clock, deepest)

    def look(self, depth: cython.int):
        Negamax.look(self, depth)
        self.found = {move: (score, False) for move, (score, _) in self.found.items()}

    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        game: Game = self.game
        self.clock.tick()
        self.forget(ply)
        if game.value() != ONGOING:
            return self.final_score(game.value(), game.turn, ply)
        if depth == 0:
            return self.estimate_score()
        mover: cython.int = game.turn
        if mover == CHANCE:
            raise Chance(self.name)
        best: Score = -2 * self.stakes
        bottom: cython.int = self.gather(-1)
        place: cython.int
        for place in range(bottom, self.stack.count):
            game.apply(self.stack.at(place))
            score: Score = self.best(depth - 1, alpha, beta, ply + 1)
            score = score if same_side(game.turn, mover) else -score
            game.revert(self.stack.at(place))
            if score > best:
                best = score
                self.note(ply, self.stack.at(place))
        self.stack.count = bottom
        return best


class AlphaBeta(Negamax):
    """Skips lines that cannot matter: alpha is what the seat to move has for sure, beta what the other allows."""

    def __init__(self, game: Game, clock: Clock, deepest: int = DEEPEST):
        Negamax.__init__(self, game, None, clock, deepest)

    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        game: Game = self.game
        self.clock.tick()
        self.forget(ply)
        if game.value() != ONGOING:
            return self.final_score(game.value(), game.turn, ply)
        if depth == 0:
            return self.estimate_score()
        if game.turn == CHANCE:
            raise Chance(self.name)
        best: Score = -2 * self.stakes
        bottom: cython.int = self.gather(-1)
        place: cython.int
        for place in range(bottom, self.stack.count):
            score: Score = self.after(self.stack.at(place), depth, max(alpha, best), beta, ply)
            if score > best:
                best = score
                self.note(ply, self.stack.at(place))
            if best >= beta:
                break
        self.stack.count = bottom
        return best
