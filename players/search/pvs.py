"""Principal variation search: alpha-beta that trusts the order of the moves, and remembers what it has seen.

The first move of a position is searched with the whole window, the others with an empty one that asks no more than
whether they are better; only one that is gets searched again (T. A. Marsland, M. Campbell, "Parallel Search of Strongly
Ordered Game Trees", ACM Computing Surveys 14, 1982). A transposition table answers for positions met before. Deeper and
deeper searches order each other, and each starts with a narrow window around the last one's score (aspiration).
At the horizon forcing moves are followed (quiescence.py).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.negamax import LINE, same_side
    from cython.cimports.players.search.ordering import Ordering
    from cython.cimports.players.search.quiescence import Quiescent
    from cython.cimports.players.search.score import HALF, Score, from_root
    from cython.cimports.players.search.table import AT_LEAST, AT_MOST, EXACT, Table
    from cython.cimports.players.search.tree import CROWD, FINAL
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.clock import Clock
    from players.search.negamax import LINE, same_side
    from players.search.ordering import Ordering
    from players.search.quiescence import Quiescent
    from players.search.score import HALF, Score, from_root
    from players.search.table import AT_LEAST, AT_MOST, EXACT, Table
    from players.search.tree import CROWD, FINAL

from games.undo import ranks_moves
from players.search.clock import Stop
from players.search.negamax import DEEPEST, Chance, Negamax
from players.search.quiescence import CALM

SHARE = 8  # one part in so many of the clock goes to searching to the end at once


class Pvs(Quiescent):
    """One search from one position: with a table of None it remembers nothing, with calm=0 follows no forcing moves."""

    def __init__(self, game: Game, table: Table | None, clock: Clock, deepest: int = DEEPEST, calm: int = CALM):
        Quiescent.__init__(self, game, table, clock, deepest, calm)
        self.ordering = Ordering(ranks_moves(game))
        self.remembers = table is not None
        self.looks_back = game.looks_back

    def run(self, most=None) -> None:
        """Find the best move: of all lines to `most` plies, or with None of as many as the clock leaves time for.

        With None it first spends a small part of the clock on searching the game to its end: small games are solved
        so, and what it learns stays in the table.
        """
        if most is None and self.remembers and not self.looks_back:
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

    def root(self, depth: cython.int, alpha: Score, beta: Score) -> Score:
        """The best score of the root's moves in that window. Raises Stop; the best move of those tried stands then."""
        best: Score = -4 * self.stakes
        found: dict = {}
        move: cython.int
        self.again()
        self.ordering.moves.count = self.stack.count = 0
        try:
            for move in self.roots:
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

    def line(self) -> list:
        """The texts of the moves expected, the best first, as far as it remembers them."""
        texts: list = Negamax.line(self)
        game: Game = self.start.copy()
        score: Score = self.score
        move: cython.int
        for text in texts:
            score = -score if make_text(game, text) else score
        while self.remembers and len(texts) < LINE and game.value() == ONGOING:
            move = self.find_keeping_move(game, score, len(texts))
            if move < 0:
                break
            texts.append(game.text(move))
            score = -score if make_text(game, game.text(move)) else score
        return texts

    def find_keeping_move(self, game: object, score: Score, ply: cython.int) -> cython.int:
        """The first move that keeps the score, by exact entries of the table for the positions after it; else -1.

        The table's own moves will not do: positions that mirror each other may share a key.
        """
        move: cython.int
        for move in game.moves():
            child: Game = game.copy()
            child.make(move)
            found: Score = 0
            if child.value() != ONGOING:
                found = self.final_score(child.value(), child.turn, ply + 1)
            elif self.knows_exactly(child):
                found = from_root(self.table.score, ply + 1)
            else:
                continue
            if score == (found if same_side(child.turn, game.turn) else -found):
                return move
        return -1

    def knows_exactly(self, game: Game) -> cython.bint:
        """Whether the table knows exactly what a position is worth, and where all is proven to the end of the game."""
        return self.table.find(game.key()) and self.table.bound == EXACT and self.table.depth >= FINAL * self.final

    def best(self, depth: cython.int, alpha: Score, beta: Score, ply: cython.int) -> Score:
        game: Game = self.game
        if depth <= 0 and self.forces:
            return self.quiet(alpha, beta, ply, self.calm)
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
        if not self.remembers:
            return self.widest(depth, alpha, beta, ply, 0, -1)
        key: cython.ulonglong = self.game.key()
        first: cython.int = -1
        if self.table.find(key):
            first = self.table.move
            score: Score = from_root(self.table.score, ply)
            if self.settles(score, depth, alpha, beta):
                return score
        if self.looks_back and self.table.find(self.game.board_key()):
            first = self.table.move
            if self.settles_as_estimate(self.table.score, depth, alpha, beta):
                return self.table.score
        return self.widest(depth, alpha, beta, ply, key, first)

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
            score: Score = self.scout(move, depth, max(alpha, best), beta, ply, place == bottom)
            if score > best:
                best, chosen = score, move
                if best > alpha:
                    self.note(ply, move)
            if best >= beta:
                self.ordering.cut(self.game.turn, move, depth, ply)
                break
        self.ordering.moves.count = bottom
        if self.remembers:
            bound: cython.int = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self.keep(key, best, chosen, depth, bound, self.horizons == start, ply, work + self.clock.nodes)
        return best

    def keep(
        self,
        key: cython.ulonglong,
        score: Score,
        move: cython.int,
        depth: cython.int,
        bound: cython.int,
        final: cython.bint,
        ply: cython.int,
        work: Score,
    ) -> cython.void:
        """Put what was found into the table; an estimate of a game that looks back under the key of the board alone."""
        if self.looks_back and not final and abs(score) < HALF:
            self.table.store(self.game.board_key(), score, move, depth, bound, work)
        else:
            self.table.store(key, from_root(score, -ply), move, FINAL if final else depth, bound, work)

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

    def settles_as_estimate(self, score: Score, depth: cython.int, alpha: Score, beta: Score) -> cython.bint:
        """Whether the table's entry for the same board, reached by another way, settles this search as an estimate."""
        bound: cython.int = self.table.bound
        fits: cython.bint = (
            bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)
        )
        if not fits or self.table.depth < depth:
            return False
        self.horizons += 1
        return True


@cython.cfunc
def make_text(game: Game, text: str) -> cython.bint:
    """Make the move of that text; whether a score changes its sign by it."""
    before: cython.int = game.turn
    move: cython.int = game.parse(text)
    game.make(move)
    return not same_side(game.turn, before)
