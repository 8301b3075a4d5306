"""How far apart the two sides of a seat are in hex, counted in stones, and which cells lie on the shortest ways.

Two cells x and o with two neighbours in common make a bridge. While both of those are empty the other seat cannot cut
it: of the two cells one is left for an answer. So it counts as joined here, and so does a bridge to a side.

      x        A search from one side, nearest cells first, finds the distance: to go on to a stone costs nothing, to an
     . .       empty cell one stone. That two bridges may need the same empty cell is overlooked; the distance is an
      o        estimate.

From both sides the costs of an empty cell add up to the stones of the shortest way over it. By how many that is longer
than the distance is the cell's slack. A cell where both seats have little is one that they contend for (V. V.
Anshelevich, "A Hierarchical Approach to Computer Hex", Artificial Intelligence 134, 2002, plays where little current
flows otherwise; here it is the shortest ways alone that count).

Cells are numbers, and what stands there bytes, as in game.py. `steps` lead to the cells around, the first stands
last again. Side 0 of a seat is its first one (top, left). A search that is not to be `whole` stops at the other side.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:  # compiled, hex_distance.pxd holds these
    BOTH = 3  # joined to the first side and to the second
    STONE = 4
    HALF = 4  # bits from Red's half of a cell to Blue's
    FAR = 1000  # where no way is left

CROSSED = cython.declare(cython.int, 8)
CELL = cython.declare(cython.int, 511)
SIDE = cython.declare(cython.int, 512)
COST = cython.declare(cython.int, 10)  # bits below it
MIDDLE = cython.declare(cython.int, 400)  # of the queue: more than the stones of any board, put in from there backwards
inwards = cython.declare(cython.int[4], [3, 0, 1, 4])  # the way from the first side and the second, Red's and Blue's


@cython.cfunc
@cython.exceptval(check=False)
def enter_side(
    queue: cython.p_int, columns: cython.int, rows: cython.int, seat: cython.int, side: cython.int
) -> cython.int:
    """Put the cells of that side into the middle of the queue; how many."""
    place: cython.int
    width: cython.int = columns + 2
    size: cython.int = rows + 1 if seat else columns + 1
    first: cython.int = (columns + 1 if seat else width * (rows + 1)) if side else (width if seat else 1)
    for place in range(size):
        queue[MIDDLE + place] = SIDE | first + place * (width if seat else 1)
    return size


@cython.cfunc
@cython.exceptval(check=False)
def lay_out(board: cython.p_short, ground: cython.p_short, costs: cython.p_short, count: cython.int) -> cython.void:
    """Copy so many cells of the board to the ground; no way to them is known yet."""
    place: cython.int
    for place in range(count):
        ground[place] = board[place]
        costs[place] = FAR


def spread(
    board: cython.p_short,
    steps: cython.p_int,
    columns: cython.int,
    rows: cython.int,
    seat: cython.int,
    side: cython.int,
    whole: cython.bint,
    costs: cython.p_short,
) -> cython.int:
    """Write how many stones join each cell to that side, its own included; how many join the two sides of the seat."""
    ground: cython.short[441]  # the board, with what is reached crossed out
    queue: cython.int[800]  # what is reached: its cost, whether it is a cell of the side, its number
    if not cython.compiled:
        ground, queue = [0] * 441, [0] * 800
    found: cython.int = FAR
    cython.declare(way=cython.int, hop=cython.int)
    lay_out(board, ground, costs, (columns + 2) * (rows + 2))
    head: cython.int = MIDDLE
    tail: cython.int = MIDDLE + enter_side(queue, columns, rows, seat, side)
    while head < tail:
        cell: cython.int = queue[head] & CELL
        cost: cython.int = queue[head] >> COST
        # From a side inwards: next to each step lies that of the cell beside it.
        edge: cython.bint = queue[head] & SIDE != 0
        head += 1
        for way in range(inwards[2 * seat + side] if edge else 0, inwards[2 * seat + side] + 1 if edge else 6):
            to: cython.int = cell + steps[way]
            bridge: cython.bint = board[to] == 0 and board[cell + steps[way + 1]] == 0
            for hop in range(1 + bridge):
                to += steps[way + 1] * hop
                if ground[to] == 0:
                    queue[tail] = to | cost + 1 << COST
                    tail += 1
                    costs[to] = cost + 1
                    ground[to] = CROSSED
                elif ground[to] & STONE << HALF * seat:
                    head -= 1
                    queue[head] = to | cost << COST
                    costs[to] = cost
                    ground[to] = CROSSED
                elif ground[to] == 2 - side << HALF * seat:
                    if not whole:
                        return cost
                    found = min(found, cost)
    return found


def distance(
    board: cython.p_short, steps: cython.p_int, columns: cython.int, rows: cython.int, seat: cython.int
) -> cython.int:
    """How many more stones join that seat's sides."""
    costs: cython.short[441]
    if not cython.compiled:
        costs = [0] * 441
    return spread(board, steps, columns, rows, seat, 0, False, costs)


def weigh_cells(
    board: cython.p_short,
    steps: cython.p_int,
    columns: cython.int,
    rows: cython.int,
    slack: cython.p_short,
) -> cython.void:
    """Write for each empty cell the sum of its slacks for both seats."""
    from_first: cython.short[441]
    from_second: cython.short[441]
    if not cython.compiled:
        from_first, from_second = [0] * 441, [0] * 441
    seat: cython.int
    cell: cython.int
    for seat in range(2):
        least: cython.int = spread(board, steps, columns, rows, seat, 0, True, from_first)
        spread(board, steps, columns, rows, seat, 1, True, from_second)
        for cell in range(columns + 3, (columns + 2) * (rows + 1) - 1):
            if board[cell] == 0:
                more: cython.int = from_first[cell] + from_second[cell] - 1 - least
                slack[cell] = min(more, FAR) if seat == 0 else slack[cell] + min(more, FAR)
