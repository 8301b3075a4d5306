"""What go sees on its board: chains and their liberties, eyes, shapes, the area of both sides, and an estimate of it.

Chains are stones that are joined by neighbours. They are kept in arrays with a number a point; rows lie 21 apart, and
A1 is point 22:

    points     what stands there: 0 nothing, 1 a black stone, 2 a white one, 3 the edge
    chains     the number of the stone's chain, which is that of one of its stones; 0 where none stands
    nexts      from each stone of a chain to the next: they stand in a ring
    sizes      of a chain by its number: how many stones
    liberties  likewise, each liberty counted once for each stone that it touches

So a stone more or less changes each count of liberties by one, and it is 0 exactly if the chain has none. Where no
stone stands the number of the chain is 0: what is counted for that one means nothing, and nobody has to ask.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.go.board import fills

from games.go import patterns

WIDTH = cython.declare(cython.int, 21)
EDGE = cython.declare(cython.int, 3)
BLACK = cython.declare(cython.int, 1)
WHITE = cython.declare(cython.int, 2)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
ring = cython.declare(cython.int[8], [20, 21, 22, -1, 1, -22, -21, -20])  # as the bits of a shape go, the lowest first
shapes = cython.declare(cython.char[65536], [0] * 65536)
ready = cython.declare(cython.bint, False)  # whether they have been entered


if not cython.compiled:  # compiled, board.pxd inlines these

    def fills(chains, liberties, point, chain):
        """Whether the empty point is the only liberty of that chain, which touches it."""
        return liberties[chain] == sum([chains[point + step] == chain for step in (1, -1, 21, -21)])

    def is_eye(points, point, own):
        """Whether the empty point is an eye of the side with such stones, which playouts do not fill.

        All four neighbours are its own or the edge, and of the points at its corners the other side has one at most,
        at the edge none.
        """
        if any(points[point + step] not in (own, EDGE) for step in (1, -1, 21, -21)):
            return False
        around = [points[point + step] for step in (22, 20, -20, -22)]
        return around.count(3 - own) + (EDGE in around) < 2


# Chains.


def absorb(
    chains: cython.p_short,
    nexts: cython.p_short,
    sizes: cython.p_short,
    liberties: cython.p_short,
    one: cython.int,
    other: cython.int,
) -> cython.void:
    """Make the other chain a part of the one."""
    stone: cython.int = other
    while True:
        chains[stone] = one
        stone = nexts[stone]
        if stone == other:
            break
    sizes[one] += sizes[other]
    liberties[one] += liberties[other]
    nexts[one], nexts[other] = nexts[other], nexts[one]


def release(
    chains: cython.p_short,
    nexts: cython.p_short,
    sizes: cython.p_short,
    liberties: cython.p_short,
    one: cython.int,
    other: cython.int,
) -> cython.void:
    """Part the two again, of which the one absorbed the other last."""
    stone: cython.int = other
    nexts[one], nexts[other] = nexts[other], nexts[one]
    sizes[one] -= sizes[other]
    liberties[one] -= liberties[other]
    while True:
        chains[stone] = other
        stone = nexts[stone]
        if stone == other:
            break


def last_liberty(
    points: cython.p_short, chains: cython.p_short, nexts: cython.p_short, liberties: cython.p_short, chain: cython.int
) -> cython.int:
    """Return the liberty of the chain if it has only one, else 0."""
    number: cython.int
    stone: cython.int = chain
    if liberties[chain] > 4:
        return 0
    while True:
        for number in range(4):
            near: cython.int = stone + steps[number]
            if points[near] == 0:
                return near if fills(chains, liberties, near, chain) else 0
        stone = nexts[stone]
        if stone == chain:
            return 0


def is_safe(
    points: cython.p_short,
    chains: cython.p_short,
    nexts: cython.p_short,
    liberties: cython.p_short,
    point: cython.int,
    own: cython.int,
) -> cython.bint:
    """Whether a stone of that colour on the empty point would have two liberties without a capture."""
    number: cython.int
    first: cython.int = 0
    for number in range(4):
        near: cython.int = point + steps[number]
        other: cython.int = near if points[near] == 0 else 0
        if points[near] == own:
            if liberties[chains[near]] > 8:  # four of them at most are this point, four another
                return True
            other = liberty_but(points, nexts, chains[near], point, first)
        if first and other and first != other:
            return True
        if other:
            first = other
    return first and doubled(points, chains, nexts, point, first, own)


@cython.cfunc
@cython.exceptval(check=False)
def liberty_but(
    points: cython.p_short, nexts: cython.p_short, chain: cython.int, one: cython.int, other: cython.int
) -> cython.int:
    """Return a liberty of the chain that is neither of those two points; 0 if it has none."""
    number: cython.int
    stone: cython.int = chain
    while True:
        for number in range(4):
            near: cython.int = stone + steps[number]
            if points[near] == 0 and near not in (one, other):
                return near
        stone = nexts[stone]
        if stone == chain:
            return 0


@cython.cfunc
@cython.exceptval(check=False)
def doubled(
    points: cython.p_short,
    chains: cython.p_short,
    nexts: cython.p_short,
    point: cython.int,
    first: cython.int,
    own: cython.int,
) -> cython.bint:
    """Whether one chain of that colour beside the empty point has a liberty that is neither of the two."""
    number: cython.int
    for number in range(4):
        near: cython.int = point + steps[number]
        chain: cython.int = chains[near]
        if points[near] == own and liberty_but(points, nexts, chain, point, first):
            return True
    return False


# Shapes and areas.


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
    for code in patterns.codes():
        shapes[code] = 1
    ready = True


def measure(points: cython.p_short, size: cython.int, black: cython.int, white: cython.int) -> cython.int:
    """Return the points of both sides, each of Black's counting so much and each of White's.

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
    """Return the size of the empty region around that point if it is Black's, its negative if it is White's, else 0.

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
