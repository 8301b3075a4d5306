"""The static evaluation of othello on boards of size 6 and 8: the sum of the weights of all patterns (patterns.py).

A row is eight consecutive bits of the word. A multiplication gathers the bits of a column, or of a diagonal, where no
two squares share a column. A table turns bits into digits in base 3.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, count

from games.othello import patterns

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
COLUMN = cython.declare(cython.ulonglong, 0x0101010101010101)
DIAGONAL = cython.declare(cython.ulonglong, 0x0102040810204080)
LINES = cython.declare(cython.int, patterns.LINES)

# For both boards, size 6 first: the weights of all patterns; where the stage of each number of discs starts; and where
# within a stage the rows start, by their distance from the edge.
read_worths = patterns.read_all()
if cython.compiled:
    worths = cython.declare(cython.p_schar, cython.cast(cython.p_schar, cython.cast(bytes, read_worths)))
else:
    worths = memoryview(read_worths).cast("b")
stages = cython.declare(cython.int[130], patterns.list_stages())
lines_from = cython.declare(cython.int[8], patterns.list_lines())
# For the diagonals, at most LINES a board: their squares, their first column, and where their weights start.
ends = cython.declare(cython.int[2], [len(patterns.diagonals(size)) for size in patterns.SIZES])
masks = cython.declare(cython.ulonglong[36], patterns.list_diagonals(0))
shifts = cython.declare(cython.int[36], patterns.list_diagonals(1))
diagonals_from = cython.declare(cython.int[36], patterns.list_diagonals(2))
# Bits as digits in base 3, the lowest bit first. In a right corner each row is read from the right.
digits = cython.declare(cython.int[512], patterns.DIGITS)
turned = cython.declare(cython.int[512], patterns.TURNED)


def evaluate(own: Bits, other: Bits, size: cython.int) -> cython.int:
    """Return the sum of the weights of all patterns for the side to move, which has the discs `own`."""
    board: cython.int = (size - 6) >> 1
    first: cython.int = stages[65 * board + count(own | other)]
    full: cython.ulonglong = (ONE << size) - 1
    last: cython.int = size - 1
    total: cython.int = corners(own, other, 8 * (size - 3), first)
    place: cython.int
    for place in range(size >> 1):
        start: cython.int = first + lines_from[4 * board + place]
        total += worths[start + contents(own >> 8 * place & full, other >> 8 * place & full)]
        total += worths[start + contents(own >> 8 * (last - place) & full, other >> 8 * (last - place) & full)]
        total += worths[start + contents(column(own >> place), column(other >> place))]
        total += worths[start + contents(column(own >> last - place), column(other >> last - place))]
    for place in range(LINES * board, LINES * board + ends[board]):
        mask: cython.ulonglong = masks[place]
        mine: cython.ulonglong = ((own & mask) * COLUMN & WORD) >> 56 + shifts[place]
        theirs: cython.ulonglong = ((other & mask) * COLUMN & WORD) >> 56 + shifts[place]
        total += worths[first + diagonals_from[place] + contents(mine, theirs)]
    return total


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def contents(own: Bits, other: Bits) -> cython.int:
    """Return the pattern's index: the own and the other discs on its squares as digits in base 3."""
    return digits[own] + 2 * digits[other]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def column(bits: Bits) -> Bits:
    """Return the first column as a row."""
    return ((bits & COLUMN) * DIAGONAL & WORD) >> 56


def corners(own: Bits, other: Bits, down: cython.int, first: cython.int) -> cython.int:
    """Return the weights of the four corners; `down` moves the lower corners' third row to the first row."""
    right: cython.int = down >> 3
    total: cython.int = 0
    total += worths[first + contents(upper(own), upper(other))]
    total += worths[first + contents(lower(own >> down), lower(other >> down))]
    total += worths[first + turned[upper(own >> right)] + 2 * turned[upper(other >> right)]]
    total += worths[first + turned[lower(own >> down + right)] + 2 * turned[lower(other >> down + right)]]
    return total


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def upper(bits: Bits) -> Bits:
    """Return the three by three squares of the upper left corner, row by row from the edge."""
    return bits & 7 | bits >> 5 & 56 | bits >> 10 & 448


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def lower(bits: Bits) -> Bits:
    """Return the three by three squares of the lower left corner, moved up, row by row from the edge."""
    return bits >> 16 & 7 | bits >> 5 & 56 | bits << 6 & 448
