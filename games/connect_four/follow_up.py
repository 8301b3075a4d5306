"""Follow-up in connect four, on 7 columns and 6 rows: what a seat reaches if the other one always answers on top.

V. Allis calls it claimeven ("A Knowledge-Based Approach of Connect-Four", 1988, sections 3.3 and 6.2.1). Rows are
counted from 1, the lowest; a place is a bit, as games.connect_four numbers them.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import lowest
    from cython.cimports.games.connect_four.lines import fours
else:
    from games.base.bits import lowest
    from games.connect_four.lines import fours

HEIGHT = cython.declare(cython.int, 7)  # bits of a column, of which the topmost is always clear
BOTTOMS = cython.declare(cython.ulonglong, sum([1 << 7 * column for column in range(7)]))
BOARD = cython.declare(cython.ulonglong, BOTTOMS * 0b111111)
ODD = cython.declare(cython.ulonglong, BOTTOMS * 0b010101)  # rows 1, 3 and 5
EVEN = cython.declare(cython.ulonglong, BOTTOMS * 0b101010)
COLUMN = cython.declare(cython.ulonglong, (1 << 7) - 1)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def has_line(stones: cython.ulonglong) -> cython.bint:
    """Whether the stones hold four in line."""
    return (fours(stones, 1) | fours(stones, HEIGHT - 1) | fours(stones, HEIGHT) | fours(stones, HEIGHT + 1)) != 0


@cython.cfunc
@cython.exceptval(check=False)
def limit_by_follow_up(
    mine: cython.ulonglong, filled: cython.ulonglong, against: cython.ulonglong, left: cython.int
) -> cython.int:
    """The most that the seat to move reaches where the other one always answers on top: 1 where that tells nothing.

    against  the places where the other seat wins.

    Where each column has an even number of empty places there is always room on top. The seat to move then gets the
    empty places of odd rows and the other one those of even rows. Without four in line there it does not win, and it
    loses if the other gets four.

    Where a single column has an odd number of them, the rows change hands in it. If the other wins at a place of an odd
    row there, it is a matter of time until the seat to move has to play below that place: it loses, unless the places
    that it gets before make four in line.
    """
    empty: cython.ulonglong = BOARD ^ filled
    single: cython.ulonglong = filled + BOTTOMS & EVEN  # the lowest empty places of columns with an odd number of them
    if not left & 1:
        if single or has_line(mine | empty & ODD):
            return 1
        return -1 if has_line((mine ^ filled) | empty & EVEN) else 0
    if not single or single & (single - 1):
        return 1
    column: cython.ulonglong = COLUMN << lowest(single) // HEIGHT * HEIGHT
    goal: cython.ulonglong = against & column & ODD & ~(single - 1)
    if not goal:
        return 1
    below: cython.ulonglong = (goal & ~(goal - 1)) - 1
    return 1 if has_line(mine | empty & ~column & ODD | empty & column & EVEN & below) else -1
