"""How a search encodes scores: one whole number for the seat to move, more is better.

    a win      margin * SPAN - plies from the root to the end     so that it is sought soonest
    a draw     0
    a loss     the negative of a win                              so that it is put off longest
    horizon    the game's estimate, kept within HALF

Plies stay below HALF, so that every win ranks above every estimate, and a wider margin above a sooner win.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:  # compiled, score.pxd holds these
    SPAN = 1 << 20
    HALF = 1 << 19
    Score = int

    def from_root(score, plies):
        """The score with so many plies more on the way to its end; the table counts them from its own position."""
        if score > HALF:
            return score - plies
        return score + plies if score < -HALF else score


def to_game_score(score: int) -> tuple[int, int | None]:
    """The score as the game counts, and the plies to the end where a win or a loss is proven, else None."""
    size = abs(score)
    if size <= HALF:
        return score, None
    margin = (size + HALF) // SPAN
    return margin if score > 0 else -margin, margin * SPAN - size
