"""The solution of a position that a game knows by theory, without search."""

from games.dataclass import dataclass


@dataclass(frozen=True)
class Theory:
    """What a position is worth, and how that is known.

    name   how that is known, in a few words: "nim-sum".
    score  what seat 0 wins (seat 1 wins its negative) with best play by both.
    left   how much is left to do, in the game's own measure: sticks to take, say, or mistakes to avoid. A seat that
           loses defends itself by leaving the most.
    whole  whether theory knows every position of the game; else a search has to find the move elsewhere.
    state  what decides it, in words that may follow "leaves": "nim-sum 3"; empty if the game does not say.
    """

    name: str
    score: int
    left: int = 0
    whole: bool = True
    state: str = ""
