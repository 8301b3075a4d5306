"""A short search by an evaluation that learns, which keeps the position at the end of the line it expects.

Alpha-beta over a few plies, then over the noisy moves only (Game.forcing), as `minimax` does it: what is learnt is used
so. The value of a position is that of its leaf, the position at the end of the line, and so that is what is corrected
(J. Baxter, A. Tridgell, L. Weaver, "Learning to Play Chess Using Temporal Differences", Machine Learning 40, 2000).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.players.learning.approximator import Approximator
    from cython.cimports.players.search.rng import Rng
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.learning.approximator import Approximator

from typing import TYPE_CHECKING

from games.adapters.undo import has_forcing_moves
from games.base.rule_values import NO_MOVES, RuleError

if TYPE_CHECKING:
    from players.search.rng import Rng

CALM = cython.declare(cython.int, 6)  # plies that noisy moves are followed beyond the horizon
MOST = 40  # plies
OVER = cython.declare(cython.int, 9)  # stands for the seat to move where a line ends with the game
NONE = cython.declare(cython.double, -9)  # less than any value


class Lookahead:
    """Looks so many plies ahead, 1 at least, and beyond that at noisy moves.

    Leaves are kept in the slots of the evaluation from `first` on; the one of the last search is in `first` itself.

    best  the value of the move that `choose` found.
    """

    # seats: by level below the root, who is to move at the leaf of the line that is best there; OVER: nobody.

    def __init__(self, game: Game, function: Approximator, depth: int, first: int):
        if not 1 <= depth <= MOST:
            raise ValueError(f"the depth must be 1 to {MOST}, not {depth}")
        self.game, self.function, self.depth, self.first = game, function, depth, first
        self.moves, self.forces = MoveList(), has_forcing_moves(game)
        self.best = 0.0
        function.copy_slot(0, first + MOST + CALM + 2)  # so that there is room
        if not cython.compiled:
            self.seats = [0] * 64

    def choose(self, ties) -> cython.int:
        """The best move of the seat to move, of equals one at random; its value is `best`, its leaf is kept.

        Raises RuleError.
        """
        rng: Rng = ties
        alike: cython.int = 0
        chosen: cython.int = -1
        place: cython.int
        self.moves.count = 0
        self.game.collect(self.moves)
        if self.moves.count == 0:
            raise RuleError(self.game, "moves", NO_MOVES)
        self.best = NONE
        for place in range(self.moves.count):
            # A window a little wider than what is better, so that equals are seen as such.
            value: cython.double = self.follow(self.moves.at(place), self.depth - 1, self.best - 1e-9, 2.0, 0)
            if value > self.best:
                self.best, chosen, alike = value, self.moves.at(place), 1
            elif value == self.best:
                alike += 1
                if rng.below(alike) != 0:
                    continue
                chosen = self.moves.at(place)
            else:
                continue
            self.function.copy_slot(self.first + 1, self.first)
            self.seats[0] = self.seats[1]
        return chosen

    def follow(
        self, move: cython.int, depth: cython.int, alpha: cython.double, beta: cython.double, level: cython.int
    ) -> cython.double:
        """The value of a move for the seat that makes it; its leaf is kept one level further down."""
        game: Game = self.game
        seat: cython.int = game.turn
        value: cython.double
        game.apply(move)
        if (game.turn == 1) == (seat == 1):
            value = self.look(depth, alpha, beta, level + 1)
        else:
            value = -self.look(depth, -beta, -alpha, level + 1)
        game.revert(move)
        return value

    def look(self, depth: cython.int, alpha: cython.double, beta: cython.double, level: cython.int) -> cython.double:
        """The value for the seat to move, by all moves for so many plies, then by noisy ones; fail-soft.

        The seat may leave noisy moves unmade, and be content with what the position is worth as it stands.
        """
        game: Game = self.game
        if game.value() != ONGOING:
            self.seats[level] = OVER
            return self.function.value(game)
        best: cython.double = NONE
        if depth <= 0 or game.turn == CHANCE:
            best = self.function.judge(game)
            self.function.remember(self.first + level)
            self.seats[level] = game.turn
            if best >= beta or not self.forces or level >= self.depth + CALM or game.turn == CHANCE:
                return best
        bottom: cython.int = self.moves.count
        place: cython.int
        if depth > 0:
            game.collect(self.moves)
            if self.moves.count == bottom:
                raise RuleError(game, "moves", NO_MOVES)
        else:
            game.collect_forcing(self.moves)
        for place in range(bottom, self.moves.count):
            value: cython.double = self.follow(self.moves.at(place), depth - 1, max(alpha, best), beta, level)
            if value > best:
                best = value
                self.function.copy_slot(self.first + level + 1, self.first + level)
                self.seats[level] = self.seats[level + 1]
                if best >= beta:
                    break
        self.moves.count = bottom
        return best
