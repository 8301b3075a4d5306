"""What is known of a game without search."""

from dataclasses import dataclass

from games.game import Game
from games.undo import outdated


@dataclass(frozen=True)
class Theory:
    """What a position is worth, and by what.

    name   how that is known, in a few words: "nim-sum".
    score  what seat 0 wins (seat 1 wins its negative) with best play by both.
    """

    name: str
    score: int


def known(game: Game) -> Theory | None:
    """What theory says of the position; None where it says nothing, or of other rules than the game's."""
    return None if outdated(type(game), "theory") else game.theory()
