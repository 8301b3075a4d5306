"""The position at hand analysed for somebody who is to move."""

from games.game import Game
from referee.analysis.analysis import Analysis
from referee.analysis.budget import Budget
from referee.analysis.methods import METHODS, method_results


def analysed(game: Game, spec: str, seconds: float) -> Analysis:
    """What all methods say of the position of a game of that spec within so many seconds, or until they are hurried.

    game  as the seat to move knows it. How it came about is not told: of moves that were hidden it would tell too much.
    """
    analysis = Analysis(spec, (), game)
    for result in method_results(game, tuple(METHODS), Budget(seconds=seconds / len(METHODS)), spec):
        analysis.update(result)
    return analysis
