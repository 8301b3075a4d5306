"""What the searches share whose scores count for the seat to move: the root, the horizon, the line expected.

What `best(depth, alpha, beta, ply)` returns is fail-soft (J. P. Fishburn, 1983): with `true` the value to that depth,

    alpha < score < beta    true == score
    score <= alpha          true <= score
    score >= beta           true >= score
"""

import sys

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
    from cython.cimports.players.search.alphabeta.score import HALF, SPAN, Score, from_root
    from cython.cimports.players.search.alphabeta.table import Table
    from cython.cimports.players.search.alphabeta.tree import Tree
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import Game
    from players.search.alphabeta.score import HALF, SPAN, Score, from_root
    from players.search.alphabeta.table import Table
    from players.search.alphabeta.tree import Tree
    from players.search.clock import Clock

    LINE = 32  # moves of the line expected, at most

from games.adapters.undo import bounds_score
from players.search.alphabeta.score import to_game_score
from players.search.clock import Stop

SLACK = cython.declare(cython.longlong, 1 << 18)  # plies, more than any game has
DEEPEST = 2_000  # plies, which take less than a megabyte of the machine's stack


class Chance(Exception):
    """The game is one of chance, which this search cannot look into."""


class Negamax(Tree):
    """One search from one position. After `run` it holds what it found, beside what every Tree does:

    score      of the best move, for the seat to move.
    found      by move (score, at_most) as the last depth that was finished had it: at_most where it may be less.
    exhausted  whether that depth met no horizon: then the scores of all moves are exact or true bounds.
    reach      plies from the root of the longest line that was looked at for that depth.
    first      the depth that it begins with; to be set before `run`.
    """

    # free_until: before that ply a seat that moves again looks as deep as before. reached: plies of the longest line up
    # to now. longest: the most plies from the root that the end of a game was met at. deepest: how far it may look.
    # limits: whether the game says what can still be scored; low, high: that. moves_noted: by ply the line expected
    # from there on, of `lengths` moves.

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
        """Find the best move by looking deeper and deeper, to `most` plies or until the clock says stop."""
        self.prepare()
        self.deepen(self.deepest if most is None else max(1, min(most, self.deepest)))

    def prepare(self):
        """Make room for deep recursion; interpreted, that limit is for all threads, and so never lowered again."""
        if not cython.compiled:
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 7 * self.deepest))

    def deepen(self, most: cython.int):
        """Search one ply deeper at a time, to `most` plies or until the score is final or the clock says stop.

        Where deeper searches cost hardly more than the last, positions recur and the game is nearly exhausted: then
        the steps grow.
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
        """Search all moves of the root to that depth, the best move so far first. Raises Stop.

        When it is stopped, the best move of those tried stands; unless it is lost, then the next one, which may not be.
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
        """Choose the move that was being searched, if the best one so far is lost."""
        if self.best_move in found and found[self.best_move][0] < -HALF:
            self.best_move, self.score = move, 0

    def finish_depth(self, depth: cython.int, start: Score):
        """Record what a search to that depth has found, before which `horizons` was `start`."""
        self.exhausted = self.horizons == start
        self.reach = self.reached
        away: Score = self.stakes - abs(self.score)  # plies to the end, where all is won or lost
        self.depth = min(depth, max(self.longest, away if away < HALF else 1)) if self.exhausted else depth
        self.final = self.exhausted or away <= depth
        value, _ = to_game_score(self.score)
        self.glimpse = (self.depth, tuple(Negamax.line(self)), value, self.reach)

    def line(self) -> list:
        """The texts of the moves expected, the best first."""
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
        """The score of the position for the seat to move. Each search writes its own."""
        raise NotImplementedError

    def after(self, move: cython.int, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        """The score of a move for the seat that makes it."""
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
        """The score of a game that is over, for whose turn it says that it is."""
        mine: Score = margin if turn == 0 else -margin
        if abs(mine) * SPAN > self.stakes:
            raise ValueError(f"{self.name} scores {margin}, beyond its stakes of {self.stakes // SPAN}")
        self.longest = max(self.longest, ply)
        return from_root(mine * SPAN, ply)

    def estimate_score(self) -> Score:
        """The estimate for the seat to move, ranked below every win and above every loss; within what can be scored."""
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
        """Write the principal variation from that ply: the move, then the line expected after it."""
        place: cython.int
        if ply < LINE:
            count: cython.int = min(self.lengths[ply + 1], LINE - 1 - ply)
            self.moves_noted[ply][0] = move
            for place in range(count):
                self.moves_noted[ply][place + 1] = self.moves_noted[ply + 1][place]
            self.lengths[ply] = count + 1

    def forget(self, ply: cython.int) -> cython.void:
        """A position at that ply is looked at: clear the principal variation from there on."""
        self.reached = max(self.reached, ply)
        if ply <= LINE:
            self.lengths[ply] = 0


@cython.cfunc
@cython.exceptval(check=False)
def same_side(turn: cython.int, other: cython.int) -> cython.bint:
    """Whether scores count alike at both turns; a game that is over may leave its turn at CHANCE, which counts as 1."""
    return (turn == 0) == (other == 0)
