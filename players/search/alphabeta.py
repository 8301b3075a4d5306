"""Alpha-beta search with a transposition table, by iterative deepening.

What `best(depth, alpha, beta)` returns is fail-soft (J. P. Fishburn, 1983): with `true` the value to that depth,

    alpha < score < beta    true == score
    score <= alpha          true <= score
    score >= beta           true >= score
"""

import sys

import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.score import HALF, SPAN, Score, from_root
    from cython.cimports.players.search.table import AT_LEAST, AT_MOST, EXACT, Table
    from cython.cimports.players.search.tree import FINAL, Tree
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.clock import Clock
    from players.search.score import HALF, SPAN, Score, from_root
    from players.search.table import AT_LEAST, AT_MOST, EXACT, Table
    from players.search.tree import FINAL, Tree

from players.search.clock import Stop

DEEPEST = cython.declare(cython.int, 2_000)  # plies; each takes some 400 bytes of the machine's stack
LINE = cython.declare(cython.int, 32)  # moves of the line expected, at most


class Chance(Exception):
    """The game is one of chance, which this search cannot look into."""


@cython.cclass
class AlphaBeta(Tree):
    """One search from one position. After `run` the fields below hold what it found."""

    score = cython.declare(Score, visibility="readonly")
    stakes: Score
    longest: cython.int  # the most plies from the root that the end of a game was met at

    def __init__(self, game: Game, table: Table, clock: Clock):
        Tree.__init__(self, game, table, clock)
        self.stakes = game.stakes * SPAN
        self.score = self.longest = 0

    def run(self, most=None) -> None:
        """Find the best move: of all lines to `most` plies, or with None of as many as the clock leaves time for.

        With None it first spends a quarter of the clock on searching the game to its end: small games are solved so,
        and what it learns stays in the table. Then, or with `most`, it searches deeper and deeper.
        """
        if not cython.compiled:  # never lowered again: another thread may be searching
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 5 * DEEPEST))
        if most is None:
            self.exhaust()
        self.deepen(DEEPEST if most is None else max(1, min(most, DEEPEST)))

    def exhaust(self):
        """Search to the end of the game within a quarter of what the clock has left; all or nothing."""
        whole: Clock = self.clock
        before = self.best_move, self.score
        self.clock = whole.share(4)
        if self.clock.budget == 0:
            self.clock = whole
            return
        try:
            self.look(DEEPEST)
        except Stop:
            self.best_move, self.score = before
        whole.nodes += self.clock.nodes
        self.clock = whole

    def deepen(self, most: cython.int):
        """Search one ply deeper at a time, to `most` plies or until the score is final or the clock says stop.

        Where a deeper search costs less than twice the last, positions recur and the game is nearly exhausted: then
        the depth is doubled.
        """
        spent: Score = 0
        depth: cython.int = 1
        try:
            while not self.final:
                start: Score = self.clock.nodes
                self.look(depth)
                if depth == most:
                    break
                nodes: Score = self.clock.nodes - start
                depth = min(most, depth + 1 if nodes > 2 * spent else 2 * depth)
                spent = nodes
        except Stop:
            pass

    def look(self, depth: cython.int):
        """Search all moves of the root to that depth, the best move so far first. Raises Stop.

        When it is stopped, the best move of those tried stands; unless it is lost, then the next one, which may not be.
        """
        alpha: Score = -2 * self.stakes
        start: Score = self.horizons
        self.again()
        move: cython.int
        try:
            for move in self.roots:
                score: Score = self.after(move, depth, alpha, 2 * self.stakes, 0)
                if score > alpha:
                    alpha = self.score = score
                    self.best_move = move
        except Stop:
            if -2 * self.stakes < alpha < -HALF:
                self.best_move, self.score = move, 0
            raise
        self.depth = depth if self.horizons > start else min(depth, self.longest)
        away: Score = self.stakes - abs(alpha)  # plies to the end, where all is won or lost
        self.final = self.horizons == start or away <= depth

    def line(self) -> list:
        """The texts of the moves expected, the best first, as far as the table knows them."""
        game: Game = self.start.copy()
        move: cython.int = self.best_move
        score: Score = self.score
        texts: list = []
        while move >= 0 and len(texts) < LINE:
            texts.append(game.text(move))
            mover: cython.int = game.turn
            game.make(move)
            score = score if same_side(game.turn, mover) else -score
            move = -1 if game.value() != ONGOING else self.keeper(game, score, len(texts))
        return texts

    @cython.cfunc
    def keeper(self, game: Game, score: Score, ply: cython.int) -> cython.int:
        """The first move that keeps the score, by what the table knows exactly of the positions after it; else -1.

        The table's own moves will not do: positions that mirror each other may share a key.
        """
        move: cython.int
        for move in game.moves():
            child: Game = game.copy()
            child.make(move)
            found: Score = 0
            if child.value() != ONGOING:
                found = self.ended(child.value(), child.turn, ply + 1)
            elif self.table.find(child.key()) and self.table.bound == EXACT:
                found = from_root(self.table.score, ply + 1)
            else:
                continue
            if score == (found if same_side(child.turn, game.turn) else -found):
                return move
        return -1

    @cython.cfunc
    def after(self, move: cython.int, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        """The score of a move for the seat that makes it."""
        mover: cython.int = self.game.turn
        score: Score
        self.game.make(move)
        if same_side(self.game.turn, mover):
            score = self.best(depth - 1, alpha, beta, ply + 1)
        else:
            score = -self.best(depth - 1, -beta, -alpha, ply + 1)
        self.game.unmake(move)
        return score

    @cython.cfunc
    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        """The score of the position for the seat to move."""
        self.clock.tick()
        margin: cython.int = self.game.value()
        if margin != ONGOING:
            self.longest = max(self.longest, ply)
            return self.ended(margin, self.game.turn, ply)
        if self.game.turn == CHANCE:
            raise Chance(self.name)
        if depth == 0:
            self.horizons += 1
            return self.guess()
        soonest: Score = self.stakes - (ply + 1)
        if soonest <= alpha:
            return soonest
        key: cython.ulonglong = self.game.key()
        first: cython.int = -1
        if self.table.find(key):
            first = self.table.move
            score: Score = from_root(self.table.score, ply)
            if self.settles(score, depth, alpha, beta):
                return score
        return self.widest(depth, alpha, beta, ply, key, first)

    @cython.cfunc
    def widest(
        self,
        depth: cython.int,
        alpha: Score,
        beta: Score,
        ply: cython.int,
        key: cython.ulonglong,
        first: cython.int,
    ) -> Score:
        """The score by trying the moves, that one first, until one is too good to be allowed; kept in the table."""
        start: Score = self.horizons
        bottom: cython.int = self.gather(first)
        best: Score = -2 * self.stakes
        chosen: cython.int = -1
        place: cython.int
        for place in range(bottom, self.stack.count):
            move: cython.int = self.stack.at(place)
            score: Score = self.after(move, depth, max(alpha, best), beta, ply)
            if score > best:
                best, chosen = score, move
            if best >= beta:
                break
        self.stack.count = bottom
        bound: cython.int = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        reach: cython.int = FINAL if self.horizons == start else depth
        self.table.store(key, from_root(best, -ply), chosen, reach, bound)
        return best

    @cython.cfunc
    def settles(self, score: Score, depth: cython.int, alpha: Score, beta: Score) -> cython.bint:
        """Whether what the table holds, its score counted from here, answers this search."""
        bound: cython.int = self.table.bound
        if not (bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)):
            return False
        if self.table.depth == FINAL:
            return True
        # A proven win is one to any depth; how soon it comes, or by how much it wins, is known to that depth only.
        if (bound != AT_MOST and score >= beta and score > HALF) or (
            bound != AT_LEAST and score <= alpha and score < -HALF
        ):
            return True
        if self.table.depth < depth:
            return False
        self.horizons += 1
        return True

    @cython.cfunc
    def ended(self, margin: cython.int, turn: cython.int, ply: cython.int) -> Score:
        """The score of a game that is over, for whose turn it says that it is."""
        mine: Score = margin if turn == 0 else -margin
        if abs(mine) * SPAN > self.stakes:
            raise ValueError(f"{self.name} scores {margin}, beyond its stakes of {self.stakes // SPAN}")
        return from_root(mine * SPAN, ply)

    @cython.cfunc
    def guess(self) -> Score:
        """The estimate for the seat to move, ranked below every win and above every loss."""
        estimate: Score = self.game.estimate()
        estimate = max(1 - HALF, min(HALF - 1, estimate))
        return estimate if self.game.turn == 0 else -estimate


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def same_side(turn: cython.int, other: cython.int) -> cython.bint:
    """Whether scores count alike at both turns; a game that is over may leave its turn at CHANCE, which counts as 1."""
    return (turn == 0) == (other == 0)
