"""The squares that pieces attack on an empty board, as bit boards."""

from games.chess.fen import LEAPS, SLANTED, STRAIGHT

WAYS = (1, 0), (0, 1), (1, 1), (-1, 1)  # the four lines, upwards: rank, file, and the two diagonals


def squares_from(square: int, steps: list[tuple[int, int]], far: int) -> int:
    """Return the squares that lie 1 to `far` of the (column, row) `steps` away from `square`."""
    found = 0
    for across, up in steps:
        for times in range(1, far + 1):
            column, row = square % 8 + times * across, square // 8 + times * up
            if 0 <= column < 8 and 0 <= row < 8:
                found |= 1 << 8 * row + column
    return found


# By line and square: the squares of the line above this square, and below it.
ABOVE = [squares_from(at, [way], 7) for way in WAYS for at in range(64)]
BELOW = [squares_from(at, [(-across, -up)], 7) for across, up in WAYS for at in range(64)]
# By square: what a knight and a king attack.
KNIGHT = [squares_from(at, LEAPS, 1) for at in range(64)]
KING = [squares_from(at, STRAIGHT + SLANTED, 1) for at in range(64)]
