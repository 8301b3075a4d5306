"""What a search remembers of the positions that it has met: in a table, by their keys.

Estimates of a game that looks back are kept by the key of the board alone, so that all ways to it share them; what is
proven is kept by the key of the whole position. A game may use the same number for both keys, so the board's is changed
before it is used: an estimate counts no plies, and must never be read as a proof, or a proof as an estimate. What a
selective search estimates is kept under a depth below 0, because a search of all moves to the same depth cannot rely on
it.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game
    from cython.cimports.players.search.alphabeta.negamax import LINE, same_side
    from cython.cimports.players.search.alphabeta.quiescence import Quiescent
    from cython.cimports.players.search.alphabeta.score import HALF, Score, from_root
    from cython.cimports.players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, Table
    from cython.cimports.players.search.alphabeta.tree import FINAL
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import ONGOING, Game
    from players.search.alphabeta.negamax import LINE, same_side
    from players.search.alphabeta.quiescence import Quiescent
    from players.search.alphabeta.score import HALF, Score, from_root
    from players.search.alphabeta.table import AT_LEAST, AT_MOST, EXACT, Table
    from players.search.alphabeta.tree import FINAL
    from players.search.clock import Clock

from players.search.alphabeta.negamax import Negamax

ESTIMATES = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)  # turns the key of a board into that of its estimates
SELECTED = cython.declare(cython.int, 1 << 13)  # less than its depth: that of what a selective search estimated


class Remembering(Quiescent):
    """A search that asks its table before it looks at a position, and tells it afterwards; with None it does neither.

    selective  whether it looks less deep at what seems bad.
    """

    # remembers: whether it has a table. looks_back: whether the game does.

    def __init__(self, game: Game, table: Table | None, clock: Clock, deepest: int, calm: int, selective: bool):
        Quiescent.__init__(self, game, table, clock, deepest, calm)
        self.remembers = table is not None
        self.looks_back = game.looks_back
        self.selective = selective

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
        """Whether the table knows exactly what a position is worth, and where all is proven to the end of the game."""
        return self.table.find(game.key()) and self.table.bound == EXACT and self.table.depth >= FINAL * self.final

    def estimates_key(self) -> cython.ulonglong:
        """Return the key under which the table keeps estimates of the board; 0 if the game knows no key."""
        board: cython.ulonglong = self.game.board_key()
        return board ^ ESTIMATES if board else board

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
        shown: cython.int = depth - SELECTED if self.selective else depth
        if not final and self.looks_back and abs(score) < HALF:
            self.table.store(self.estimates_key(), score, move, shown, bound, work)
        elif not final:
            self.table.store(key, from_root(score, -ply), move, shown, bound, work)
        else:
            self.table.store(key, from_root(score, -ply), move, FINAL, bound, work)

    def table_depth(self) -> cython.int:
        """How deep the search was that the table's entry comes from; what was left out counts only where it may be."""
        return self.table.depth + SELECTED if self.selective and self.table.depth < 0 else self.table.depth

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
        if self.table_depth() < depth:
            return False
        self.horizons += 1
        return True

    def settles_as_estimate(self, score: Score, depth: cython.int, alpha: Score, beta: Score) -> cython.bint:
        """Whether the table's entry for the same board, reached by another way, settles this search as an estimate."""
        bound: cython.int = self.table.bound
        fits: cython.bint = (
            bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)
        )
        if not fits or self.table_depth() < depth:
            return False
        self.horizons += 1
        return True


@cython.cfunc
def make_text(game: Game, text: str) -> cython.bint:
    """Make the move of that text; whether a score changes its sign by it."""
    before: cython.int = game.turn
    move: cython.int = game.parse(text)
    game.apply(move)
    return not same_side(game.turn, before)
