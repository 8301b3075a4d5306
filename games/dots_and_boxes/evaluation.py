"""What dots and boxes knows of strategy: which moves need not be looked at, and the static evaluation.

A *chain* is a row of boxes with two lines each, joined by lines not yet drawn; a *loop* is a chain that is closed. Who
draws a line of one opens it to the other, who takes its boxes. It is long from three boxes on. Boxes with fewer lines
are *joints*. Who takes a long chain may leave the last two boxes, of a loop the last four, so that the other has to
move again after taking them (E. Berlekamp, "The Dots and Boxes Game", A K Peters 2000).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count, lowest
    from cython.cimports.games.dots_and_boxes.board import beside, chain, fours, sides, threes, twos
    from cython.cimports.games.move_list import MoveList
else:
    from games.base.bits import Bits, count, lowest
    from games.dots_and_boxes.board import beside, chain, fours, sides, threes, twos
    from games.move_list import MoveList


def collect_captures(lines: Bits, free: Bits, boxes: Bits, columns: cython.int, out: MoveList) -> cython.bint:
    """Add the moves worth trying where a box can be taken: one or two; whether there was such a box.

    Take any such box. Whoever plays elsewhere leaves it to the other: nothing is better than to take it now, unless it
    is the line that the next box would be taken with. That line leaves two boxes to the other, who then has to move. If
    the chain goes on, it is too early: taken later, it leaves no more. If the line takes a box, too, either may go
    first. (These are the rules of J. K. Barker and R. E. Korf, "Solving Dots-And-Boxes", AAAI 2012.)
    """
    three: Bits = threes(lines, columns) & boxes
    two: Bits = twos(lines, columns) & boxes
    left: Bits = three
    way: cython.int = -1
    if not three:
        return False
    while left:
        box: Bits = left & -left
        left ^= box
        line: Bits = sides(box, columns) & free
        following: Bits = beside(line, columns) & two
        other: Bits = sides(following, columns) & free & ~line
        beyond: Bits = beside(other, columns) & boxes & ~following
        last: Bits = sides(beyond & two, columns) & free & ~other
        if not other or beyond & three or (last and not beside(last, columns) & three):
            out.add(lowest(line))
            return True
        first, way = lowest(line), lowest(other)
    out.add(first)
    out.add(way)
    return True


def collect_chains(lines: Bits, giving: Bits, boxes: Bits, columns: cython.int, out: MoveList):
    """Where no box can be taken: add one line of each chain and loop, short ones first, by which it is given away.

    All lines of a chain are as good, but for a chain of two: after the line in its middle both must be taken.
    """
    two: Bits = twos(lines, columns) & boxes
    size: cython.int
    later: Bits = 0
    for size in range(1, 4):
        while two:
            found: Bits = chain(two & -two, two, giving, columns)
            two ^= found
            if size < 3 and count(found) != size:
                later |= found
                continue
            line: Bits = sides(found, columns) & giving
            if size == 2:
                line &= sides(found & -found, columns) & sides(found & found - 1, columns)
            out.add(lowest(line))
        two, later = later, 0
    return 0


def evaluate(lines: Bits, board: Bits, boxes: Bits, columns: cython.int) -> cython.int:
    """The boxes not yet taken that the side to move is likely to win, less those of the other.

    It takes all that it can. If then each line gives boxes away, the rest is counted by chains, and who took the last
    boxes may have left some of them to the other.
    """
    three: Bits = threes(lines, columns) & boxes
    rest: Bits = boxes & ~fours(lines, columns)
    after: Bits = lines
    opened: Bits = three
    while opened:
        after |= sides(opened, columns)
        opened = threes(after, columns) & boxes
    left: Bits = rest & ~fours(after, columns)
    taken: cython.int = count(rest) - count(left)
    free: Bits = board & ~after
    if not left or free & ~sides(twos(after, columns) & boxes, columns):
        return taken
    ahead: cython.int = give(after, left, free, columns)
    declined: cython.int = leave(three, rest & ~left, board & ~lines, columns) if taken > 1 else 0
    if declined and -ahead - declined > ahead:
        ahead = -ahead - declined
    return taken + ahead


@cython.cfunc
@cython.exceptval(check=False)
def leave(three: Bits, taken: Bits, free: Bits, columns: cython.int) -> cython.int:
    """What it costs to leave the end of a chain that is being taken to the other: 4, of a loop 8; 0 if one cannot."""
    cost: cython.int = 0
    while three:
        found: Bits = chain(three & -three, taken, free, columns)
        openings: cython.int = count(found & three)
        if openings == 1 and count(found) > 1:
            return 4
        if openings == 2 and count(found) > 3:
            cost = 8
        three &= ~found
    return cost


@cython.cfunc
@cython.exceptval(check=False)
def give(lines: Bits, left: Bits, free: Bits, columns: cython.int) -> cython.int:
    """What the side to move wins, most often below 0, where each line gives away some of the boxes that are left.

    Short chains go by turns, the shorter first. Who then has to open a long chain loses all of them, and the other
    leaves two boxes of each and four of each loop but the last one: the controlled value (Berlekamp, chapter 10). A
    joint makes one chain of two.
    """
    two: Bits = twos(lines, columns) & left
    value: cython.int = count(left)
    ones: cython.int = 0
    pairs: cython.int = 0
    chains: cython.int = 0
    longest: cython.int = 0
    loops: cython.int = 0
    joints: cython.int = count(left & ~two)
    while two:
        found: Bits = chain(two & -two, two, free, columns)
        size: cython.int = count(found)
        two ^= found
        if size < 3:
            value -= size
            ones += size & 1
            pairs += size >> 1
        elif size > 3 and count(sides(found, columns) & free) == size:
            loops += 1
        else:
            chains += 1
            longest = max(longest, size)
    short: cython.int = -(ones & 1) + (2 if ones & 1 else -2) * (pairs & 1)
    if not value:
        return short
    least: cython.int = 2 - (value & 1)
    value += 4 * joints - 4 * chains - 8 * loops
    value += (4 if longest > 3 or not loops else 6) if chains else 8
    value = max(value, least)
    return short + (value if ones + pairs & 1 else -value)
