"""The exact value of a position that a game knows by theory, without search."""

from games.dataclass import dataclass


@dataclass(frozen=True)
class Theory:
    """The value of a position, and how it is known.

    name   the theory, in a few words: "nim-sum".
    score  what seat 0 wins with best play by both seats.
    left   the work left in the game's own unit, such as sticks to take or mistakes to avoid. A losing seat defends
           itself by leaving as much as possible.
    whole  whether the theory knows every position; otherwise a search has to find some moves.
    state  what decides the position, in words that can follow "leaves": "nim-sum 3"; "" if the game does not say.
    """

    name: str
    score: int
    left: int = 0
    whole: bool = True
    state: str = ""
