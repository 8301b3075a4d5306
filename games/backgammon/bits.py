"""Move sources of a backgammon board held in bitboards, a bit a point, as backgammon_play.py describes."""

# mypy: ignore-errors
import cython

OFF = cython.declare(cython.uint, 1)
BAR = cython.declare(cython.uint, 1 << 25)
ON = cython.declare(cython.uint, (1 << 25) - 2)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def reach(cells: cython.uint, blocks: cython.uint, die: cython.int) -> cython.uint:
    """Where on the board and bar a checker can be moved from by that die."""
    if cells >> 25:
        cells = BAR
    found: cython.uint = (cells & ~(blocks << die)) >> die + 1 << die + 1
    if cells < 128:
        found |= cells & OFF << die
        if cells >> die == 0:
            # None stands as high as the die, so that the highest goes.
            cells |= cells >> 1
            cells |= cells >> 2
            cells |= cells >> 4
            found = cells ^ cells >> 1
    return found


def mirror(points: cython.uint) -> cython.uint:
    """The points 1 to 24 as the other side counts them."""
    points = (points & 0x55555555) << 1 | points >> 1 & 0x55555555
    points = (points & 0x33333333) << 2 | points >> 2 & 0x33333333
    points = (points & 0x0F0F0F0F) << 4 | points >> 4 & 0x0F0F0F0F
    points = (points & 0x00FF00FF) << 8 | points >> 8 & 0x00FF00FF
    return ((points & 0xFFFF) << 16 | points >> 16) >> 6


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def occupied(planes: cython.p_uint, seat: cython.int) -> cython.uint:
    """Where that seat has checkers, the bar included."""
    at: cython.int = 4 * seat
    return (planes[at] | planes[at + 1] | planes[at + 2] | planes[at + 3]) & ~OFF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def stacked(planes: cython.p_uint, seat: cython.int) -> cython.uint:
    """Where that seat has more than one checker."""
    at: cython.int = 4 * seat
    return (planes[at + 1] | planes[at + 2] | planes[at + 3]) & ~OFF


def opponent_view(planes: cython.p_uint, seat: cython.int) -> cython.ulonglong:
    """The other seat as this one sees it: its points of several checkers, and from bit 32 on those of one."""
    more: cython.uint = stacked(planes, 1 - seat) & ON
    one: cython.ulonglong = mirror(occupied(planes, 1 - seat) & ON & ~more)
    return mirror(more) | one << 32


def sources(planes: cython.p_uint, seat: cython.int, blocks: cython.uint, die: cython.int) -> cython.uint:
    """The points and the bar from which that seat can move a checker by that die."""
    return reach(occupied(planes, seat), blocks, die)


def sources_of_roll(
    planes: cython.p_uint, seat: cython.int, blocks: cython.uint, large: cython.int, small: cython.int
) -> cython.ulonglong:
    """Where two different dice let the seat begin, with the larger one, and from bit 32 on with the smaller one.

    Moves that leave the same whichever die is used are there once.
    """
    cells: cython.uint = occupied(planes, seat)
    first: cython.uint = reach(cells, blocks, large)
    second: cython.uint = reach(cells, blocks, small)
    # With two points to move from by either die each leaves one to the other.
    if not (first & first - 1 and second & second - 1):
        more: cython.uint = stacked(planes, seat)
        before: cython.uint = playable_first(cells, more, blocks, first, large, small)
        behind: cython.uint = playable_first(cells, more, blocks, second, small, large)
        if before | behind:
            first, second = before, behind
        elif first:
            second = 0
    # Both dice bear the highest checker off, and the next one too.
    second &= ~(first & (OFF << small + 1) - 1)
    late: cython.ulonglong = second
    return first | late << 32


@cython.cfunc
@cython.exceptval(check=False)
def playable_first(
    cells: cython.uint, more: cython.uint, blocks: cython.uint, begin: cython.uint, die: cython.int, then: cython.int
) -> cython.uint:
    """Those points of `begin` from which a checker can be moved by a die so that the other die can be used then.

    cells  where the seat has checkers;  more  where more than one.
    """
    found: cython.uint = 0
    while begin:
        cell: cython.uint = begin & -begin
        if reach((cells & (more | ~cell) | cell >> die) & ~OFF, blocks, then):
            found |= cell
        begin ^= cell
    return found


def points_won(planes: cython.p_uint, loser: cython.int) -> cython.int:
    """The points that the other seat has won: 1, or 2 for a gammon, or 3 for a backgammon."""
    at: cython.int = 4 * loser
    if (planes[at] | planes[at + 1] | planes[at + 2] | planes[at + 3]) & OFF:
        return 1
    return 3 if occupied(planes, loser) >> 19 else 2
