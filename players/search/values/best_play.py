"""What value iteration knows of a position, for people: methods of ValueIteration, the first parameter of each."""

from typing import Any

from games.adapters.python_adapter import make_unchecked
from games.game import Game

NEVER = 1_000_000_000  # plies to an end that cannot be forced


def value(solution: Any, game: Game | None = None) -> float:
    """Return the score that seat 0 can expect of the position, the first one by default. Raises UnknownPosition."""
    game = solution.start if game is None else game
    score = game.score()
    return float(score) if score is not None else solution.known(game)[0]


def distance(solution: Any, game: Game | None = None) -> int | None:
    """Return the plies to a win forced without chance: the winner hurries, the loser delays; None without one.

    Raises as `value` does.
    """
    game = solution.start if game is None else game
    score = game.score()
    if score is not None:
        return 0 if score else None
    plies: int = solution.known(game)[1]
    return plies if plies < NEVER else None


def moves(solution: Any, game: Game) -> list[tuple[int, str, float]]:
    """Return (move, text, score that seat 0 can expect after it) of each move there, also of chance."""
    return [(move, game.text(move), value(solution, twin)) for move, twin in after_each(game)]


def best(solution: Any, game: Game) -> list[tuple[int, str, float]]:
    """Return the best of `moves` for the seat to move, within a billionth of the stakes.

    If a win is forced without chance, only moves that hurry it, or delay it most: others could lead in circles for
    ever.
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
    """Return each move, with the position after it."""
    twins = [(move, game.copy()) for move in game.moves()]
    for move, twin in twins:
        make_unchecked(twin, move)
    return twins
