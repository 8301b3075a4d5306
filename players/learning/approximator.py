"""What every evaluation does that is learnt by play: it judges positions, remembers them, and corrects itself."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game
    from cython.cimports.players.search.alphabeta.static_evaluation import StaticEvaluation
else:
    from games.game import ONGOING, Game
    from players.search.alphabeta.static_evaluation import StaticEvaluation

from games.capabilities import counts_points, scale_of


class Approximator(StaticEvaluation):
    """A function of positions with weights. Its values, -1 to 1, are for the seat to move, or seat 0 for chance.

    Where a game counts by whom it is won, a win is worth 1 and a loss -1; where it counts points, its stakes are.
    """

    def __init__(self, game: Game, point: int, scale: float):
        """`point` and `scale` are those of its estimates; `swing` is reckoned from that of the game."""
        own = scale_of(game)
        StaticEvaluation.__init__(self, point, round(game.swing * scale / own) if own else 0, scale)
        self.stakes = game.stakes if counts_points(game) else 0

    def value(self, game: Game) -> cython.double:
        """What the position is worth: as judged, or what it brought if it is over."""
        score: cython.int = game.value()
        if score == ONGOING:
            return self.judge(game)
        if game.turn == 1:
            score = -score
        return score / self.stakes if self.stakes else (score > 0) - (score < 0)

    def worth(self, game: Game) -> float:
        """What the position is worth, for callers in Python."""
        return self.value(game)

    def teach(self, game: Game, goal: float, rate: float) -> float:
        """Take a step towards the goal from a position in which the game goes on; its value before."""
        self.judge(game)
        self.remember(0)
        return self.correct(0, game.turn, goal, rate)

    def judge(self, game: Game) -> cython.double:
        """What a position is worth in which the game goes on."""
        raise NotImplementedError

    def remember(self, slot: cython.int) -> cython.int:
        """Keep in that slot all that is needed to correct the value of the position that was judged last."""
        raise NotImplementedError

    def copy_slot(self, source: cython.int, target: cython.int) -> cython.int:
        """Keep what is in one slot in another one, too."""
        raise NotImplementedError

    def correct(self, slot: cython.int, seat: cython.int, goal: cython.double, rate: cython.double) -> cython.double:
        """Take a step towards the goal from the position in that slot, which that seat is to move in.

        Returns the value that it had before.
        """
        raise NotImplementedError
