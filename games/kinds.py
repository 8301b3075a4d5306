"""Of which kind a game is, by what its class writes."""

from games.game import Game, writes


def rolls(game: Game) -> bool:
    """Whether there is chance in the game: dice, or cards that are dealt."""
    return writes(game, "chances") or writes(game, "weight")


def hides(game: Game) -> bool:
    """Whether the game hides something from a seat: then it imagines what it hides."""
    return writes(game, "imagine")
