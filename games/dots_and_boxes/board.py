"""Lines and boxes of dots and boxes as words of 64 bits, with bits as in game.py.

Words of boxes may have other bits set as well. The compiled game uses board.pxd instead of this module.
"""

WORD = (1 << 64) - 1


def fours(lines: int, columns: int) -> int:
    """Return the boxes with all four lines."""
    return lines & lines >> columns & lines >> columns + 1 & lines >> 2 * columns + 1


def threes(lines: int, columns: int) -> int:
    """Return the boxes with three lines: both of one kind and one of the other."""
    left, right, above = lines >> columns, lines >> columns + 1, lines >> 2 * columns + 1
    return (lines ^ above) & left & right | lines & above & (left ^ right)


def twos(lines: int, columns: int) -> int:
    """Return the boxes with two lines: one of each kind or both of one kind."""
    left, right, above = lines >> columns, lines >> columns + 1, lines >> 2 * columns + 1
    return (lines ^ above) & (left ^ right) | lines & above & ~(left | right) | left & right & ~(lines | above)


def sides(boxes: int, columns: int) -> int:
    """Return the lines around the boxes."""
    return (boxes | boxes << columns | boxes << columns + 1 | boxes << 2 * columns + 1) & WORD


def beside(lines: int, columns: int) -> int:
    """Return the boxes on both sides of the lines."""
    return lines | lines >> columns | lines >> columns + 1 | lines >> 2 * columns + 1


def reach(boxes: int, free: int, columns: int) -> int:
    """Return the boxes next to `boxes` (below, left, right, above) with a free line between them."""
    found = (boxes & free) >> 2 * columns + 1
    found |= (boxes << columns & free) >> columns + 1
    found |= (boxes << columns + 1 & free) >> columns
    return found | boxes << 2 * columns + 1 & free


def chain(box: int, members: int, free: int, columns: int) -> int:
    """Return the box and the members that can be reached from it through free lines and other members."""
    found, before = box, 0
    while found != before:
        before = found
        found |= reach(found, free, columns) & members
    return found
