"""Chains of go: stones that are joined by neighbours, in arrays with a number a point.

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
    from cython.cimports.games.go.chains import fills

steps = cython.declare(cython.int[4], [1, -1, 21, -21])

if not cython.compiled:  # compiled, chains.pxd inlines it

    def fills(chains, liberties, point, chain):
        """Whether the empty point is the only liberty of that chain, which touches it."""
        return liberties[chain] == sum([chains[point + step] == chain for step in (1, -1, 21, -21)])


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
    """The liberty of the chain if it has only one, else 0."""
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
    """A liberty of the chain that is neither of those two points; 0 if it has none."""
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
