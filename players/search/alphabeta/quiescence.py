"""Quiescence: at the horizon the moves that make a position unquiet (Game.forcing) are followed until it is quiet.

A seat may always leave them unmade and be content with the estimate (L. R. Harris, "The Heuristic Search and the Game
of Chess", IJCAI 1975).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game
    from cython.cimports.players.search.alphabeta.negamax import Negamax, same_side
    from cython.cimports.players.search.alphabeta.score import Score
    from cython.cimports.players.search.alphabeta.table import Table
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game
    from players.search.alphabeta.negamax import Negamax, same_side
    from players.search.alphabeta.score import Score
    from players.search.alphabeta.table import Table
    from players.search.clock import Clock

from games.adapters.undo import has_forcing_moves
from players.search.alphabeta.negamax import DEEPEST, Chance

CALM = 8  # plies that forcing moves are followed beyond the horizon


class Quiescent(Negamax):
    """A search that follows forcing moves for `calm` plies beyond its horizon; with calm=0 none."""

    def __init__(self, game: Game, table: Table | None, clock: Clock, deepest: int = DEEPEST, calm: int = CALM):
        Negamax.__init__(self, game, table, clock, deepest)
        self.forces = calm > 0 and has_forcing_moves(game)
        self.calm = calm

    def quiet(self, alpha: Score, beta: Score, ply: cython.int, left: cython.int) -> Score:
        """The score of the position by forcing moves alone, any of which the seat to move may leave unmade."""
        game: Game = self.game
        self.clock.tick()
        self.forget(ply)
        if game.value() != ONGOING:
            return self.final_score(game.value(), game.turn, ply)
        if game.turn == CHANCE:
            raise Chance(self.name)
        best: Score = self.estimate_score()
        if best >= beta or left == 0:
            return best
        bottom: cython.int = self.stack.count
        place: cython.int
        game.collect_forcing(self.stack)
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
        return best

    def unquiet(self, move: cython.int, alpha: Score, beta: Score, ply: cython.int, left: cython.int) -> Score:
        """The score of a forcing move for the seat that makes it."""
        mover: cython.int = self.game.turn
        score: Score
        self.game.apply(move)
        if same_side(self.game.turn, mover):
            score = self.quiet(alpha, beta, ply + 1, left)
        else:
            score = -self.quiet(-beta, -alpha, ply + 1, left)
        self.game.revert(move)
        return score
