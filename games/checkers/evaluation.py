"""The static evaluation of checkers, on the words of dark_squares.py.

The terms are among those of A. L. Samuel, "Some Studies in Machine Learning Using the Game of Checkers", IBM Journal
of Research and Development 3 (3), 1959: pieces, advancement, the back row. What they weigh goes over from a full board
to an empty one with the number of pieces. The weights of men are those that tell best, by logistic regression, who wins
200,000 positions without a jump, from 2,100 games of this program against itself, rounded. Men that go ahead early are
lost more often than not: on a full board a row is worth less than nothing.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count, lowest
    from cython.cimports.games.checkers.board import board, distances, jumpers
else:
    from games.base.bits import Bits, count, lowest
    from games.checkers.board import board, distances, jumpers

from games.checkers.board import squares

FULL = cython.declare(cython.int, 24)  # pieces of a full board
FEW = cython.declare(cython.int, 12)  # pieces with which kings go hunting
# Men at home that keep the other's from becoming kings: the two of the bridge, and the others.
BRIDGE = cython.declare(cython.ulonglong[2], [squares(1, 3), squares(30, 32)])
OTHERS = cython.declare(cython.ulonglong[2], [squares(2, 4), squares(29, 31)])
# The squares in rows, counted from 0, whose number holds a 1, a 2, a 4: three counts add up the rows of all men.
ONES = cython.declare(cython.ulonglong, squares(*[square for square in range(1, 33) if (square - 1) // 4 & 1]))
TWOS = cython.declare(cython.ulonglong, squares(*[square for square in range(1, 33) if (square - 1) // 4 & 2]))
FOURS = cython.declare(cython.ulonglong, squares(*[square for square in range(1, 33) if (square - 1) // 4 & 4]))


def evaluate(black: Bits, white: Bits, kings: Bits, turn: cython.int) -> cython.int:
    """What Black is ahead: 180 to 290 a man. Pieces and men's places; a jump that threatens the mover; the hunt."""
    both: cython.int = count(black | white)
    lost: cython.int = FULL - both
    ahead: cython.int = material(black, kings) - material(white, kings)
    total: cython.int = ahead * (60 - both) + places(black & ~kings, white & ~kings, lost)
    empty: Bits = board() & ~(black | white)
    if turn and jumpers(black, black & kings, white, empty):
        total += 5 * both // 2
    elif not turn and jumpers(white & kings, white, black, empty):
        total -= 5 * both // 2
    if both <= FEW and ahead:
        total -= 8 * (hunt(black & kings, white) if ahead > 0 else -hunt(white & kings, black))
    return total


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def places(black: Bits, white: Bits, lost: cython.int) -> cython.int:
    """What the places of these men are worth to Black, after so many pieces were lost."""
    fall: cython.int = lost + lost // 2
    total: cython.int = (lost - 10) * (rows(black | white) - 7 * count(white))
    total += (50 - fall) * (count(black & BRIDGE[0]) - count(white & BRIDGE[1]))
    return total + (20 - fall) * (count(black & OTHERS[0]) - count(white & OTHERS[1]))


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
