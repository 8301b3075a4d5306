"""The kinds of lines that a stone makes in gomoku, by the cells around it.

Here for lines of 5; m is the number of stones then missing, and a line is open if two different stones complete it, or
lead to that:

    kind   m                                            kind   m
     9     0    five                                     4     3    two, open           . x x . . .
     8     1    open four      . x x x x .               3     3    two
     7     1    four           o x x x x .               2, 1  4    one stone, and less, open or not
     6     2    open three     . x x x . .               0          nobody can fill a line there
     5     2    three          o x x x . .

The literature on gomoku uses the same classes (L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku and
Threat-Space Search", Report CS 93-02, University of Limburg, 1993).

The cells in one direction are bits of a word, with the cell of the stone in the middle and on each side as many cells
as matter: one less than the length of a line, and one more if lines must be exact.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, count

MEMO = cython.declare(cython.int, 4)  # most cells on each side for which kinds are kept in a table
NEW = cython.declare(cython.int, 255)
# Kinds of both sides by the cells around, NEW until needed: for lines of 2 to 5, or of 2 to 4 if they must be exact.
memo = cython.declare(cython.uchar[139792], [255] * 139792)
starts = cython.declare(cython.int[12], [0, 0, 0, 16, 272, 4368, 0, 0, 69904, 70160, 74256, 0])


def classify(black: Bits, white: Bits, line: cython.int, exact: cython.bint) -> cython.int:
    """Return the kinds of lines that stones make in the middle; cells off the board are set in both words."""
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


def measure(own: Bits, blocked: Bits, size: cython.int, exact: cython.bint) -> cython.int:
    """Return the kind of line that a stone makes in the middle of `own` stones and `blocked` cells."""
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
        # Two adjacent lines need the same number of stones and both ends are empty: the line is open.
        if lacks == least == before and not own & (one << first >> 1 | one << first + size - 1):
            opens = True
        before = lacks
    if least in (0, 99):
        return 9 if least == 0 else 0
    if least == 1:
        opens = wins & wins - 1 != 0
    return 2 * max(0, 4 - min(least, 4)) + 1 + opens
