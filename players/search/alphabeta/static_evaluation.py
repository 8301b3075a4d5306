"""Who says what a position is worth that a search does not look beyond, where it is not the game itself."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
else:
    from games.game import Game

from games.capabilities import counts_points, has_chance, hides_information, scale_of


class StaticEvaluation:
    """A static evaluation in the place of a game's own; `point`, `swing` and `scale` are as those of a game."""

    def __init__(self, point: int = 1, swing: int = 0, scale: float = 0.0):
        self.point, self.swing, self.scale = point, swing, scale

    def estimate(self, game: Game) -> cython.int:
        """What the position is worth to seat 0, as Game.estimate says it."""
        raise NotImplementedError


def estimate_by(game: Game, evaluation: StaticEvaluation) -> cython.int:
    """What the position is worth to seat 0, by that evaluation, or with None by the game's own estimate."""
    return game.estimate() if evaluation is None else evaluation.estimate(game)


def scale_by(game: Game, evaluation: StaticEvaluation | None) -> float:
    """The scale of these estimates, for tree search; 0 where none count there, as `scale_of` says."""
    if evaluation is None:
        return scale_of(game)
    return 0.0 if has_chance(game) or hides_information(game) or counts_points(game) else evaluation.scale
