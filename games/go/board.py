"""The board of go: chains and their liberties, eyes, shapes, the area of both sides, and an estimate of it.

A chain is a group of stones joined by neighbours. These arrays have a number for each point; rows lie 21 apart, and A1
is point 22:

    points     0 empty, 1 a black stone, 2 a white stone, 3 the edge
    chains     the number of the stone's chain, which is the number of one of its stones; 0 on an empty point
    nexts      the next stone of the same chain; the stones of a chain form a ring
    sizes      the number of stones, by the number of the chain
    liberties  the number of liberties, likewise; a liberty counts once for each stone of the chain that it touches

So each stone placed or removed changes the counts of its neighbours by one, and a count is 0 exactly if the chain has
no liberty. Empty points have chain 0, whose count means nothing; so no code has to test for empty points.
"""

# mypy: ignore-errors
import cython

from games.go import patterns

WIDTH = cython.declare(cython.int, 21)
EDGE = cython.declare(cython.int, 3)
BLACK = cython.declare(cython.int, 1)
WHITE = cython.declare(cython.int, 2)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
ring = cython.declare(cython.int[8], [20, 21, 22, -1, 1, -22, -21, -20])  # in the order of the bits of a shape
shapes = cython.declare(cython.char[65536], [0] * 65536)
ready = cython.declare(cython.bint, False)  # whether `shapes` is filled


if not cython.compiled:  # compiled, board.pxd inlines these

    def fills(chains, liberties, point, chain):
        """Return whether the empty `point` is the only liberty of the `chain`, which touches it."""
        return liberties[chain] == sum([chains[point + step] == chain for step in (1, -1, 21, -21)])

    def is_eye(points, point, own):
        """Return whether the empty `point` is an eye of the colour `own`, which playouts do not fill.

        All four neighbours are its own or the edge, and the other side has at most one of the diagonal points, or none
        at the edge.
        """
        if any(points[point + step] not in (own, EDGE) for step in (1, -1, 21, -21)):
            return False
        around = [points[point + step] for step in (22, 20, -20, -22)]
        return around.count(3 - own) + (EDGE in around) < 2


# Chains.


def absorb(chains, nexts, sizes, liberties, one, other):
    """Merge the chain `other` into the chain `one`."""
    stone: cython.int = other
    while True:
        chains[stone] = one
        stone = nexts[stone]
        if stone == other:
            break
    sizes[one] += sizes[other]
    liberties[one] += liberties[other]
    nexts[one], nexts[other] = nexts[other], nexts[one]


def release(chains, nexts, sizes, liberties, one, other):
    """Undo the last merge of these two chains."""
    stone: cython.int = other
    nexts[one], nexts[other] = nexts[other], nexts[one]
    sizes[one] -= sizes[other]
    liberties[one] -= liberties[other]
    while True:
        chains[stone] = other
        stone = nexts[stone]
        if stone == other:
            break


def last_liberty(points, chains, nexts, liberties, chain):
    """Return the only liberty of the chain, or 0 if it has more."""
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


def is_safe(points, chains, nexts, liberties, point, own):
    """Return whether a stone of the colour `own` on the empty `point` would have two liberties without a capture."""
    number: cython.int
    first: cython.int = 0
    for number in range(4):
        near: cython.int = point + steps[number]
        other: cython.int = near if points[near] == 0 else 0
        if points[near] == own:
            if liberties[chains[near]] > 8:  # this point and one other count at most four times each
                return True
            other = liberty_but(points, nexts, chains[near], point, first)
        if first and other and first != other:
            return True
        if other:
            first = other
    return first and doubled(points, chains, nexts, point, first, own)


def liberty_but(points, nexts, chain, one, other):
    """Return a liberty of the chain other than the points `one` and `other`, or 0."""
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


def doubled(points, chains, nexts, point, first, own):
    """Return whether a chain of the colour `own` beside `point` has a liberty other than `point` and `first`."""
    number: cython.int
    for number in range(4):
        near: cython.int = point + steps[number]
        chain: cython.int = chains[near]
        if points[near] == own and liberty_but(points, nexts, chain, point, first):
            return True
    return False


# Shapes and areas.


def is_shape(points: cython.p_short, point: cython.int) -> cython.bint:
    """Return whether the eight points around `point` form a shape at which playouts move."""
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
    """Return `black` times Black's area plus `white` times White's: stones and empty points that reach only that side.

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


def fill(points: cython.p_short, seen: cython.p_short, point: cython.int) -> cython.int:
    """Return the size of the empty region around `point` if Black's, minus that if White's, or 0, and mark it seen."""
    found: cython.short[361]
    number: cython.int
    count: cython.int = 1
    done: cython.int = 0
    colours: cython.int = 0  # the colours reached, a bit each
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
    """Return Black's lead in quarters of a point: 4 for each stone and for each empty point beside stones of one side.

    An empty point beside stones of both sides counts 1 for each of them.
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
