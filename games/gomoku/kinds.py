"""The kinds of lines that a stone makes in gomoku, by what stands around its cell.

A line of 5 as the example; m is how many stones it then lacks to be full, and it is open where two stones win it, or
lead to that:

    kind   m                                            kind   m
     9     0    five                                     4     3    two, open           . x x . . .
     8     1    open four      . x x x x .               3     3    two
     7     1    four           o x x x x .               2, 1  4    one stone, and less, open or not
     6     2    open three     . x x x . .               0          nobody can fill a line there
     5     2    three          o x x x . .

Kinds are the classes of Go-Moku's literature (L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku and
Threat-Space Search", Report CS 93-02, University of Limburg, 1993).

Cells in one direction are bits of a word, the cell of the stone in their middle: as far to each side as a stone counts
for it, which is a cell less than a line is long, and one more where lines must be exact.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count
else:
    from games.base.bits import Bits, count

MEMO = cython.declare(cython.int, 4)  # cells to each side, up to which kinds are kept in a table
NEW = cython.declare(cython.int, 255)
# Kinds of both sides by what stands around, NEW until asked for. For lines of 2 to 5, if they must be exact of 2 to 4.
memo = cython.declare(cython.uchar[139792], [255] * 139792)
starts = cython.declare(cython.int[12], [0, 0, 0, 16, 272, 4368, 0, 0, 69904, 70160, 74256, 0])


def classify(black: Bits, white: Bits, line: cython.int, exact: cython.bint) -> cython.int:
    """The kinds of lines that stones make in the middle of such cells; those of neither side are in both words."""
    reach: cython.int = line - 1 + exact
    index: cython.int = 0
    if reach <= MEMO:
        low: Bits = (cython.cast(Bits, 1) << reach) - 1
        index = cython.cast(
            cython.int, (black & low | black >> 1 & ~low) | (white & low | white >> 1 & ~low) << 2 * reach
        )
        index += starts[6 * exact + line]
        if memo[index] != NEW:
            return memo[index]
    kinds: cython.int = measure(black & ~white, white, line, exact) | measure(white & ~black, black, line, exact) << 4
    if reach <= MEMO:
        memo[index] = kinds
    return kinds


@cython.cfunc
@cython.exceptval(check=False)
def measure(own: Bits, blocked: Bits, size: cython.int, exact: cython.bint) -> cython.int:
    """Return the kind of line that a stone makes in the middle of own stones and cells blocked."""
    one: Bits = 1
    own |= one << size - 1 + exact
    least: cython.int = 99
    before: cython.int = 99
    wins: Bits = 0
    opens: cython.bint = False
    first: cython.int
    for first in range(exact, exact + size):
        line: Bits = (one << size) - 1 << first
        lacks: cython.int = size - count(own & line)
        ends: Bits = (one << first + size | one << first >> 1) if exact else 0
        if blocked & line or own & ends:
            before = 99
            continue
        if lacks < least:
            least, opens = lacks, False
        if lacks == 1:
            wins |= line & ~own
        # Two lines side by side lack as much, and neither end of the two has a stone.
        if lacks == least == before and not own & (one << first >> 1 | one << first + size - 1):
            opens = True
        before = lacks
    if least in (0, 99):
        return 9 if least == 0 else 0
    if least == 1:
        opens = wins & wins - 1 != 0
    return 2 * max(0, 4 - min(least, 4)) + 1 + opens
