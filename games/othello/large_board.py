"""The rules of othello on the board of 10 by 10: a number a square, as othello.py shows them."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits
else:
    from games.base.bits import Bits

STEPS = cython.declare(cython.int[8], [-13, -12, -11, -1, 1, 11, 12, 13])


def count_places(squares, side: cython.int) -> cython.int:
    """On how many squares the side may place a disc."""
    found: cython.int = 0
    square: cython.int
    for square in range(13, 131):
        found += lengths(squares, square, side) != 0
    return found


def lengths(squares, square: cython.int, side: cython.int) -> Bits:
    """How many discs the side would flip from that square, in each direction: eight times four bits."""
    found: Bits = 0
    step: cython.int
    if squares[square] or square % 12 in (0, 11):
        return 0
    for step in range(8):
        place: cython.int = square + STEPS[step]
        length: Bits = 0
        while squares[place] == -side:
            place += STEPS[step]
            length += 1
        if squares[place] == side:
            found |= length << 4 * step
    return found


def colour(squares, square: cython.int, found: Bits, side: cython.int):
    """Give the discs that those lengths name that side's colour."""
    step: cython.int
    length: cython.int
    for step in range(8):
        for length in range(1, cython.cast(cython.int, found >> 4 * step & 15) + 1):
            squares[square + length * STEPS[step]] = side
    return 0
