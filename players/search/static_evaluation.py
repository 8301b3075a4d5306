"""Who says what a position is worth that a search does not look beyond, where it is not the game itself."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
else:
    from games.game import Game


class StaticEvaluation:
    """A static evaluation in the place of a game's own; `point`, `swing` and `scale` are as those of a game."""

    def __init__(self, point: int = 1, swing: int = 0, scale: float = 0.0):
        self.point, self.swing, self.scale = point, swing, scale

    def estimate(self, game: Game) -> cython.int:
        """What the position is worth to seat 0, as Game.estimate says it."""
        raise NotImplementedError
