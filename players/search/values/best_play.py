"""What value iteration knows of a position, for people: methods of ValueIteration, the first parameter of each."""

from typing import Any

from games.adapters.python_adapter import make_unchecked
from games.game import Game

NEVER = 1_000_000_000  # plies to an end that cannot be forced


def value(solution: Any, game: Game | None = None) -> float:
    """Return the score that seat 0 can expect of the position, the first one by default.

    Raises UnknownPosition.
    """
    game = solution.start if game is None else game
    score = game.score()
    return float(score) if score is not None else solution.known(game)[0]


def distance(solution: Any, game: Game | None = None) -> int | None:
    """Return the plies to the end if a win is forced without chance: the winner hurries, and the loser puts it off.

    None where no win is. Raises as `value` does.
    """
    game = solution.start if game is None else game
    score = game.score()
    if score is not None:
        return 0 if score else None
    plies: int = solution.known(game)[1]
    return plies if plies < NEVER else None


def moves(solution: Any, game: Game) -> list[tuple[int, str, float]]:
    """(move, text, score that seat 0 can expect after it) of each move there, also of those of chance."""
    return [(move, game.text(move), value(solution, twin)) for move, twin in after_each(game)]


def best(solution: Any, game: Game) -> list[tuple[int, str, float]]:
    """Return the moves of `moves` that are best for whoever's turn it is, within a billionth of the stakes.

    Where a win is forced without chance, only those that hurry it, or put it off as long as can be: others could be
    made for ever, and lead nowhere.
    """
    side = -1 if game.turn == 1 else 1
    rated = [(move, twin, value(solution, twin)) for move, twin in after_each(game)]
    least = max([side * worth for _, _, worth in rated]) - 1e-9 * game.stakes
    plies = distance(solution, game)
    return [
        (move, game.text(move), worth)
        for move, twin, worth in rated
        if side * worth >= least and (plies is None or distance(solution, twin) == plies - 1)
    ]


def after_each(game: Game) -> list[tuple[int, Game]]:
    """Each move, with the position after it."""
    twins = [(move, game.copy()) for move in game.moves()]
    for move, twin in twins:
        make_unchecked(twin, move)
    return twins
