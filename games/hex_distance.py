"""How far apart the two sides of a seat are in hex, counted in stones.

Two cells x and o with two neighbours in common make a bridge. While both of those are empty the other seat cannot cut
it: of the two cells one is left for an answer. So it counts as joined here, and so does a bridge to a side.

      x        A search from the first side, nearest cells first, finds the distance: to go on to a stone costs nothing,
     . .       to an empty cell one stone. That two bridges may need the same empty cell is overlooked; the distance is
      o        an estimate.

Cells are numbers, and what stands there bytes, as in hex.py.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:  # compiled, hex_distance.pxd holds these
    BOTH = 3  # joined to the first side and to the second
    STONE = 4
    HALF = 4  # bits from Red's half of a cell to Blue's

CROSSED = cython.declare(cython.int, 8)
CELL = cython.declare(cython.int, 511)
SIDE = cython.declare(cython.int, 512)
COST = cython.declare(cython.int, 10)  # bits below it
MIDDLE = cython.declare(cython.int, 400)  # of the queue: more than the stones of any board, put in from there backwards
FAR = cython.declare(cython.int, 1000)  # where no way is left


def distance(
    board: cython.p_short, steps: cython.p_int, columns: cython.int, rows: cython.int, seat: cython.int
) -> cython.int:
    """How many more stones join that seat's sides; `steps` lead to the cells around, the first stands last again."""
    ground: cython.short[441]  # the board, with what is reached crossed out
    queue: cython.int[800]  # what is reached: its cost, whether it is a cell of the first side, its number
    if not cython.compiled:
        ground, queue = [0] * 441, [0] * 800
    size: cython.int = rows if seat else columns  # cells along the first side
    cython.declare(place=cython.int, way=cython.int, hop=cython.int)
    for place in range((columns + 2) * (rows + 2)):
        ground[place] = board[place]
    for place in range(size + 1):
        queue[MIDDLE + place] = SIDE | (place + 1) * (columns + 2 if seat else 1)
    head: cython.int = MIDDLE
    tail: cython.int = MIDDLE + size + 1
    while head < tail:
        cell: cython.int = queue[head] & CELL
        cost: cython.int = queue[head] >> COST
        # From a side inwards: next to each step lies that of the cell beside it.
        first: cython.int = (1 if seat else 3) if queue[head] & SIDE else 0
        head += 1
        for way in range(first, first + 1 if first else 6):
            to: cython.int = cell + steps[way]
            other: cython.int = cell + steps[way + 1]
            bridge: cython.bint = board[to] == 0 and board[other] == 0
            for hop in range(1 + bridge):
                to += steps[way + 1] * hop
                if ground[to] == 0:
                    queue[tail] = to | cost + 1 << COST
                    tail += 1
                    ground[to] = CROSSED
                elif ground[to] & STONE << HALF * seat:
                    head -= 1
                    queue[head] = to | cost << COST
                    ground[to] = CROSSED
                elif ground[to] == 2 << HALF * seat:
                    return cost
    return FAR
