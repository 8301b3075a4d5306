"""Othello: place a disc so that it flanks discs of the other colour in a line; all flanked discs are flipped.

The rules follow the World Othello Federation (World Othello Championship, Official Rules, Rome 2010,
www.ffothello.org/competition/regles-de-competition): Black moves first; every move flips at least one disc; a side
passes exactly if it cannot move; the game is over when neither side can. The score is Black's discs minus White's.
Tournaments give the empty squares to the winner (`empties=winner`); otherwise they count for nobody. Reversi is another
name of the same game.

size=4, 6, 8   words of 64 bits. Bit n is row n / 8, column n % 8; smaller boards lie in the corner of the largest:

                    0  1  2 ...  7      a1 b1 c1 ... h1
                    8  9 10 ... 15      a2 b2 c2 ... h2
                   56 57 58 ... 63      a8 b8 c8 ... h8

size=10        a number for each square, 1 for Black, -1 for White, in rows of 12 with a border of zeros that ends every
               line; a1 is number 13.

A move is the number of its square. What it flips is kept on a stack: bits, or on the large board lengths by direction.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, count, lowest, stir
    from games.base.nth_bit import nth
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList
    from games.othello.evaluation import evaluate

from games.base import refusals
from games.option import Choice, Whole, check
from games.othello import notation

PASS = cython.declare(cython.int, 144)

WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
FIRST_COLUMN = cython.declare(cython.ulonglong, 0x0101010101010101)
INNER = cython.declare(cython.ulonglong, 0x7E7E7E7E7E7E7E7E)  # without columns a and h: no line runs on past these
ONE = cython.declare(cython.ulonglong, 1)
CORNER = cython.declare(cython.int, 6)  # a corner's worth, in moves of the other side, for the order of moves
STEPS = cython.declare(cython.int[8], [-13, -12, -11, -1, 1, 11, 12, 13])  # on the large board

# Words of 64 bits. Another word always masks what is shifted past the last bit.


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def shift(bits: Bits, step: cython.int) -> Bits:
    """Return the bits shifted by `step` squares, down if it is negative."""
    return bits << step if step > 0 else bits >> -step


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def runs(start: Bits, others: Bits, step: cython.int) -> Bits:
    """Return the runs of `others` next to `start` in a direction, at most six long (a Kogge-Stone fill: 1, 2, 4, 6)."""
    found: Bits = others & shift(start, step)
    found |= others & shift(found, step)
    others &= shift(others, step)
    found |= others & shift(found, 2 * step)
    return found | others & shift(found, 2 * step)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def ends(own: Bits, others: Bits, step: cython.int) -> Bits:
    """Return the squares one past the runs, in both directions."""
    return shift(runs(own, others, step), step) | shift(runs(own, others, -step), -step)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def flips(disc: Bits, own: Bits, others: Bits, step: cython.int) -> Bits:
    """Return the runs of others, in both directions from `disc`, that an own disc ends."""
    ahead: Bits = runs(disc, others, step)
    behind: Bits = runs(disc, others, -step)
    return (ahead if shift(ahead, step) & own else 0) | (behind if shift(behind, -step) & own else 0)


# The large board.


def count_places(squares: cython.p_short, side: cython.int) -> cython.int:
    """Return on how many squares the side may place a disc."""
    found: cython.int = 0
    square: cython.int
    for square in range(13, 131):
        found += lengths(squares, square, side) != 0
    return found


def lengths(squares: cython.p_short, square: cython.int, side: cython.int) -> Bits:
    """Return how many discs the side would flip from the square in each of eight directions, four bits each."""
    found: Bits = 0
    step: cython.int
    if squares[square] or square % 12 in (0, 11):
        return 0
    for step in range(8):
        place: cython.int = square + STEPS[step]
        length: Bits = 0
        while squares[place] == -side:
            place += STEPS[step]
            length += 1
        if squares[place] == side:
            found |= length << 4 * step
    return found


def colour(squares: cython.p_short, square: cython.int, found: Bits, side: cython.int) -> cython.void:
    """Give the discs that the lengths in `found` name the colour of `side`."""
    step: cython.int
    length: cython.int
    for step in range(8):
        for length in range(1, cython.cast(cython.int, found >> 4 * step & 15) + 1):
            squares[square + length * STEPS[step]] = side


class Othello(Game):
    """Flank discs to flip them; most discs win. The score is the difference."""

    seats = ("Black", "White")
    why_not = refusals.flipping
    text, tidy, position = notation.text, notation.tidy, notation.position
    show, cells, layout, reason = notation.show, notation.cells, notation.layout, notation.reason
    swing = 32  # of quarters of a disc: in nine of ten positions no quiet move wins more
    scale = 30  # fitted by benchmarks/scale.py
    arrangement = notation.arrange
    options = {
        "size": Whole(8, least=4, most=10, note="rows and columns: 4, 6, 8 or 10"),
        "empties": Choice("nobody", words=("nobody", "winner"), note="who gets the squares that stay empty"),
    }

    # own, other: discs of the side to move and of the other. board: all squares. open: where the side to move may place
    # a disc, on the large board on how many squares. flipped, opened: what each ply flipped, and what was open before
    # it; 200 plies are enough for 96 discs and never two passes in a row.

    def __init__(self, size=8, empties="nobody"):
        check(self.options, size=size, empties=empties)
        if size % 2:
            raise ValueError(f"size={size} must be 4, 6, 8 or 10")
        self.turn = self.plies = self.own = self.other = self.board = 0
        self.size, self.large, self.bonus = size, size > 8, empties == "winner"
        if not cython.compiled:  # compiled, new arrays hold zeros
            self.squares, self.flipped, self.opened = [0] * 144, [0] * 200, [0] * 200
        middle: cython.int = self.size // 2
        self.put(middle - 1, middle, 0)
        self.put(middle, middle - 1, 0)
        self.put(middle, middle, 1)
        self.put(middle - 1, middle - 1, 1)
        if not self.large:
            self.board = (WORD >> 64 - 8 * self.size) & FIRST_COLUMN * ((ONE << self.size) - 1)
        self.look()

    def put(self, row: cython.int, column: cython.int, seat: cython.int) -> cython.void:
        """Put a disc of `seat` on an empty square."""
        square: cython.int = self.number(row, column)
        if self.large:
            self.squares[square] = 1 - 2 * seat
        elif seat == self.turn:
            self.own |= ONE << square
        else:
            self.other |= ONE << square

    @property
    def stakes(self):
        """The number of squares."""
        return self.size * self.size

    def number(self, row: cython.int, column: cython.int) -> cython.int:
        """Return the number of a square; rows and columns count from 0."""
        return 12 * row + column + 13 if self.large else 8 * row + column

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        bits: Bits = self.open
        square: cython.int
        if not (bits or self.over):
            out.add(PASS)
        elif self.large:
            for square in range(13, 131 if bits else 0):
                if lengths(self.squares, square, 1 - 2 * self.turn):
                    out.add(square)
        else:
            while bits:
                out.add(lowest(bits))
                bits &= bits - 1

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        if self.large or not self.open:
            return -1
        return nth(self.open, cython.cast(cython.int, (random >> 32) * count(self.open) >> 32))

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Moves that leave the other side fewer moves are tried first.
        bits: Bits = 0 if self.large else self.open
        last: cython.int = self.size - 1
        corners: Bits = (ONE | ONE << last) * (ONE | ONE << (8 * last & 63))
        place: cython.int = out.count
        self.collect(out)
        while ranks.count < out.count:
            ranks.add(0)
        while bits:
            disc: Bits = bits & -bits
            found: Bits = disc | self.flips_of(disc)
            rank: cython.int = CORNER if disc & corners else 0
            ranks.put(place, rank - count(self.places(self.other & ~found, self.own | found, 0)))
            place += 1
            bits ^= disc

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        corner: cython.int  # a disc there can never be flipped back
        for corner in range(4):
            square: cython.int = self.number((self.size - 1) * (corner >> 1), (self.size - 1) * (corner & 1))
            if (lengths(self.squares, square, 1 - 2 * self.turn) if self.large else self.open >> square & 1) != 0:
                out.add(square)

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        out.words[0], out.words[1] = self.own | self.open, self.other | self.open

    def apply(self, move: cython.int) -> cython.void:
        found: Bits = 0
        disc: Bits = 0
        if move != PASS and self.large:
            found = lengths(self.squares, move, 1 - 2 * self.turn)
            colour(self.squares, move, found, 1 - 2 * self.turn)
            self.squares[move] = 1 - 2 * self.turn
        elif move != PASS:
            disc = ONE << move
            found = self.flips_of(disc)
            disc |= found
        self.flipped[self.plies], self.opened[self.plies] = found, self.open
        self.plies += 1
        self.turn ^= 1
        self.own, self.other = self.other & ~disc, self.own | disc
        self.look()

    def revert(self, move: cython.int) -> cython.void:
        self.plies -= 1
        self.turn ^= 1
        self.over = False
        self.open = self.opened[self.plies]
        found: Bits = self.flipped[self.plies]
        if not self.large:
            disc: Bits = found if move == PASS else found | ONE << move
            self.own, self.other = self.other & ~disc, self.own | found
        elif move != PASS:
            colour(self.squares, move, found, 2 * self.turn - 1)
            self.squares[move] = 0

    def look(self) -> cython.void:
        """Find where the side to move may place a disc, and whether neither side may."""
        self.open = self.places(self.own, self.other, 1 - 2 * self.turn)
        self.over = not self.open and not self.places(self.other, self.own, 2 * self.turn - 1)

    def flips_of(self, disc: Bits) -> Bits:
        """Return what the side to move flips by placing a disc; not on the large board."""
        inner: Bits = self.other & INNER
        found: Bits = flips(disc, self.own, inner, 1) | flips(disc, self.own, inner, 7)
        return found | flips(disc, self.own, self.other, 8) | flips(disc, self.own, inner, 9)

    def places(self, own: Bits, other: Bits, side: cython.int) -> Bits:
        """Return where a side with the discs `own` may place a disc; on the large board, on how many squares."""
        inner: Bits = other & INNER
        if self.large:
            return count_places(self.squares, side)
        found: Bits = ends(own, inner, 1) | ends(own, inner, 7) | ends(own, other, 8) | ends(own, inner, 9)
        return found & self.board & ~(own | other)

    @cython.ccall
    def value(self) -> cython.int:
        if not self.over:
            return ONGOING
        total: cython.int = (count(self.own) - count(self.other)) * (1 - 2 * self.turn)
        left: cython.int = self.size * self.size - count(self.own | self.other)
        square: cython.int
        for square in range(144 if self.large else 0):
            total += self.squares[square]
            left -= self.squares[square] != 0
        return total + self.bonus * left * ((total > 0) - (total < 0))

    @cython.ccall
    def estimate(self) -> cython.int:
        # By patterns; on the other boards by mobility, corners, the edge squares beside them (C-squares), and the
        # diagonal ones that give corners away (X-squares).
        if self.size in {6, 8}:
            return evaluate(self.own, self.other, self.size) * (1 - 2 * self.turn)
        more: Bits = self.places(self.other, self.own, 2 * self.turn - 1)
        ahead: cython.longlong = self.open - more if self.large else count(self.open) - count(more)
        total: cython.int = 3 * ahead * (1 - 2 * self.turn)
        corner: cython.int
        for corner in range(4):
            row: cython.int = (self.size - 1) * (corner >> 1)
            column: cython.int = (self.size - 1) * (corner & 1)
            inward: cython.int = 1 - 2 * (corner >> 1)
            along: cython.int = 1 - 2 * (corner & 1)
            beside: cython.int = self.side(row, column + along) + self.side(row + inward, column)
            if self.side(row, column):
                total += 30 * self.side(row, column) + 4 * beside
            else:
                total -= 12 * self.side(row + inward, column + along) + 4 * beside
        return total

    def side(self, row: cython.int, column: cython.int) -> cython.int:
        """Return whose disc stands there: 1 for Black's, -1 for White's, 0 for none."""
        square: cython.int = self.number(row, column)
        mine: cython.int = self.own >> (square & 63) & 1
        yours: cython.int = self.other >> (square & 63) & 1
        return self.squares[square] if self.large else (mine - yours) * (1 - 2 * self.turn)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # Computed on demand: playouts never ask, and a move changes many squares.
        bits: Bits = stir(stir(self.own) + self.other & WORD) ^ self.turn
        square: cython.int
        for square in range(144 if self.large else 0):
            bits = stir(3 * bits + self.squares[square] + 1 & WORD)
        return bits or 1

    def become(self, other: Game) -> cython.void:
        of: Othello = other
        self.turn = of.turn
        self.size, self.large, self.bonus, self.over, self.plies = of.size, of.large, of.bonus, of.over, of.plies
        self.own, self.other, self.board, self.open = of.own, of.other, of.board, of.open
        self.squares[:] = of.squares
        self.flipped[:] = of.flipped
        self.opened[:] = of.opened

    def set_position(self, text):
        self.undoable = None
        discs, turn = notation.read_discs(text, self.size)
        Othello.__init__(self, self.size, "winner" if self.bonus else "nobody")
        self.turn, self.own, self.other = turn, 0, 0
        square: cython.int
        for square in range(144):
            self.squares[square] = 0
        for row, column, seat in discs:
            self.put(row, column, seat)
        self.look()
