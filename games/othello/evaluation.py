"""The static evaluation of othello on the boards of 6 and 8: the worths of all patterns (patterns.py) added up.

A row is eight bits in a line of the word. A column is brought together by a multiplication, and so is a diagonal, of
which no two squares share a column. Bits become digits in base 3 by a table.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count
else:
    from games.base.bits import Bits, count

from games.othello import patterns

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
COLUMN = cython.declare(cython.ulonglong, 0x0101010101010101)
DIAGONAL = cython.declare(cython.ulonglong, 0x0102040810204080)
LINES = cython.declare(cython.int, patterns.LINES)

# By the board, that of 6 first: the worths of all patterns, by discs where those of their stage start, and where among
# these those of the rows start, by distance from the edge.
read_worths = patterns.read_all()
if cython.compiled:
    worths = cython.declare(cython.p_schar, cython.cast(cython.p_schar, cython.cast(bytes, read_worths)))
else:
    worths = memoryview(read_worths).cast("b")
stages = cython.declare(cython.int[130], patterns.list_stages())
lines_from = cython.declare(cython.int[8], patterns.list_lines())
# Of the diagonals, LINES at most a board: their squares, their first column, and where their worths start.
ends = cython.declare(cython.int[2], [len(patterns.diagonals(size)) for size in patterns.SIZES])
masks = cython.declare(cython.ulonglong[36], patterns.list_diagonals(0))
shifts = cython.declare(cython.int[36], patterns.list_diagonals(1))
diagonals_from = cython.declare(cython.int[36], patterns.list_diagonals(2))
# Bits as digits in base 3: the lowest is the first digit. In a right corner each row is read from the right.
digits = cython.declare(cython.int[512], patterns.DIGITS)
turned = cython.declare(cython.int[512], patterns.TURNED)


def evaluate(own: Bits, other: Bits, size: cython.int) -> cython.int:
    """Return what the worths of all patterns come to for the side to move, which has those discs."""
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
    """Return the number of what stands on squares: which are own and which the other's, as bits from the lowest on."""
    return digits[own] + 2 * digits[other]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def column(bits: Bits) -> Bits:
    """Return the first column as a row."""
    return ((bits & COLUMN) * DIAGONAL & WORD) >> 56


@cython.cfunc
@cython.exceptval(check=False)
def corners(own: Bits, other: Bits, down: cython.int, first: cython.int) -> cython.int:
    """The worths of the four corners; down: how far below the first row that of the lower corners' third squares is."""
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
    """Return the three by three squares at the first corner, row by row from the edge."""
    return bits & 7 | bits >> 5 & 56 | bits >> 10 & 448


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def lower(bits: Bits) -> Bits:
    """Return the same squares, row by row from the third one to the first."""
    return bits >> 16 & 7 | bits >> 5 & 56 | bits << 6 & 448
