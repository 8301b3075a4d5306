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
shapes = cython.declare(cython.char[65536], [0] * 65536)
ready = cython.declare(cython.bint, False)  # whether `shapes` is filled


if not cython.compiled:  # compiled, board.pxd inlines these

    def whole(halves):
        """Return half points as whole points, rounded away from 0."""
        return (halves + (halves & 1 if halves > 0 else -(halves & 1))) // 2

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


def is_shape(code: cython.int) -> cython.bint:
    """Return whether the eight points around one, as `code` has them, form a shape at which playouts move."""
    if not ready:
        enter_shapes()
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


def nearness(around, turn, code, last, move):
    """Return a bonus for a move near the last one, more if it forms a shape; less on a first line without a foe.

    around, code  what games/go/game.py keeps for the point of the move.
    """
    away: cython.int = abs(move // WIDTH - last // WIDTH) + abs(move % WIDTH - last % WIDTH)
    beside: cython.int = around >> 8  # stones and edges, which both seats count
    own: cython.int = around >> 4 * turn & 15
    other: cython.int = around >> 4 * (1 - turn) & 15
    found: cython.int = 0
    if last != 0 and away <= 3:
        found = 12 - 3 * away
        if away <= 2 and is_shape(code):
            found += 10
    if own == beside < own + other:
        found -= 10
    return found


def openness(points, size, left, point):
    """Return a bonus for an open third line and a malus for the lines below; more in the opening of a large board.

    There an empty corner comes first, then the sides, and no stone stands alone on the first two lines.

    left  the number of empty points.
    """
    opening: cython.bint = size > 10 and size * size - left < 2 * size
    up: cython.int = min(point // WIDTH, size + 1 - point // WIDTH)
    along: cython.int = min(point % WIDTH, size + 1 - point % WIDTH)
    line: cython.int = min(up, along)
    if opening and line < 3 and is_bare(points, size, point, 1, 2):
        return -300
    if line > 3 + opening or not is_bare(points, size, point, 3, 3):
        return 0
    if line < 3:
        return -10
    if opening and max(up, along) <= 4 and is_bare(points, size, point, 4, 8):
        return 100
    return 30 if opening else 10


def is_bare(points, size, point, far, most):
    """Return whether no stone is within `far` rows and columns of the point and within `most` steps along both."""
    down: cython.int
    across: cython.int
    row: cython.int = point // WIDTH
    column: cython.int = point % WIDTH
    for down in range(max(row - far, 1), min(row + far, size) + 1):
        for across in range(max(column - far, 1), min(column + far, size) + 1):
            if abs(down - row) + abs(across - column) <= most and points[WIDTH * down + across] != 0:
                return False
    return True
