"""What go sees on its board: eyes, shapes, the area of both sides at the end of a game, and an estimate of it before.

What stands on a point is a number: 0 nothing, 1 a black stone, 2 a white one, 3 the edge. Rows lie
21 apart, and A1 is point 22.
"""

# mypy: ignore-errors
import cython

from games.go.patterns import codes

WIDTH = cython.declare(cython.int, 21)
EDGE = cython.declare(cython.int, 3)
BLACK = cython.declare(cython.int, 1)
WHITE = cython.declare(cython.int, 2)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
ring = cython.declare(cython.int[8], [20, 21, 22, -1, 1, -22, -21, -20])  # as the bits of a shape go, the lowest first
shapes = cython.declare(cython.char[65536], [0] * 65536)
ready = cython.declare(cython.bint, False)  # whether they have been entered


if not cython.compiled:  # compiled, scoring.pxd inlines it

    def is_eye(points, point, own):
        """Whether the empty point is an eye of the side with such stones, which playouts do not fill.

        All four neighbours are its own or the edge, and of the points at its corners the other side has one at most,
        at the edge none.
        """
        if any(points[point + step] not in (own, EDGE) for step in (1, -1, 21, -21)):
            return False
        around = [points[point + step] for step in (22, 20, -20, -22)]
        return around.count(3 - own) + (EDGE in around) < 2


def is_shape(points: cython.p_short, point: cython.int) -> cython.bint:
    """Whether the eight points around that one are a shape at which playouts make a move."""
    number: cython.int
    code: cython.int = 0
    if not ready:
        enter_shapes()
    for number in range(8):
        code |= points[point + ring[number]] << 2 * number
    return shapes[code]


def enter_shapes():
    """Mark the codes of all shapes, which takes a moment, before the first playout."""
    global ready  # noqa: PLW0603  # a C variable when compiled
    for code in codes():
        shapes[code] = 1
    ready = True


def measure(points: cython.p_short, size: cython.int, black: cython.int, white: cython.int) -> cython.int:
    """The points of both sides, each of Black's counting so much and each of White's.

    They are stones, and empty points from which only stones of that side are reached.

    J. Tromp and B. Taylor, "The Game of Go", rule 9, tromp.github.io/go.html.
    """
    seen: cython.short[441]
    point: cython.int
    total: cython.int = 0
    if not cython.compiled:
        seen = [0] * 441
    for point in range(WIDTH * (size + 2)):
        seen[point] = points[point]
    for point in range(WIDTH + 1, WIDTH * (size + 1)):
        if seen[point] == 0:
            count: cython.int = fill(points, seen, point)
            total += count * black if count > 0 else -count * white
        elif points[point] == BLACK:
            total += black
        elif points[point] == WHITE:
            total += white
    return total


@cython.cfunc
@cython.exceptval(check=False)
def fill(points: cython.p_short, seen: cython.p_short, point: cython.int) -> cython.int:
    """The size of the empty region around that point if it is Black's, its negative if it is White's, else 0.

    All of its points become seen.
    """
    found: cython.short[361]
    number: cython.int
    count: cython.int = 1
    done: cython.int = 0
    colours: cython.int = 0  # that are reached, a bit each
    if not cython.compiled:
        found = [0] * 361
    found[0] = point
    seen[point] = EDGE
    while done < count:
        point = found[done]
        done += 1
        for number in range(4):
            near: cython.int = point + steps[number]
            colours |= 1 << points[near]
            if seen[near] == 0:
                seen[near] = EDGE
                found[count] = near
                count += 1
    colours &= 1 << BLACK | 1 << WHITE
    return count if colours == 1 << BLACK else -count if colours == 1 << WHITE else 0


def weigh(points: cython.p_short, size: cython.int) -> cython.int:
    """How far Black is ahead, in quarters of a point: a stone counts as a point, and so does an empty point beside it.

    An empty point counts a quarter for each stone around it, but all of a point for a side that alone has stones there.
    """
    point: cython.int
    number: cython.int
    total: cython.int = 0
    for point in range(WIDTH + 1, WIDTH * (size + 1)):
        if points[point] == BLACK:
            total += 4
        elif points[point] == WHITE:
            total -= 4
        elif points[point] == 0:
            blacks: cython.int = 0
            whites: cython.int = 0
            for number in range(4):
                colour: cython.int = points[point + steps[number]]
                blacks += colour == BLACK
                whites += colour == WHITE
            if whites == 0 or blacks == 0:
                total += 4 * ((blacks > 0) - (whites > 0))
            else:
                total += blacks - whites
    return total
