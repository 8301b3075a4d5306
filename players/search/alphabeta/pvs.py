"""Principal variation search: alpha-beta that trusts the order of the moves, and remembers what it has seen.

The first move of a position is searched with the whole window, the others with an empty one that asks no more than
whether they are better; only one that is gets searched again (T. A. Marsland, M. Campbell, "Parallel Search of Strongly
Ordered Game Trees", ACM Computing Surveys 14, 1982). A transposition table answers for positions met before. Deeper and
deeper searches order each other, and each starts with a narrow window around the last one's score (aspiration).
At the horizon forcing moves are followed (quiescence.py).

A selective search leaves out what seems bad (selective.py), and looks less deep at positions of which the table knows
no move. What has to answer a threat is looked at a ply deeper. Once it sees the end of the game it goes on with all
moves in full, because what is left out proves nothing.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.alphabeta.ordering import Ordering
    from cython.cimports.players.search.alphabeta.score import HALF, Score, from_root
    from cython.cimports.players.search.alphabeta.selective import Selective
    from cython.cimports.players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, Table
    from cython.cimports.players.search.alphabeta.tree import CROWD
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.alphabeta.ordering import Ordering
    from players.search.alphabeta.score import HALF, Score, from_root
    from players.search.alphabeta.selective import Selective
    from players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, Table
    from players.search.alphabeta.tree import CROWD
    from players.search.clock import Clock

from players.search.alphabeta.negamax import DEEPEST, Chance, Negamax
from players.search.alphabeta.quiescence import CALM
from players.search.clock import Stop

SHARE = 8  # one part in so many of the clock goes to searching to the end at once
NEAR = cython.declare(cython.int, 3)  # plies to the horizon: nearer to it a move of the table's is not missed
SPREAD = cython.declare(cython.int, 64)  # plies to the horizon, from which on a search is one to the end of the game


class Pvs(Selective):
    """One search from one position: with a table of None it remembers nothing, with calm=0 follows no forcing moves.

    selective  whether it may look less deep at what seems bad, in games that are fit for it.
    """

    # goal: plies from the root, up to which a threat makes the search deeper.

    def __init__(
        self,
        game: Game,
        table: Table | None,
        clock: Clock,
        deepest: int = DEEPEST,
        calm: int = CALM,
        selective: bool = False,
    ):
        Selective.__init__(self, game, table, clock, deepest, calm, selective)

    def run(self, most=None) -> None:
        """Find the best move: of all lines to `most` plies, or with None of as many as the clock leaves time for.

        With None it first spends a small part of the clock on searching the game to its end: small games are solved
        so, and what it learns stays in the table.
        """
        if most is None and self.first == 1 and self.remembers and not self.looks_back:
            self.prepare()
            self.exhaust()
        Negamax.run(self, most)

    def exhaust(self):
        """Search to the end of the game within a small part of what the clock has left; all or nothing."""
        whole: Clock = self.clock
        before = self.best_move, self.score
        self.clock = whole.share(SHARE)
        if self.clock.budget == 0:
            self.clock = whole
            return
        try:
            self.look(self.deepest)
        except Stop:
            self.best_move, self.score = before
            self.forget(0)
            self.ordering = Ordering(self.ordering.ranked)  # what is good so far ahead is not what is good near by
        whole.join()
        self.clock = whole

    def look(self, depth: cython.int):
        """Search all moves of the root to that depth, in windows around the last score that grow as they must."""
        if abs(self.score) > HALF:
            self.selective = False
        self.goal, self.reached = 2 * depth, 0
        # With what is free a line has at most `deepest` plies: so much fits on the stack.
        self.free_until = min(self.goal, self.deepest - depth) if self.selective else 0
        start: Score = self.horizons
        most: Score = 2 * self.stakes
        width: Score = most if abs(self.score) > HALF or not self.depth else max(8, abs(self.score) // 8)
        alpha: Score = max(-most, self.score - width)
        beta: Score = min(most, self.score + width)
        while True:
            found: Score = self.root(depth, alpha, beta)
            width *= 4
            if found <= alpha and alpha > -most:
                alpha = -most if found < -HALF else max(-most, found - width)
            elif found >= beta and beta < most:
                beta = most if found > HALF else min(most, found + width)
            else:
                break
        self.score = found
        self.finish_depth(depth, start)
        self.final = self.final and (self.exhausted or not self.selective)

    def root(self, depth: cython.int, alpha: Score, beta: Score) -> Score:
        """The best score of the root's moves in that window. Raises Stop; the best move of those tried stands then."""
        best: Score = -4 * self.stakes
        found: dict = {}
        move: cython.int
        self.again()
        self.skipped = False
        self.ordering.moves.count = self.stack.count = 0
        try:
            for move in self.roots:
                self.ordering.play(move, 0)
                score: Score = self.scout(move, depth, max(alpha, best), beta, 0, not found)
                found[move] = (score, score <= max(alpha, best))
                if score > best:
                    best = score
                    if score > alpha:
                        self.best_move, self.score = move, score
                        self.note(0, move)
                if best >= beta:
                    break
        except Stop:
            self.on_stop(found, move)
            raise
        if alpha < best < beta:
            self.found = found
        return best

    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        game: Game = self.game
        if self.selective and ply < self.goal and game.urgent():
            depth = max(depth, 0) + 1
        if depth <= 0 and self.forces:
            return self.quiet(alpha, beta, ply, self.calm)
        if self.looks_back and self.remembers:
            self.table.expect(self.estimates_key())
            self.table.expect(game.key())
        self.clock.tick()
        self.forget(ply)
        if game.value() != ONGOING:
            return self.final_score(game.value(), game.turn, ply)
        if game.turn == CHANCE:
            raise Chance(self.name)
        if depth <= 0:
            return self.estimate_score()
        soonest: Score = self.stakes - (ply + 1)
        if self.limits:
            self.bound_score(ply)
        else:
            self.low, self.high = -soonest, soonest
        if self.high <= alpha or self.low >= beta:
            return self.high if self.high <= alpha else self.low
        return self.wide(depth, alpha, beta, ply)

    def wide(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        """The score of a position that is neither over nor at the horizon: the table's, if that settles it."""
        key: cython.ulonglong = self.game.key() if self.remembers else 0
        first: cython.int = -1
        if self.remembers and self.table.find(key):
            first = self.table.move
            score: Score = from_root(self.table.score, ply)
            if self.settles(score, depth, alpha, beta):
                return score
        if self.remembers and self.looks_back and self.table.find(self.estimates_key()):
            first = self.table.move
            if self.settles_as_estimate(self.table.score, depth, alpha, beta):
                return self.table.score
        futile: cython.bint = False
        if self.selective and beta - alpha == 1 and depth < SPREAD and abs(beta) < HALF and (self.swing or self.skips):
            standing: Score = self.standing()
            if not self.skipped and self.is_good_enough(depth, beta, ply, standing):
                return beta
            futile = self.swing and depth <= NEAR and standing + self.swing * depth <= alpha
        self.skipped = False
        if self.selective and first < 0 and NEAR < depth < SPREAD:
            depth -= 1
        return self.widest(depth, alpha, beta, ply, key, first, futile)

    def widest(
        self,
        depth: cython.int,
        alpha: Score,
        beta: Score,
        ply: cython.int,
        key: cython.ulonglong,
        first: cython.int,
        futile: cython.bint,
    ) -> Score:
        """The score by trying the moves, that one first, until one is too good to be allowed; kept in the table."""
        start: Score = self.horizons
        work: Score = -self.clock.nodes
        bottom: cython.int = self.ordering.gather(self.game, first, ply)
        top: cython.int = self.ordering.moves.count
        if not bottom < top < CROWD:
            raise Stop if bottom < top else RuntimeError(f"{self.name} has no moves though it is not over")
        best: Score = -2 * self.stakes
        chosen: cython.int = -1
        place: cython.int
        for place in range(bottom, top):
            self.clock.count_listed(top - place)
            move: cython.int = self.ordering.next(place, bottom)
            less: cython.int = 0
            if self.selective:
                if futile and place > bottom and best > -HALF and not self.ordering.is_preferred(place):
                    self.horizons += 1
                    best = max(best, alpha)
                    break
                less = self.reduce(depth, place - bottom, place, beta - alpha > 1)
            self.ordering.play(move, ply)
            score: Score = self.attempt(move, depth, less, max(alpha, best), beta, ply, place == bottom)
            if score > best:
                best, chosen = score, move
                if best > alpha:
                    self.note(ply, move)
            if best >= beta:
                self.ordering.cut(self.game.turn, move, depth, ply)
                self.ordering.blame(self.game.turn, bottom, place, depth)
                break
        self.ordering.moves.count = bottom
        if self.remembers:
            bound: cython.int = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self.keep(key, best, chosen, depth, bound, self.horizons == start, ply, work + self.clock.nodes)
        return best

    def attempt(
        self,
        move: cython.int,
        depth: cython.int,
        less: cython.int,
        alpha: Score,
        beta: Score,
        ply: cython.int,
        first: cython.bint,
    ) -> Score:
        """The score of a move for the seat that makes it; with `less` it is first searched so many plies less."""
        if less > 0:
            score: Score = self.after(move, depth - less, alpha, alpha + 1, ply)
            if score <= alpha:
                return score
        return self.scout(move, depth, alpha, beta, ply, first)

    def scout(
        self, move: cython.int, depth: cython.int, alpha: Score, beta: Score, ply: cython.int, first: cython.bint
    ) -> Score:
        """The score of a move for the seat that makes it; all but the first are first searched with an empty window."""
        score: Score
        if not first and beta - alpha > 1:
            score = self.after(move, depth, alpha, alpha + 1, ply)
            if not alpha < score < beta:
                return score
        return self.after(move, depth, alpha, beta, ply)
