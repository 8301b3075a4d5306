"""Principal variation search: alpha-beta that trusts the order of the moves, and remembers what it has seen.

The search of a position gives its first move the whole window, and the others an empty one that only asks whether they
are better. A move that is better is searched again (T. A. Marsland, M. Campbell, "Parallel Search of Strongly Ordered
Game Trees", ACM Computing Surveys 14, 1982). The search looks deeper and deeper. Each depth orders the moves for the
next, which starts with a narrow window around the last score (aspiration).

Quiescence: at the horizon the moves that make a position unquiet (Game.forcing) are followed until it is quiet. A seat
may always leave them unmade and be content with the estimate (L. R. Harris, "The Heuristic Search and the Game of
Chess", IJCAI 1975).

The transposition table answers for positions met before, by their keys. If a game looks back, its estimates are kept by
the key of the board alone, so that all ways to the board share them. Proofs are kept by the key of the whole position.
A game may use the same number for both keys, so the key of the board is changed before it is used: an estimate counts
no plies, and must never be read as a proof, or a proof as an estimate. Estimates of a selective search are kept under a
depth below 0, because a search of all moves to the same depth cannot rely on them.

A selective search looks less deep where it expects no good move, and so deeper elsewhere:

    null move            A position is left if its seat is well off even if it skips its turn (C. Donninger, ICCA
                         Journal 16, 1993); deep in the tree only if moves confirm it. For games that write `skip`.
    reverse futility     A position near the horizon is left if it is better than needed by more than the plies left can
                         change. For games that name a `swing`.
    futility             If it is as much worse, near the horizon, quiet moves but the first are left out.
    late move reductions Other quiet moves late in the order are searched some plies less, and in full only if they turn
                         out well: less so those that were good elsewhere, more so those that were bad.
    no move of the table A position for which the table knows no move is searched a ply less.

A quiet move is one for which neither the table, nor the game's own rank, nor a killer speaks. The names are from
www.chessprogramming.org. A position in which a threat has to be answered is searched a ply deeper. None of this proves
anything: moves alone find what is won or lost, but maybe not the shortest way. So once the search sees the end of the
game, it goes on with all moves in full.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.alphabeta.table import (
        AT_LEAST,
        AT_MOST,
        EXACT,
        HALF,
        Ordering,
        Score,
        Table,
        from_root,
    )
    from cython.cimports.players.search.alphabeta.tree import CROWD, FINAL, LINE, Negamax, same_side
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, HALF, Ordering, Score, Table, from_root
    from players.search.alphabeta.tree import CROWD, FINAL, LINE, Negamax, same_side
    from players.search.clock import Clock

from math import log

from games.adapters.undo import can_skip, has_forcing_moves, ranks_moves, searches_selectively
from players.search.alphabeta.tree import DEEPEST, Chance
from players.search.clock import Stop

CALM = 8  # plies that forcing moves are followed beyond the horizon
SHARE = 8  # 1 / SHARE of the clock goes to a first search to the end of the game
ESTIMATES = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)  # turns the key of a board into its estimates' key
SELECTED = cython.declare(cython.int, 1 << 13)  # taken from the depth of an estimate of a selective search
EARLY = cython.declare(cython.int, 3)  # moves of a position that are searched in full, whatever they are
NEAR = cython.declare(cython.int, 3)  # closer to the horizon than this many plies, no move is reduced or left out
SURE = cython.declare(cython.int, 6)  # most plies to the horizon at which a high enough estimate is trusted
DEEP = cython.declare(cython.int, 8)  # from this many plies to the horizon on, a null move has to be confirmed
# Depths and places that the reductions tell apart; any deeper search goes to the end of the game.
SPREAD = cython.declare(cython.int, 64)


def reduction(depth, late):
    """Return how many plies less deep to search a move that comes after `late` others."""
    return int(0.5 + log(max(1, depth)) * log(max(1, late)) / 2)


reductions = cython.declare(cython.int[4096], [reduction(depth, late) for depth in range(64) for late in range(64)])


class Pvs(Negamax):
    """One search from one position.

    table      None: the search remembers nothing. Otherwise it asks the table before it looks at a position, and tells
               it afterwards.
    calm       for how many plies it follows forcing moves beyond its horizon.
    selective  whether it may look less deep at what seems bad, in games that are fit for it.
    """

    # Some types of parameters stand in pvs.pxd alone. remembers: whether it has a table. looks_back, swing: the game's.
    # skips: whether the game lets turns be skipped. skipped: whether the last move of the current line skipped one.
    # goal: plies from the root up to which threats extend the search.

    def __init__(
        self,
        game: Game,
        table: Table | None,
        clock: Clock,
        deepest: int = DEEPEST,
        calm: int = CALM,
        selective: bool = False,
    ):
        Negamax.__init__(self, game, table, clock, deepest)
        self.forces = calm > 0 and has_forcing_moves(game)
        self.calm = calm
        self.remembers = table is not None
        self.looks_back = game.looks_back
        self.selective = selective and searches_selectively(game)
        self.swing, self.skips, self.skipped = game.swing, can_skip(game), False
        self.ordering = Ordering(ranks_moves(game))
        self.may_select = selective and game.selective

    def run(self, most=None) -> None:
        """Find the best move among all lines of `most` plies; with None, of as many plies as the clock leaves time for.

        With None it first spends a small part of the clock on a search to the end of the game. That solves small
        games, and what it learns stays in the table.
        """
        if most is None and self.first == 1 and self.remembers and not self.looks_back:
            self.prepare()
            self.exhaust()
        Negamax.run(self, most)

    def use(self, evaluation) -> None:
        """Judge positions by `evaluation`, and take from it by how much an estimate mostly changes at a move."""
        Negamax.use(self, evaluation)
        self.swing, self.selective = evaluation.swing, self.may_select

    def exhaust(self):
        """Search to the end of the game within a small part of the time left; keep the result only if it finishes."""
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
            self.ordering = Ordering(
                self.ordering.ranked
            )  # what is good so far ahead says nothing about near positions
        whole.join()
        self.clock = whole

    def look(self, depth: cython.int):
        """Search all moves of the root to that depth, in windows around the last score that grow as they must."""
        if abs(self.score) > HALF:
            self.selective = False
        self.goal, self.reached = 2 * depth, 0
        # With free plies a line has at most `deepest` plies, as many as fit on the stack.
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
        """Return the best score of the root's moves in that window. Raises Stop; the best move so far stands then."""
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

    def line(self) -> list:
        """Return the texts of the moves expected, the best first, as far as the table remembers them."""
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
        """Return the first move that keeps the score by an exact entry of the table for the position after it; else -1.

        The moves in the table itself will not do, because positions that mirror each other may share a key.
        """
        move: cython.int
        for move in game.moves():
            child: Game = game.copy()
            child.apply(move)
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
        """Return whether the table has the exact score of a position; after a final search, a proof of it."""
        return self.table.find(game.key()) and self.table.bound == EXACT and self.table.depth >= FINAL * self.final

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
        """Return the score of a position that is neither over nor at the horizon; the table's if it will do."""
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

    def widest(self, depth, alpha, beta, ply, key, first, futile):
        """Try the moves, `first` first, until one reaches `beta`; keep the score in the table and return it."""
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

    def attempt(self, move, depth, less, alpha, beta, ply, first):
        """Return the score of a move for the seat that makes it, after a first search that is `less` plies shorter."""
        if less > 0:
            score: Score = self.after(move, depth - less, alpha, alpha + 1, ply)
            if score <= alpha:
                return score
        return self.scout(move, depth, alpha, beta, ply, first)

    def scout(self, move, depth, alpha, beta, ply, first):
        """Return the score of a move for the seat that makes it; only the first move starts with the whole window."""
        score: Score
        if not first and beta - alpha > 1:
            score = self.after(move, depth, alpha, alpha + 1, ply)
            if not alpha < score < beta:
                return score
        return self.after(move, depth, alpha, beta, ply)

    def standing(self) -> Score:
        """Return the estimate for the seat to move."""
        estimate: Score = self.estimate()
        return -estimate if self.game.turn != 0 else estimate

    def is_good_enough(self, depth: cython.int, beta: Score, ply: cython.int, standing: Score) -> cython.bint:
        """Return whether the seat to move seems to get `beta`: by far, as estimated, or even if it skips its turn."""
        if standing < beta:
            return False
        if depth <= SURE and self.swing and standing - self.swing * depth >= beta and not self.game.urgent():
            self.horizons += 1
            return True
        if depth < 2 or not self.skips or not self.game.skip():
            return False
        less: cython.int = 3 + depth // 4
        self.skipped = True
        self.ordering.play(-1, ply)
        score: Score = -self.best(depth - less, -beta, 1 - beta, ply + 1)
        self.skipped = False
        self.game.revert(-1)
        if score < beta or (depth >= DEEP and not self.confirms(depth - less, beta, ply)):
            return False
        self.horizons += 1
        return True

    def confirms(self, depth: cython.int, beta: Score, ply: cython.int) -> cython.bint:
        """Return whether moves to that depth reach `beta`, as skipping the turn did."""
        return self.widest(depth, beta - 1, beta, ply, self.game.key(), -1, False) >= beta

    def reduce(self, depth: cython.int, late: cython.int, place: cython.int, main: cython.bint) -> cython.int:
        """Return by how many plies less the move at `place` is searched first; `main`: whether its window is open."""
        if late < EARLY or not NEAR <= depth < SPREAD or self.ordering.is_preferred(place):
            return 0
        less: cython.int = reductions[SPREAD * depth + min(late, SPREAD - 1)] - main - self.ordering.favour(place)
        return max(0, min(depth - 1, less))

    def quiet(self, alpha: Score, beta: Score, ply: cython.int, left: cython.int) -> Score:
        """Return the score of the position by forcing moves alone; the seat to move may leave any of them unmade.

        A selective search keeps the score of the first of these positions of a line in the table.
        """
        game: Game = self.game
        key: cython.ulonglong = 0
        if self.selective and self.remembers and left == self.calm:
            key = self.estimates_key()
            self.table.expect(key)
        self.clock.tick()
        self.forget(ply)
        if game.value() != ONGOING:
            return self.final_score(game.value(), game.turn, ply)
        if game.turn == CHANCE:
            raise Chance(self.name)
        if key and self.table.find(key):
            if self.settles_as_estimate(self.table.score, 0, alpha, beta):
                return self.table.score
            key = 0  # a deeper search may have left the entry
        return self.quietest(alpha, beta, ply, left, key)

    def quietest(self, alpha, beta, ply, left, key):
        """Try the forcing moves until one reaches `beta`; keep the score in the table unless the key is 0."""
        best: Score = self.estimate_score()
        if best >= beta or left == 0:
            return best
        work: Score = -self.clock.nodes
        bottom: cython.int = self.stack.count
        place: cython.int
        self.game.collect_forcing(self.stack)
        for place in range(bottom, self.stack.count):
            move: cython.int = self.stack.at(place)
            score: Score = self.unquiet(move, max(alpha, best), beta, ply, left - 1)
            if score > best:
                best = score
                if best > alpha:
                    self.note(ply, move)
            if best >= beta:
                break
        self.stack.count = bottom
        if key and abs(best) < HALF:
            bound: cython.int = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self.table.store(key, best, -1, -SELECTED, bound, work + self.clock.nodes)
        return best

    def unquiet(self, move: cython.int, alpha: Score, beta: Score, ply: cython.int, left: cython.int) -> Score:
        """Return the score of a forcing move for the seat that makes it."""
        mover: cython.int = self.game.turn
        score: Score
        self.game.apply(move)
        if same_side(self.game.turn, mover):
            score = self.quiet(alpha, beta, ply + 1, left)
        else:
            score = -self.quiet(-beta, -alpha, ply + 1, left)
        self.game.revert(move)
        return score

    def estimates_key(self) -> cython.ulonglong:
        """Return the key under which the table keeps estimates of the board; 0 if the game knows no key."""
        board: cython.ulonglong = self.game.board_key()
        return board ^ ESTIMATES if board else board

    def keep(self, key, score, move, depth, bound, final, ply, work):
        """Put a score into the table; an estimate of a game that looks back under the key of the board alone."""
        shown: cython.int = depth - SELECTED if self.selective else depth
        if not final and self.looks_back and abs(score) < HALF:
            self.table.store(self.estimates_key(), score, move, shown, bound, work)
        elif not final:
            self.table.store(key, from_root(score, -ply), move, shown, bound, work)
        else:
            self.table.store(key, from_root(score, -ply), move, FINAL, bound, work)

    def table_depth(self) -> cython.int:
        """Return how deep the search behind the entry was; a selective search may rely on selective estimates."""
        return self.table.depth + SELECTED if self.selective and self.table.depth < 0 else self.table.depth

    def settles(self, score: Score, depth: cython.int, alpha: Score, beta: Score) -> cython.bint:
        """Return whether the entry of the table answers this search; `score` is its score, counted from here."""
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
        if self.table_depth() < depth:
            return False
        self.horizons += 1
        return True

    def settles_as_estimate(self, score: Score, depth: cython.int, alpha: Score, beta: Score) -> cython.bint:
        """Return whether the entry for the same board, reached by another way, answers this search as an estimate."""
        bound: cython.int = self.table.bound
        if not (bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)):
            return False
        if self.table_depth() < depth:
            return False
        self.horizons += 1
        return True


@cython.cfunc
def make_text(game: Game, text: str) -> cython.bint:
    """Make the move of that text; return whether it changes the sign of a score."""
    before: cython.int = game.turn
    move: cython.int = game.parse(text)
    game.apply(move)
    return not same_side(game.turn, before)
