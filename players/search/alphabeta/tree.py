"""What every search of a game tree has: the position it starts from, its moves, its clock, its table."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game, MoveList
    from cython.cimports.players.search.alphabeta.static_evaluation import StaticEvaluation, estimate_by
    from cython.cimports.players.search.alphabeta.table import Table
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import Game, MoveList
    from players.search.alphabeta.static_evaluation import StaticEvaluation, estimate_by
    from players.search.alphabeta.table import Table
    from players.search.clock import Clock

    FINAL = (1 << 15) - 1  # the table's depth of scores that no horizon has touched
    CROWD = 1 << 24  # moves of one line and its siblings that a search keeps at most

from games.adapters.undo import copy_to_search
from players.search.clock import Stop

NOTHING = (0, (), None, 0)  # the glimpse of a search that has found nothing


class Tree:
    """A search from one position.

    best_move   the best move found, the first one before any is.
    depth       how many plies it has looked ahead.
    final       whether no horizon has touched what it found.
    glimpse     (plies looked ahead, texts of the line expected, value for the seat to move, plies of the longest line)
                as the last depth that was finished had it, for another thread to read; NOTHING before that.
    """

    # roots: the moves to choose from, in the order in which they are tried. horizons: how often a score came from an
    # estimate or from a search cut short by one. stack: the moves of the line under way and their siblings.

    def __init__(self, game: Game, table: Table | None, clock: Clock):
        self.name = type(game).__name__
        self.start = copy_to_search(game)
        self.table = table
        self.clock = clock
        self.stack = MoveList()
        self.roots = list(game.moves())
        if not self.roots:
            raise ValueError(f"{self.name} has no moves to choose from")
        self.best_move = self.roots[0]
        self.depth = self.horizons = 0
        self.evaluation = None
        self.final = False
        self.glimpse = NOTHING

    def again(self):
        """Stand at the start, the best move so far first."""
        self.game = self.start.copy()
        self.stack.count = 0
        self.roots.sort(key=lambda move: move != self.best_move)

    def use(self, evaluation: StaticEvaluation) -> None:
        """Judge positions by that, and not by the estimate of the game; call it before the search."""
        self.evaluation = evaluation

    def estimate(self) -> cython.int:
        """What the position is worth to seat 0 without a look at its moves."""
        return estimate_by(self.game, self.evaluation)

    def leave_out(self, moves) -> None:
        """Choose from the other moves only; call it before the search. Raises ValueError where none would be left."""
        self.roots = [move for move in self.roots if move not in moves]
        if not self.roots:
            raise ValueError(f"{self.name} has no other moves to choose from")
        self.best_move = self.roots[0]

    def gather(self, first: cython.int) -> cython.int:
        """Put the moves on the stack, that one lowest if it is among them; where they start. Raises Stop."""
        bottom: cython.int = self.stack.count
        place: cython.int
        self.game.collect(self.stack)
        if self.stack.count == bottom:
            raise RuntimeError(f"{self.name} has no moves though it is not over")
        if self.stack.count > CROWD:
            raise Stop
        self.clock.count_listed(self.stack.count - bottom)
        for place in range(bottom, self.stack.count):
            if self.stack.at(place) == first:
                self.stack.swap(bottom, place)
        return bottom
