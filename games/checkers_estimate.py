"""The static evaluation of checkers, on the words of dark_squares.py."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.bits import Bits, count, lowest
    from cython.cimports.games.dark_squares import distances
else:
    from games.bits import Bits, count, lowest
    from games.dark_squares import distances

from games.dark_squares import squares

FEW = cython.declare(cython.int, 12)  # pieces with which kings go hunting
CENTRE = cython.declare(cython.ulonglong, squares(10, 11, 14, 15, 18, 19, 22, 23))
# The bridge: two men at home that keep the other's from becoming kings.
BRIDGE = cython.declare(cython.ulonglong[2], [squares(1, 3), squares(30, 32)])
# The squares in rows, counted from 0, whose number holds a 1, a 2, a 4: three counts add up the rows of all men.
ONES = cython.declare(cython.ulonglong, squares(*(square for square in range(1, 33) if (square - 1) // 4 & 1)))
TWOS = cython.declare(cython.ulonglong, squares(*(square for square in range(1, 33) if (square - 1) // 4 & 2)))
FOURS = cython.declare(cython.ulonglong, squares(*(square for square in range(1, 33) if (square - 1) // 4 & 4)))


def evaluate(black: Bits, white: Bits, kings: Bits) -> cython.int:
    """The pieces, worth more the fewer there are; then how far the men are, the bridge, the centre, the hunt."""
    both: cython.int = count(black | white)
    ahead: cython.int = material(black, kings) - material(white, kings)
    total: cython.int = ahead * (60 - both)
    total += 3 * (rows((black | white) & ~kings) - 7 * count(white & ~kings))
    total += 6 * (count(black & CENTRE) - count(white & CENTRE))
    total += 12 * (count(black & ~kings & BRIDGE[0]) - count(white & ~kings & BRIDGE[1]))
    if both <= FEW and ahead:
        total -= 8 * (hunt(black & kings, white) if ahead > 0 else -hunt(white & kings, black))
    return total


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def material(pieces: Bits, kings: Bits) -> cython.int:
    """What those pieces are worth: 5 a man, 7 a king."""
    return 5 * count(pieces) + 2 * count(pieces & kings)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def rows(men: Bits) -> cython.int:
    """The numbers of the rows of those men, which count down the board from 0, added up."""
    return count(men & ONES) + 2 * count(men & TWOS) + 4 * count(men & FOURS)


@cython.cfunc
@cython.exceptval(check=False)
def hunt(hunters: Bits, hunted: Bits) -> cython.int:
    """How far the kings of the side that is ahead are from the other's pieces, all in all."""
    total: cython.int = 0
    while hunters:
        total += distances(lowest(hunters), hunted)
        hunters &= hunters - 1
    return total
