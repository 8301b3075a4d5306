"""Hex, by Piet Hein (1942) and John Nash (1948): place stones in turn; who joins the two sides of their colour wins.

Red moves first and joins top and bottom, Blue left and right (C. Browne, "Hex Strategy: Making the Right Connections",
A K Peters, 2000; colours and coordinates as on hexwiki.net/index.php/Rules). A full board joins exactly one pair of
sides, so that there is no draw (D. Gale, "The Game of Hex and the Brouwer Fixed-Point Theorem", American Mathematical
Monthly 86, 1979), and the first player can win on every board (Nash).

With rows=6 the board is oblong. With misere=yes who joins its sides has lost (J. C. Lagarias and D. D. Sleator, "Who
Wins Misere Hex?", in The Mathemagician and Pied Puzzler, 1999: on a board of n x n Red if n is even, else Blue).

With swap=yes Blue may answer the first stone by `swap`: a blue one on its mirror image, column and row exchanged,
replaces it. Blue's sides mirror Red's, so that this is to exchange the colours.

Cells are numbered along rows of size + 2, with a border all round; each touches six others:

       a1 b1 c1           -w  -w+1
         a2 b2 c2           -1   .   +1        w = size + 2
           a3 b3 c3            +w-1  +w

A cell holds Red's bits and Blue's. Joined means: through stones of the colour to its first side (top, left) or its
second one (bottom, right). The border is joined where it is a side, but no stone:

    bits       6       5        4        2       1        0
             Blue   joined   joined     Red   joined   joined
             stone  second   first     stone  second   first

A stone that would be joined to both sides wins, so that those on the board are joined to one side at most. A move holds
the rank of its cell, from the centre outwards, and the cell's number; the swap is 0:

    bits   17 ... 9   8 ... 0
             rank       cell
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.bits import stir
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.games.hex_distance import BOTH, HALF, STONE, distance
else:
    from games.bits import stir
    from games.game import ONGOING, Game, MoveList
    from games.hex_distance import BOTH, HALF, STONE, distance

from games import hex_text
from games.arrangement import arrange_board
from games.option import Whole, YesNo, check
from games.picture import Cell
from games.winning import winning_path

LARGEST = 19
AREA = (LARGEST + 2) ** 2

SWAP = cython.declare(cython.int, 0)
BITS = cython.declare(cython.int, 9)
CELL = cython.declare(cython.int, (1 << 9) - 1)
BLUE = cython.declare(cython.ulonglong, 0x5851F42D4C957F2D)  # in the key while Blue is to move
words = cython.declare(cython.ulonglong[882], [stir(number) for number in range(2 * AREA)])  # of the key


@cython.cclass
class Hex(Game):
    """Join your two sides of the board; there are no draws."""

    seats = ("Red", "Blue")
    scale = 1.4  # fitted by benchmarks/scale.py
    arrangement = arrange_board
    options = {
        "size": Whole(11, least=1, most=LARGEST, note="columns, and rows too unless they are given"),
        "swap": YesNo(False, note="whether Blue may take over Red's first stone; not with other rows than columns"),
        "rows": Whole(None, least=1, most=LARGEST),
        "misere": YesNo(False, note="whether who connects its sides loses"),
    }

    columns: cython.int
    rows: cython.int
    width: cython.int  # from a row to the next
    swap: cython.bint
    misere: cython.bint
    left: cython.int  # empty cells
    made: cython.int  # entries of the journal
    first: cython.int  # the first move
    result: cython.int  # the score, or ONGOING
    mixed: cython.ulonglong  # the words of all stones
    steps: cython.int[7]  # to the six cells around, each next to the one before, and the first again
    board: cython.short[441]
    empty: cython.int[361]  # the moves onto empty cells, in order
    journal: cython.short[722]  # each stone in the order of moves, followed by those that it joined to a side

    def __init__(self, size=11, swap=False, rows=None, misere=False):
        check(self.options, size=size, swap=swap, rows=rows, misere=misere)
        rows = rows or size
        if swap and rows != size:
            raise ValueError(f"swap=yes needs a board with as many rows as columns, not size={size},rows={rows}")
        width = size + 2
        self.turn, self.columns, self.rows, self.width, self.swap, self.misere = 0, size, rows, width, swap, misere
        self.left, self.made, self.first, self.result, self.mixed = size * rows, 0, SWAP, ONGOING, 1
        self.steps = [-width, 1 - width, 1, width, width - 1, -1, -width]
        self.board = hex_text.surround(width, rows + 2, HALF) + [0] * (AREA - width * (rows + 2))
        moves = [rank << BITS | cell for rank, cell in enumerate(hex_text.cells_outward(size, rows), 1)]
        self.empty = moves + [0] * (LARGEST**2 - len(moves))
        if not cython.compiled:  # compiled, new arrays hold zeros
            self.journal = [0] * (2 * LARGEST**2)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.result == ONGOING:
            if self.swap and self.made == 1 and self.turn == 1:
                out.add(SWAP)
            out.extend(self.empty, self.left)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that win, or if there are none those that stop a win. Where joining loses there are none."""
        before: cython.int = out.count
        if self.result == ONGOING and not self.misere:
            out.reserve(self.left)
            self.gather_wins(out, self.turn)
            if out.count == before:
                self.gather_wins(out, 1 - self.turn)

    @cython.cfunc
    @cython.exceptval(check=False)
    def gather_wins(self, out: MoveList, seat: cython.int) -> cython.void:
        """Add the cells where that seat's next stone would win; there must be room reserved for them."""
        place: cython.int
        for place in range(self.left):
            if self.joined_neighbours(self.empty[place] & CELL) >> HALF * seat & BOTH == BOTH:
                out.push(self.empty[place])

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def joined_neighbours(self, cell: cython.int) -> cython.int:
        """What stands on the six cells around, in both halves."""
        above: cython.int = self.board[cell - self.width] | self.board[cell - self.width + 1]
        below: cython.int = self.board[cell + self.width - 1] | self.board[cell + self.width]
        return above | self.board[cell - 1] | self.board[cell + 1] | below

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def spot(self, move: cython.int) -> cython.int:
        """The place of that move in the list of empty cells."""
        # Counting without a branch beats a search by halves, for the machine counts several at once.
        place: cython.int = 0
        at: cython.int
        for at in range(self.left):
            place += self.empty[at] < move
        return place

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def lay(self, move: cython.int, seat: cython.int) -> cython.void:
        """Put a stone of that seat there."""
        cell: cython.int = move & CELL
        shift: cython.int = HALF * seat
        sides: cython.int = self.joined_neighbours(cell) >> shift & BOTH
        place: cython.int
        self.left -= 1
        for place in range(self.spot(move), self.left):
            self.empty[place] = self.empty[place + 1]
        self.board[cell] = (STONE | sides) << shift
        self.mixed ^= words[2 * cell + seat]
        self.journal[self.made] = cell
        self.made += 1
        if sides == BOTH:
            self.result = 1 - 2 * (seat ^ self.misere)
        elif sides:
            self.join(STONE << shift, (STONE | sides) << shift)

    @cython.cfunc
    @cython.exceptval(check=False)
    def join(self, loose: cython.short, joined: cython.short) -> cython.void:
        """Turn the loose stones that the last one touches, and those that they touch, into joined ones."""
        head: cython.int = self.made - 1
        step: cython.int
        while head < self.made:
            for step in range(6):
                cell: cython.int = self.journal[head] + self.steps[step]
                if self.board[cell] == loose:
                    self.board[cell] = joined
                    self.journal[self.made] = cell
                    self.made += 1
            head += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def lift(self, move: cython.int, seat: cython.int) -> cython.void:
        """Take that seat's stone off again, the last one laid."""
        cell: cython.int = move & CELL
        place: cython.int
        spot: cython.int = self.spot(move)
        self.made -= 1
        while self.journal[self.made] != cell:
            self.board[self.journal[self.made]] = STONE << HALF * seat
            self.made -= 1
        self.board[cell] = 0
        self.mixed ^= words[2 * cell + seat]
        for place in range(self.left, spot, -1):
            self.empty[place] = self.empty[place - 1]
        self.empty[spot] = move
        self.left += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def mirror(self, move: cython.int) -> cython.int:
        """The move onto the mirror image of that cell."""
        cell: cython.int = move & CELL
        image: cython.int = cell % self.width * self.width + cell // self.width
        return (move >> BITS) + (image > cell) - (image < cell) << BITS | image

    @cython.ccall
    def make(self, move: cython.int) -> cython.void:
        if move == SWAP:
            self.lift(self.first, 0)
            self.lay(self.mirror(self.first), 1)
        else:
            if self.made == 0:
                self.first = move
            self.lay(move, self.turn)
        self.turn ^= 1

    @cython.ccall
    def unmake(self, move: cython.int) -> cython.void:
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
    def estimate(self) -> cython.int:
        """How many stones more Blue needs than Red; where joining loses, how many less."""
        red: cython.int = distance(self.board, self.steps, self.columns, self.rows, 0)
        blue: cython.int = distance(self.board, self.steps, self.columns, self.rows, 1)
        return red - blue if self.misere else blue - red

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return (self.mixed ^ BLUE if self.turn else self.mixed) or 1

    @cython.ccall
    def become(self, other: Game) -> cython.void:
        of: Hex = other
        self.turn, self.columns, self.rows, self.width = of.turn, of.columns, of.rows, of.width
        self.swap, self.misere = of.swap, of.misere
        self.left, self.made, self.first, self.result, self.mixed = of.left, of.made, of.first, of.result, of.mixed
        self.steps[:], self.board[:] = of.steps, of.board
        self.empty[:] = of.empty
        self.journal[:] = of.journal

    def position(self, seat=None):
        return hex_text.write(self.show().rows, self.turn)

    def set_position(self, text):
        places = hex_text.read_moves(text, self.columns, self.rows, self.swap)
        Hex.__init__(self, self.columns, self.swap, self.rows, self.misere)
        moves = {self.place(move): move for move in self.moves()}
        for place in places:
            self.make(SWAP if place is None else moves[place])
        hex_text.check_end(self.result == 1 - 2 * (self.turn ^ self.misere), self.turn)

    def text(self, move):
        return "swap" if move == SWAP else hex_text.name(*self.place(move))

    def tidy(self, entry):
        return hex_text.fold_entry(entry, self.seats[self.turn])

    def place(self, move):
        """Row and column of the move's cell, counted from 0."""
        row, column = divmod(move & CELL, self.width)
        return row - 1, column - 1

    def cells(self, move):
        return (self.place(self.mirror(self.first) if move == SWAP else move),)

    def show(self, seat=None):
        heights, places = range(1, self.rows + 1), range(1, self.columns + 1)
        rows = tuple(tuple(self.cell(row * self.width + column) for column in places) for row in heights)
        return hex_text.draw(rows, hex_text.describe_sides(SWAP in self.moves(), self.misere))

    def cell(self, number):
        """What stands on the cell of that number: R, B or nothing."""
        stone = self.board[number]
        return Cell("R", 0) if stone & STONE else Cell("B", 1) if stone >> HALF & STONE else Cell()

    def winning_cells(self):
        return winning_path(self.show().rows, 1 - self.turn, self.turn == 1)

    def reason(self):
        return "Blue joined left and right" if self.turn == 0 else "Red joined top and bottom"
