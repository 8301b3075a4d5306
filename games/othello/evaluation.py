"""The static evaluation of othello on the boards of 6 and 8: the worths of all patterns (othello_patterns.py) added up.

A row is eight bits in a line of the word. A column is brought together by a multiplication, and so is a diagonal, of
which no two squares share a column. Bits become digits in base 3 by a table.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count
else:
    from games.base.bits import Bits, count

from games.othello import patterns as othello_patterns

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
COLUMN = cython.declare(cython.ulonglong, 0x0101010101010101)
DIAGONAL = cython.declare(cython.ulonglong, 0x0102040810204080)
STAGES = cython.declare(cython.int, othello_patterns.STAGES)
SET = cython.declare(cython.int, 55728)  # worths of a stage, at most
LINES = cython.declare(cython.int, 18)  # diagonals, at most

# The first index is the board: 0 for that of 6, 1 for that of 8.
worths = cython.declare(cython.schar[557280])
stages = cython.declare(cython.int[130])  # by discs, where the set of that stage starts
lines_from = cython.declare(cython.int[8])  # where the worths of the rows start, by distance from the edge
masks = cython.declare(cython.ulonglong[36])
shifts = cython.declare(cython.int[36])
diagonals_from = cython.declare(cython.int[36])
ends = cython.declare(cython.int[2])  # the number of diagonals
# Bits as digits in base 3: the lowest is the first digit. In a right corner each row is read from the right.
digits = cython.declare(cython.int[512])
turned = cython.declare(cython.int[512])
if not cython.compiled:
    worths, stages, lines_from = [0] * 557280, [0] * 130, [0] * 8
    masks, shifts, diagonals_from, ends = [0] * 36, [0] * 36, [0] * 36, [0] * 2
    digits, turned = [0] * 512, [0] * 512


def prepare():
    """Fill the tables from the file."""
    place: cython.int
    for place in range(512):
        digits[place] = sum([3**bit for bit in range(9) if place >> bit & 1])
        turned[place] = sum([3 ** (bit // 3 * 3 + 2 - bit % 3) for bit in range(9) if place >> bit & 1])
    for board, (size, found) in enumerate(othello_patterns.read().items()):
        prepare_board(board, size, found, othello_patterns.starts(size))


def prepare_board(board: cython.int, size: cython.int, found: bytes, starts: object):
    """Fill the tables of the board of that size with those worths, of which each pattern's have those starts."""
    place: cython.int
    for place in range(len(found)):
        worths[SET * STAGES * board + place] = found[place] - 256 if found[place] > 127 else found[place]
    begins = othello_patterns.STARTS[size]
    for place in range(65):
        stage = sum([place >= begin for begin in begins]) - 1
        stages[65 * board + place] = SET * STAGES * board + len(found) // STAGES * max(0, stage)
    for place in range(size // 2):
        lines_from[4 * board + place] = starts[1 + place]
    lines = diagonals(size)
    ends[board] = len(lines)
    for place, (squares, first, mask) in enumerate(lines):
        at = LINES * board + place
        masks[at], shifts[at], diagonals_from[at] = mask, first, starts[1 + size // 2 + size - squares]


def diagonals(size):
    """Of each diagonal the number of squares, the first column and the bits."""
    found = []
    for squares in range(size, othello_patterns.SHORTEST - 1, -1):
        away = size - squares
        for down, right in dict.fromkeys([(away, 0), (0, away)]):
            falling = [(down + step, right + step) for step in range(squares)]
            rising = [(size - 1 - row, column) for row, column in falling]
            found += [
                (squares, right, sum([1 << 8 * row + column for row, column in cells])) for cells in (falling, rising)
            ]
    return found


def evaluate(own: Bits, other: Bits, size: cython.int) -> cython.int:
    """What the worths of all patterns come to for the side to move, which has those discs."""
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
    """The number of what stands on squares: which are own and which the other's, as bits from the lowest on."""
    return digits[own] + 2 * digits[other]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def column(bits: Bits) -> Bits:
    """The first column as a row."""
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
    """The three by three squares at the first corner, row by row from the edge."""
    return bits & 7 | bits >> 5 & 56 | bits >> 10 & 448


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def lower(bits: Bits) -> Bits:
    """The same squares, row by row from the third one to the first."""
    return bits >> 16 & 7 | bits >> 5 & 56 | bits << 6 & 448


prepare()
