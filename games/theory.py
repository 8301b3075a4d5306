"""The solution of a position as a game knows it by theory, without search."""

from dataclasses import dataclass


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
