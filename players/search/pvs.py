"""Principal variation search: alpha-beta that trusts the order of the moves, and remembers what it has seen.

The first move of a position is searched with the whole window, the others with an empty one that asks no more than
whether they are better; only one that is gets searched again (T. A. Marsland, M. Campbell, "Parallel Search of Strongly
Ordered Game Trees", ACM Computing Surveys 14, 1982). A transposition table answers for positions met before. Deeper and
deeper searches order each other, and each starts with a narrow window around the last one's score (aspiration).
At the horizon forcing moves are followed (quiescence.py).

A selective search looks less deep where a good move is not expected, and so deeper elsewhere; games say by `skip` that
they are fit for it. A position is left whose seat is well off even if it skips its turn (null move: C. Donninger, ICCA
Journal 16, 1993), or near the horizon by more than the plies to come can change (Game.swing; reverse futility pruning).
Quiet moves late in the order are searched some plies less, and in full only if they turn out well (late move
reductions); so are positions of which the table knows no move. What has to answer a threat is looked at a ply deeper.
The names are those of www.chessprogramming.org. None of this proves anything: what is won or lost is found by moves
alone, but maybe not the shortest way. So a search that sees the end of the game goes on with all moves in full.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.ordering import Ordering
    from cython.cimports.players.search.remembering import Remembering
    from cython.cimports.players.search.score import HALF, Score, from_root
    from cython.cimports.players.search.table import AT_LEAST, AT_MOST, EXACT, Table
    from cython.cimports.players.search.tree import CROWD
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.clock import Clock
    from players.search.ordering import Ordering
    from players.search.remembering import Remembering
    from players.search.score import HALF, Score, from_root
    from players.search.table import AT_LEAST, AT_MOST, EXACT, Table
    from players.search.tree import CROWD

from math import log

from games.undo import can_skip, ranks_moves
from players.search.clock import Stop
from players.search.negamax import DEEPEST, Chance, Negamax
from players.search.quiescence import CALM

SHARE = 8  # one part in so many of the clock goes to searching to the end at once
EARLY = cython.declare(cython.int, 3)  # moves of a position that are searched in full, whatever they are
NEAR = cython.declare(cython.int, 3)  # plies to the horizon: so near to it no move is searched less
SURE = cython.declare(cython.int, 6)  # plies to the horizon, over which an estimate that is high enough is trusted
SPREAD = cython.declare(cython.int, 64)  # depths and places that the reductions tell apart


def reduction(depth, late):
    """By how many plies less a move is searched before which so many others were."""
    return int(0.5 + log(max(1, depth)) * log(max(1, late)) / 2)


reductions = cython.declare(cython.int[4096], [reduction(depth, late) for depth in range(64) for late in range(64)])


class Pvs(Remembering):
    """One search from one position: with a table of None it remembers nothing, with calm=0 follows no forcing moves.

    selective  whether it may look less deep at what seems bad; only of games that write `skip`.
    """

    # skipped: whether the last move of the line under way was to skip a turn. goal: plies from the root, up to which a
    # threat makes the search deeper.

    def __init__(
        self,
        game: Game,
        table: Table | None,
        clock: Clock,
        deepest: int = DEEPEST,
        calm: int = CALM,
        selective: bool = False,
    ):
        Remembering.__init__(self, game, table, clock, deepest, calm, selective and can_skip(game))
        self.swing = game.swing
        self.ordering = Ordering(ranks_moves(game))

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
        if abs(self.score) > HALF:
            self.selective = False
        self.goal = 2 * depth
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
            self.table.expect(self.estimate_key())
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
        if self.remembers and (self.looks_back or self.selective) and self.table.find(self.estimate_key()):
            first = self.table.move
            if self.settles_as_estimate(self.table.score, depth, alpha, beta):
                return self.table.score
        if self.selective and beta - alpha == 1 and not self.skipped and self.is_good_enough(depth, beta, ply):
            return beta
        self.skipped = False
        if self.selective and first < 0 and NEAR < depth < SPREAD:
            depth -= 1
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
            less: cython.int = self.reduce(depth, place, bottom) if self.selective else 0
            score: Score = self.attempt(move, depth, less, max(alpha, best), beta, ply, place == bottom)
            if score > best:
                best, chosen = score, move
                if best > alpha:
                    self.note(ply, move)
            if best >= beta:
                self.ordering.cut(self.game.turn, move, depth, ply)
                if self.selective:
                    self.ordering.blame(self.game.turn, bottom, place, depth)
                break
        self.ordering.moves.count = bottom
        if self.remembers:
            bound: cython.int = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self.keep(key, best, chosen, depth, bound, self.horizons == start, ply, work + self.clock.nodes)
        return best

    def is_good_enough(self, depth: cython.int, beta: Score, ply: cython.int) -> cython.bint:
        """Whether the seat to move seems to get that much: by far, as estimated, or even if it skips its turn."""
        standing: Score = self.game.estimate()
        if self.game.turn != 0:
            standing = -standing
        if standing < beta or depth >= SPREAD or abs(beta) >= HALF:
            return False
        if depth <= SURE and self.swing and standing - self.swing * depth >= beta and not self.game.urgent():
            self.horizons += 1
            return True
        if depth < 2 or not self.game.skip():
            return False
        self.skipped = True
        score: Score = -self.best(depth - 3 - depth // 4, -beta, 1 - beta, ply + 1)
        self.skipped = False
        self.game.unmake(-1)
        if score < beta:
            return False
        self.horizons += 1
        return True

    def reduce(self, depth: cython.int, place: cython.int, bottom: cython.int) -> cython.int:
        """By how many plies less the move at that place is searched first."""
        late: cython.int = place - bottom
        if late < EARLY or not NEAR <= depth < SPREAD or self.ordering.is_preferred(place):
            return 0
        return min(depth - 1, reductions[SPREAD * depth + min(late, SPREAD - 1)])

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
