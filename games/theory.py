"""What is known of a game without search."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.capabilities import inherits_outdated
from games.game import Game


@dataclass(frozen=True)
class Theory:
    """What a position is worth, and by what.

    name   how that is known, in a few words: "nim-sum".
    score  what seat 0 wins (seat 1 wins its negative) with best play by both.
    left   how much of the game is left, in its own measure: sticks, say. A seat that is lost puts the end off by
           leaving the most.
    """

    name: str
    score: int
    left: int = 0


def theory_of(game: Game) -> Theory | None:
    """What theory says of the position; None where it says nothing, or of other rules than the game's."""
    return None if inherits_outdated(type(game), "theory") else game.theory()


def theories_after(game: Game) -> Iterator[tuple[int, Theory | None]]:
    """Each legal move, in the order of the list, and what theory says of the position after it."""
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        yield move, theory_of(twin)
