"""Hex, by Piet Hein (1942) and John Nash (1948): place stones in turn; who joins the two sides of their colour wins.

Red moves first and joins top and bottom, Blue left and right (C. Browne, "Hex Strategy: Making the Right Connections",
A K Peters, 2000; colours and coordinates as on hexwiki.net/index.php/Rules). A full board joins exactly one pair of
sides, so that there is no draw (D. Gale, "The Game of Hex and the Brouwer Fixed-Point Theorem", American Mathematical
Monthly 86, 1979), and the first player can win on every board (Nash).

With rows=6 the board is oblong. With misere=yes who joins its sides has lost (J. C. Lagarias and D. D. Sleator, "Who
Wins Misere Hex?", in The Mathemagician and Pied Puzzler, 1999: on a board of n x n Red if n is even, else Blue).

With swap=yes Blue may answer the first stone by `swap`: a blue one on its mirror image, column and row exchanged,
replaces it. Blue's sides mirror Red's, so that this is to exchange the colours.

hex_board.py has the board. A move is the number of its cell there; the swap is 0.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.games.hex.board import AREA, HexBoard
    from cython.cimports.games.hex.distance import BOTH, HALF, STONE, distance
else:
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList
    from games.hex.board import AREA, HexBoard
    from games.hex.distance import BOTH, HALF, STONE, distance

from games.arrangement import arrange_board
from games.base import refusals
from games.boards.winning import winning_path
from games.hex import notation
from games.layout import board_layout, rotate
from games.option import Whole, YesNo, check
from games.picture import Cell

MOST = 19  # rows and columns

SWAP = cython.declare(cython.int, 0)
BLUE = cython.declare(cython.ulonglong, 0x5851F42D4C957F2D)  # in the key while Blue is to move


@cython.cclass
class Hex(HexBoard):
    """Join your two sides of the board; there are no draws."""

    seats = ("Red", "Blue")
    why_not = refusals.placing
    scale = 1.4  # fitted by benchmarks/scale.py
    arrangement = arrange_board
    options = {
        "size": Whole(11, least=1, most=MOST, note="columns, and rows too unless they are given"),
        "swap": YesNo(False, note="whether Blue may take over Red's first stone; not with other rows than columns"),
        "rows": Whole(None, least=1, most=MOST),
        "misere": YesNo(False, note="whether who connects its sides loses"),
    }

    swap: cython.bint
    first: cython.int  # the first move

    def __init__(self, size=11, swap=False, rows=None, misere=False):
        check(self.options, size=size, swap=swap, rows=rows, misere=misere)
        rows = rows or size
        if swap and rows != size:
            raise ValueError(f"swap=yes needs a board with as many rows as columns, not size={size},rows={rows}")
        self.swap, self.misere, self.first = swap, misere, SWAP
        self.clear(size, rows)

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
            if self.joined_neighbours(self.empty[place]) >> HALF * seat & BOTH == BOTH:
                out.push(self.empty[place])

    @cython.cfunc
    @cython.exceptval(check=False)
    def mirror(self, cell: cython.int) -> cython.int:
        """The mirror image of that cell."""
        return cell % self.width * self.width + cell // self.width

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        if move == SWAP:
            self.lift(self.first, 0)
            self.lay(self.mirror(self.first), 1)
        else:
            if self.made == 0:
                self.first = move
            self.lay(move, self.turn)
        self.turn ^= 1

    @cython.cfunc
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
    def estimate(self) -> cython.int:
        """How many stones more Blue needs than Red; where joining loses, how many less."""
        red: cython.int = distance(self.board, self.steps, self.columns, self.rows, 0)
        blue: cython.int = distance(self.board, self.steps, self.columns, self.rows, 1)
        return red - blue if self.misere else blue - red

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        bottom: cython.int = out.count
        place: cython.int
        self.collect(out)
        for place in range(bottom, out.count):
            ranks.add(self.weigh_move(out.at(place)) - 100 if out.at(place) != SWAP else 0)

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        """The cell that saves a bridge which the last stone breaks, or any empty one. -1 when the game is over."""
        return self.draw(random) if self.result == ONGOING else -1

    @cython.ccall
    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> cython.int:
        return self.play_out(random, moves, movers)

    @cython.ccall
    def prior(self, move: cython.int) -> cython.int:
        return self.weigh_move(move) if SWAP < move < AREA and not self.misere else 0

    def layout(self):
        """A cell holds a stone of the mover (1) or the other (2). On a square board the mover joins top and bottom."""
        return board_layout(self.rows, self.columns, 3, self.rows != self.columns, rotate)

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

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return (self.mixed ^ BLUE if self.turn else self.mixed) or 1

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: Hex = other
        self.swap, self.first = of.swap, of.first
        self.take_over(of)

    def position(self, seat=None):
        return notation.write(self.show().rows, self.turn)

    def set_position(self, text):
        self.undoable = None
        places = notation.read_moves(text, self.columns, self.rows, self.swap)
        Hex.__init__(self, self.columns, self.swap, self.rows, self.misere)
        moves = {self.place(move): move for move in self.moves()}
        for place in places:
            self.apply(SWAP if place is None else moves[place])
        notation.check_end(self.result == 1 - 2 * (self.turn ^ self.misere), self.turn)

    def text(self, move):
        return "swap" if move == SWAP else notation.name(*self.place(move))

    def tidy(self, entry):
        return notation.fold_entry(entry, self.seats[self.turn])

    def place(self, move):
        """Row and column of the move's cell, counted from 0."""
        row, column = divmod(move, self.width)
        return row - 1, column - 1

    def cells(self, move):
        return (self.place(self.mirror(self.first) if move == SWAP else move),)

    def show(self, seat=None):
        heights, places = range(1, self.rows + 1), range(1, self.columns + 1)
        rows = tuple([tuple([self.cell(row * self.width + column) for column in places]) for row in heights])
        return notation.draw(rows, notation.describe_sides(SWAP in self.moves(), self.misere))

    @cython.cfunc
    def cell(self, number: cython.int):
        """What stands on the cell of that number: R, B or nothing."""
        stone = self.board[number]
        return Cell("R", 0) if stone & 4 else Cell("B", 1) if stone >> HALF & 4 else Cell()

    def winning_cells(self):
        return winning_path(self.show().rows, 1 - self.turn, self.turn == 1)

    def reason(self):
        return "Blue joined left and right" if self.turn == 0 else "Red joined top and bottom"
