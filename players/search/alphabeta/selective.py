"""What a selective search leaves out: it looks less deep where a good move is not expected, and so deeper elsewhere.

    null move            A position is left whose seat is well off even if it skips its turn (C. Donninger, ICCA Journal
                         16, 1993); deep in the tree only if moves confirm it. For games that write `skip`.
    reverse futility     So is one near the horizon that is better than needed by more than the plies left can change.
                         For games that name a `swing`.
    futility             Where it is as much worse, near the horizon, quiet moves but the first are left out.
    late move reductions Other quiet moves late in the order are searched some plies less, and in full only if they turn
                         out well: less so those that were good elsewhere, more so those that were bad.

A quiet move is one for which neither the table, nor the game's own rank, nor a killer speaks. The names are those of
www.chessprogramming.org. None of this proves anything: what is won or lost is found by moves alone, but maybe not the
shortest way.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
    from cython.cimports.players.search.alphabeta.ordering import Ordering
    from cython.cimports.players.search.alphabeta.remembering import Remembering
    from cython.cimports.players.search.alphabeta.score import Score
    from cython.cimports.players.search.alphabeta.table import Table
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import Game
    from players.search.alphabeta.ordering import Ordering
    from players.search.alphabeta.remembering import Remembering
    from players.search.alphabeta.score import Score
    from players.search.alphabeta.table import Table
    from players.search.clock import Clock

from math import log

from games.adapters.undo import can_skip, ranks_moves, searches_selectively

EARLY = cython.declare(cython.int, 3)  # moves of a position that are searched in full, whatever they are
NEAR = cython.declare(cython.int, 3)  # plies to the horizon: so near to it no move is searched less
SURE = cython.declare(cython.int, 6)  # plies to the horizon, over which an estimate that is high enough is trusted
DEEP = cython.declare(cython.int, 8)  # plies to the horizon, from which on a null move has to be confirmed
SPREAD = cython.declare(cython.int, 64)  # depths and places that the reductions tell apart


def reduction(depth, late):
    """By how many plies less a move is searched before which so many others were."""
    return int(0.5 + log(max(1, depth)) * log(max(1, late)) / 2)


reductions = cython.declare(cython.int[4096], [reduction(depth, late) for depth in range(64) for late in range(64)])


class Selective(Remembering):
    """A search that looks less deep at what seems bad, if it may and the game is fit for it."""

    # swing: that of the game. skips: whether the game lets turns be skipped. skipped: whether the last move of the line
    # under way was to skip one.

    def __init__(self, game: Game, table: Table | None, clock: Clock, deepest: int, calm: int, selective: bool):
        Remembering.__init__(self, game, table, clock, deepest, calm, selective and searches_selectively(game))
        self.swing, self.skips, self.skipped = game.swing, can_skip(game), False
        self.ordering = Ordering(ranks_moves(game))
        self.may_select = selective and game.selective

    def use(self, evaluation) -> None:
        """Judge positions by that, and leave out what seems bad by how much it mostly changes at a move."""
        Remembering.use(self, evaluation)
        self.swing, self.selective = evaluation.swing, self.may_select

    def standing(self) -> Score:
        """The estimate for the seat to move."""
        estimate: Score = self.estimate()
        return -estimate if self.game.turn != 0 else estimate

    def is_good_enough(self, depth: cython.int, beta: Score, ply: cython.int, standing: Score) -> cython.bint:
        """Whether the seat to move seems to get that much: by far, as estimated, or even if it skips its turn."""
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
        """Whether moves bring as much to that depth, where to skip a turn seems to."""
        return self.widest(depth, beta - 1, beta, ply, self.game.key(), -1, False) >= beta

    def reduce(self, depth: cython.int, late: cython.int, place: cython.int, main: cython.bint) -> cython.int:
        """By how many plies less the move at that place is searched first; main: whether its window is open."""
        if late < EARLY or not NEAR <= depth < SPREAD or self.ordering.is_preferred(place):
            return 0
        less: cython.int = reductions[SPREAD * depth + min(late, SPREAD - 1)] - main - self.ordering.favour(place)
        return max(0, min(depth - 1, less))

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
        """The score by trying the moves, as Pvs writes it."""
        raise NotImplementedError
