"""The squares that the pieces of chess attack on an empty board, as words of 64 bits."""

from games.chess.fen import LEAPS, SLANTED, STRAIGHT

WAYS = (1, 0), (0, 1), (1, 1), (-1, 1)  # along the four lines, upwards: rows, columns, and the two diagonals


def squares_from(square: int, steps: list[tuple[int, int]], far: int) -> int:
    """Return the word of the squares that lie that many of those (column, row) steps from a square, 1 to `far`."""
    found = 0
    for across, up in steps:
        for times in range(1, far + 1):
            column, row = square % 8 + times * across, square // 8 + times * up
            if 0 <= column < 8 and 0 <= row < 8:
                found |= 1 << 8 * row + column
    return found


# By line and square: what lies on that line above the square, and below it.
ABOVE = [squares_from(at, [way], 7) for way in WAYS for at in range(64)]
BELOW = [squares_from(at, [(-across, -up)], 7) for across, up in WAYS for at in range(64)]
# By square: what a knight attacks, and a king.
KNIGHT = [squares_from(at, LEAPS, 1) for at in range(64)]
KING = [squares_from(at, STRAIGHT + SLANTED, 1) for at in range(64)]
