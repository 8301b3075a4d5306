"""Hex, by Piet Hein (1942) and John Nash (1948): place stones in turn; the player who connects their two sides wins.

Red moves first and connects top and bottom, Blue left and right (C. Browne, "Hex Strategy: Making the Right
Connections", A K Peters, 2000; colours and coordinates as on hexwiki.net/index.php/Rules). On a full board exactly one
pair of sides is connected, so there is no draw (D. Gale, "The Game of Hex and the Brouwer Fixed-Point Theorem",
American Mathematical Monthly 86, 1979), and the first player can win on every board (Nash).

With rows=6 the board is oblong. With misere=yes the player who connects their sides loses (J. C. Lagarias and D. D.
Sleator, "Who Wins Misere Hex?", in The Mathemagician and Pied Puzzler, 1999: on a board of n x n Red wins if n is even,
otherwise Blue).

With swap=yes Blue may answer the first stone with `swap`: a blue stone on its mirror image, column and row exchanged,
replaces it. Blue's sides mirror Red's, so this exchanges the colours.

Cells are numbered along rows of size + 2, with a border all round; each touches six others. A move is the number of its
cell; the swap is 0.

       a1 b1 c1           -w  -w+1
         a2 b2 c2           -1   .   +1        w = size + 2
           a3 b3 c3            +w-1  +w

A cell holds bits for Red and for Blue. `joined` means connected, through stones of the colour, to its first side (top,
left) or its second side (bottom, right). The border is joined where it is a side, but has no stone:

    bits       6       5        4        2       1        0
             Blue   joined   joined     Red   joined   joined
             stone  second   first     stone  second   first

A stone joined to both sides wins, so stones on the board are joined to at most one side while the game goes on.

The empty cells stand in one list. A cell that leaves it is replaced by the last one, and remembers its own place.
Stones are lifted in reverse order, so each cell returns to where it was.

A playout answers a stone that intrudes into a bridge with the other cell of the bridge (P. Henderson, "Playing and
Solving the Game of Hex", University of Alberta, 2010, 3.2). Otherwise it draws any empty cell, all equally likely.

        x          x and x form a bridge: with two empty cells in common they cannot be cut.
       o .         Once o takes one of these, the other one answers.
        x

The estimate counts the stones that each seat still needs to connect its sides. A breadth-first search from one side
finds this distance: going on to an own stone costs nothing, to an empty cell one stone. A bridge, even to a side,
counts as connected. Two bridges may need the same empty cell, so the distance is only an estimate.

The costs of an empty cell from both sides add up to the stones of the shortest path through it. The excess over the
distance is the cell's slack. Both seats contend for a cell with little slack for both (V. V. Anshelevich, "A
Hierarchical Approach to Computer Hex", Artificial Intelligence 134, 2002, uses electrical currents instead; here only
the shortest paths count).
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, lowest, stir
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList

    AREA, LAID, CELL = 441, 512, 511
    BOTH, STONE, HALF, FAR = 3, 4, 4, 1000

from games.arrangement import arrange_board
from games.base import refusals
from games.hex import notation
from games.option import Whole, YesNo, check

MOST = 19  # rows and columns

SWAP = cython.declare(cython.int, 0)
BLUE = cython.declare(cython.ulonglong, 0x5851F42D4C957F2D)  # in the key while Blue is to move
RING = cython.declare(cython.int, 63)  # a bit for each of the six neighbours
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
words = cython.declare(cython.ulonglong[882], [stir(number) for number in range(2 * AREA)])  # of the key

# The search for distances.
CROSSED = cython.declare(cython.int, 8)
SIDE = cython.declare(cython.int, 512)
COST = cython.declare(cython.int, 10)  # bits below it
MIDDLE = cython.declare(cython.int, 400)  # of the queue: stones go in front of it, fewer than this on any board
inwards = cython.declare(cython.int[4], [3, 0, 1, 4])  # the step inwards from Red's two sides and from Blue's


class Hex(Game):
    """Join your two sides of the board; there are no draws."""

    seats = ("Red", "Blue")
    scale = 1.4  # fitted by benchmarks/scale.py
    options = {
        "size": Whole(11, least=1, most=MOST, note="columns, and rows too unless they are given"),
        "swap": YesNo(False, note="whether Blue may take over Red's first stone; only on square boards"),
        "rows": Whole(None, least=1, most=MOST),
        "misere": YesNo(False, note="whoever connects their sides loses"),
    }
    position, text, tidy, cells = notation.position, notation.text, notation.tidy, notation.cells
    show, layout = notation.show, notation.layout
    winning_cells, reason, say = notation.winning_cells, notation.reason, notation.say
    why_not, arrangement = refusals.placing, arrange_board

    def __init__(self, size=11, swap=False, rows=None, misere=False):
        check(self.options, size=size, swap=swap, rows=rows, misere=misere)
        rows = rows or size
        if swap and rows != size:
            raise ValueError(f"swap=yes needs a board with as many rows as columns, not size={size},rows={rows}")
        self.swap, self.misere, self.first = swap, misere, SWAP
        self.clear(size, rows)

    def clear(self, columns, rows):
        """Make it an empty board of this size with Red to move."""
        width = columns + 2
        self.turn, self.columns, self.rows, self.width = 0, columns, rows, width
        self.left, self.made, self.result, self.mixed = columns * rows, 0, ONGOING, 1
        self.weighed = 0
        self.steps = [-width, 1 - width, 1, width, width - 1, -1, -width]
        self.board = notation.surround(width, rows + 2, HALF) + [0] * (AREA - width * (rows + 2))
        cells = list(notation.cells_outward(columns, rows))
        self.empty = cells + [0] * (MOST**2 - len(cells))
        if not cython.compiled:  # compiled, new arrays hold zeros
            self.journal, self.places = [0] * (2 * MOST**2), [0] * AREA
            self.slack = [0] * AREA
        for place, cell in enumerate(cells):
            self.places[cell] = place

    def set_position(self, text):
        self.undoable = None
        places = notation.read_moves(text, self.columns, self.rows, self.swap)
        Hex.__init__(self, self.columns, self.swap, self.rows, self.misere)
        moves = {notation.place(self, move): move for move in self.moves()}
        for place in places:
            self.apply(SWAP if place is None else moves[place])
        notation.check_end(self.result == 1 - 2 * (self.turn ^ self.misere), self.turn)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.result == ONGOING:
            if self.swap and self.made == 1 and self.turn == 1:
                out.add(SWAP)
            out.extend(self.empty, self.left)

    def apply(self, move: cython.int) -> cython.void:
        if move == SWAP:
            self.lift(self.first, 0)
            self.lay(self.mirror(self.first), 1)
        else:
            if self.made == 0:
                self.first = move
            self.lay(move, self.turn)
        self.turn ^= 1

    def revert(self, move: cython.int) -> cython.void:
        self.turn ^= 1
        self.result = ONGOING
        if move == SWAP:
            self.lift(self.mirror(self.first), 1)
            self.lay(self.first, 0)
        else:
            self.lift(move, self.turn)

    @cython.ccall
    def value(self) -> cython.int:
        return self.result

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return (self.mixed ^ BLUE if self.turn else self.mixed) or 1

    def become(self, other: Game) -> cython.void:
        of: Hex = other
        self.swap, self.first = of.swap, of.first
        self.turn, self.columns, self.rows, self.width = of.turn, of.columns, of.rows, of.width
        self.left, self.made, self.result, self.mixed = of.left, of.made, of.result, of.mixed
        self.misere, self.weighed = of.misere, 0
        self.steps[:] = of.steps
        self.board[:] = of.board
        self.empty[:] = of.empty
        self.places[:] = of.places
        self.journal[:] = of.journal

    # Placing and removing stones.

    @cython.final
    def joined_neighbours(self, cell: cython.int) -> cython.int:
        """Return the bits of the six neighbours, combined."""
        above: cython.int = self.board[cell - self.width] | self.board[cell - self.width + 1]
        below: cython.int = self.board[cell + self.width - 1] | self.board[cell + self.width]
        return above | self.board[cell - 1] | self.board[cell + 1] | below

    @cython.final
    def ring(self, cell: cython.int, seat: cython.int) -> cython.int:
        """Return six bits of the neighbours that are the seat's, stones or side, and above them six of the empty."""
        way: cython.int
        found: cython.int = 0
        for way in range(6):
            stone: cython.int = self.board[cell + self.steps[way]]
            found |= (stone >> HALF * seat & (STONE | BOTH) != 0) << way | (stone == 0) << way + 6
        return found

    def lay(self, cell: cython.int, seat: cython.int) -> cython.void:
        """Put a stone of `seat` on the cell."""
        shift: cython.int = HALF * seat
        sides: cython.int = self.joined_neighbours(cell) >> shift & BOTH
        place: cython.int = self.places[cell]
        self.left -= 1
        self.empty[place] = self.empty[self.left]
        self.places[self.empty[place]] = place
        self.places[cell] = place
        self.board[cell] = (STONE | sides) << shift
        self.mixed ^= words[2 * cell + seat]
        self.journal[self.made] = LAID | cell
        self.made += 1
        if sides == BOTH:
            self.result = 1 - 2 * (seat ^ self.misere)
        elif sides:
            self.join(STONE << shift, (STONE | sides) << shift)

    def join(self, loose: cython.short, joined: cython.short) -> cython.void:
        """Join the loose stones connected to the last stone."""
        head: cython.int = self.made - 1
        step: cython.int
        while head < self.made:
            for step in range(6):
                cell: cython.int = (self.journal[head] & CELL) + self.steps[step]
                if self.board[cell] == loose:
                    self.board[cell] = joined
                    self.journal[self.made] = cell
                    self.made += 1
            head += 1

    def lift(self, cell: cython.int, seat: cython.int) -> cython.void:
        """Undo the last `lay`, of a stone of `seat` on the cell."""
        self.made -= 1
        while not self.journal[self.made] & LAID:
            self.board[self.journal[self.made]] = STONE << HALF * seat
            self.made -= 1
        self.board[cell] = 0
        self.mixed ^= words[2 * cell + seat]
        place: cython.int = self.places[cell]
        self.empty[self.left] = self.empty[place]
        self.places[self.empty[place]] = self.left
        self.empty[place] = cell
        self.left += 1

    def last_stone(self) -> cython.int:
        """Return the cell of the last stone, or 0 on an empty board."""
        at: cython.int = self.made - 1
        while at >= 0:
            if self.journal[at] & LAID:
                return self.journal[at] & CELL
            at -= 1
        return 0

    @cython.final
    def mirror(self, cell: cython.int) -> cython.int:
        return cell % self.width * self.width + cell // self.width

    # Playouts.

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        """Return the cell that saves a bridge broken by the last stone, or any empty one; -1 after the end."""
        return self.draw(random) if self.result == ONGOING else -1

    @cython.ccall
    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> cython.int:
        count: cython.int = 0
        while self.result == ONGOING:
            cell: cython.int = self.draw(random)
            moves.add(cell)
            movers.add(self.turn)
            self.lay(cell, self.turn)
            self.turn ^= 1
            count += 1
            random ^= random << 13 & WORD
            random ^= random >> 7
            random ^= random << 17 & WORD
        return count

    def draw(self, random: Bits) -> cython.int:
        """Return the playout's move for this random number."""
        last: cython.int = self.last_stone()
        saves: cython.int = self.broken(last, self.turn) if last else 0
        if saves:
            saves |= saves << 6  # to search round the ring from a random place
            first: cython.int = cython.cast(cython.int, (random & LOW) * 6 >> 32)
            return last + self.steps[(first + lowest(saves >> first)) % 6]
        return self.empty[cython.cast(cython.int, (random >> 32) * self.left >> 32)]

    @cython.final
    def broken(self, last: cython.int, seat: cython.int) -> cython.int:
        """Return a bit for each neighbour of the last stone that saves a bridge of `seat` which this stone breaks."""
        ring: cython.int = self.ring(last, seat)
        mine: cython.int = ring & RING
        before: cython.int = mine << 1 | mine >> 5
        behind: cython.int = mine >> 1 | mine << 5
        return ring >> 6 & before & behind

    # Evaluation without a search.

    @cython.ccall
    def estimate(self) -> cython.int:
        """Return how many more stones Blue needs than Red; with `misere`, how many fewer."""
        red: cython.int = distance(self.board, self.steps, self.columns, self.rows, 0)
        blue: cython.int = distance(self.board, self.steps, self.columns, self.rows, 1)
        return red - blue if self.misere else blue - red

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that win, or else those that stop a win. With `misere` there are none."""
        before: cython.int = out.count
        if self.result == ONGOING and not self.misere:
            out.reserve(self.left)
            self.gather_wins(out, self.turn)
            if out.count == before:
                self.gather_wins(out, 1 - self.turn)

    def gather_wins(self, out: MoveList, seat: cython.int) -> cython.void:
        """Add the cells where the next stone of `seat` would win; room for them must be reserved."""
        place: cython.int
        for place in range(self.left):
            if self.joined_neighbours(self.empty[place]) >> HALF * seat & BOTH == BOTH:
                out.push(self.empty[place])

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        bottom: cython.int = out.count
        place: cython.int
        self.collect(out)
        for place in range(bottom, out.count):
            ranks.add(self.weigh_move(out.at(place)) - 100 if out.at(place) != SWAP else 0)

    @cython.ccall
    def prior(self, move: cython.int) -> cython.int:
        """Return the weight of a move, lower on the first line: a stone there helps only once others are near."""
        return self.weigh_move(move) - 8 * self.is_edge(move) if SWAP < move < AREA and not self.misere else 0

    def weigh_move(self, cell: cython.int) -> cython.int:
        """Return much for a cell where both seats have little slack, and for one that saves a bridge."""
        self.weigh()
        way: cython.int
        found: cython.int = max(-10, 30 - 8 * self.slack[cell])
        last: cython.int = self.last_stone()
        for way in range(6 if last else 0):
            if last + self.steps[way] == cell and self.broken(last, self.turn) >> way & 1:
                found += 30
        return found

    @cython.final
    def is_edge(self, cell: cython.int) -> cython.bint:
        """Return whether the cell lies on the first line of the board."""
        row: cython.int = cell // self.width
        column: cython.int = cell % self.width
        return row in (1, self.rows) or column in (1, self.columns)

    def weigh(self) -> cython.void:
        """Compute the slack of the empty cells, once for each position."""
        if self.weighed != self.mixed:
            weigh_cells(self.board, self.steps, self.columns, self.rows, self.slack)
            self.weighed = self.mixed

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        row: cython.int
        column: cython.int
        mirrored: cython.bint = self.turn == 1 and self.rows == self.columns
        out.clear()
        for row in range(self.rows):
            for column in range(self.columns):
                stone: cython.int = self.board[(row + 1) * self.width + column + 1]
                if stone & (STONE | STONE << HALF):
                    cell: cython.int = column * self.rows + row if mirrored else row * self.columns + column
                    out.put(cell, (stone & STONE == 0) != (self.turn == 1))


# Distances between sides. `steps` lead to the six neighbours; the first one is repeated at the end. Side 0 of a seat is
# its first one (top, left).


def enter_side(queue, columns, rows, seat, side):
    """Put the cells of a side into the queue from the middle on; return how many."""
    place: cython.int
    width: cython.int = columns + 2
    size: cython.int = rows + 1 if seat else columns + 1
    first: cython.int = (columns + 1 if seat else width * (rows + 1)) if side else (width if seat else 1)
    for place in range(size):
        queue[MIDDLE + place] = SIDE | first + place * (width if seat else 1)
    return size


def lay_out(board: cython.p_short, ground: cython.p_short, costs: cython.p_short, count: cython.int) -> cython.void:
    """Copy `count` cells of the board to the ground, and set their costs to FAR."""
    place: cython.int
    for place in range(count):
        ground[place] = board[place]
        costs[place] = FAR


def spread(board, steps, columns, rows, seat, side, whole, costs):
    """Store how many stones connect each cell to `side`, its own included; return the distance between both sides."""
    ground: cython.short[441]  # the board, with the cells reached crossed out
    queue: cython.int[800]  # the cells reached: cost, whether it is a cell of the side, number
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
        # From the cells of a side only go inwards.
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


def distance(board, steps, columns, rows, seat):
    """Return how many more stones connect the seat's sides."""
    costs: cython.short[441]
    if not cython.compiled:
        costs = [0] * 441
    return spread(board, steps, columns, rows, seat, 0, False, costs)


def weigh_cells(board, steps, columns, rows, slack):
    """Store the sum of the slacks of both seats for each empty cell."""
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
