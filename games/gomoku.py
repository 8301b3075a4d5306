r"""Gomoku: place stones on a board; five in a row, a column or a diagonal win, and a full board is a draw.

Black moves first, anywhere, and nothing is forbidden. Rules as in L. V. Allis, H. J. van den Herik and M. P. H.
Huntjens, "Go-Moku and Threat-Space Search", Report CS 93-02, University of Limburg, 1993. More than five in line win
too (free-style gomoku), or with `exact=yes` do not (standard gomoku). With other sizes these are the m,n,k games: m
columns, n rows, k in line. With `misere=yes` who makes such a line has lost.

A number a cell, in rows of 23 whatever the board; a margin two cells wide ends every line and takes what a stone on the
edge does around it. Cell a1 is number 48, and a move is the number of its cell:

    15   370 371 372 ... 384        +22 +23 +24
     .     .   .   .       .           \ | /
     2    71  72  73 ...  85       -1 --   -- +1
     1    48  49  50 ...  62           / | \
          a   b   c  ...  o        -24 -23 -22

The empty cells stand in one list, so that the legal moves are copied in a block: first those near a stone, in the order
in which they came to be, then the others, at the start from the middle outwards.

    cells    0 ... near - 1   near ... left - 1
             near a stone     the others

A cell that leaves its part of the list is replaced by the last one there, and keeps its own place in mind: moves are
taken back in reverse order, so that each cell returns to where it was.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.bits import stir
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.games.lines import BLACK, FORKS, MARGIN, STOPS, SUMS, TABLE, WHITE, WIDTH, WINS, Lines
else:
    from games.bits import stir
    from games.game import ONGOING, Game, MoveList
    from games.lines import BLACK, FORKS, MARGIN, STOPS, SUMS, TABLE, WHITE, WIDTH, WINS, Lines

from games.arrangement import arrange_board
from games.lines import middle_first
from games.option import Whole, YesNo, check

MOST = 19

TAKEN = cython.declare(cython.int, 64)  # added to what is counted around a cell where no stone can be placed

steps = cython.declare(cython.int[4], [1, 23, 24, 22])
words = cython.declare(cython.ulonglong[1058], [stir(number) for number in range(1058)])
# From a stone to the cells near it: its neighbours, then the next in each line through it.
REACH = cython.declare(cython.int, 16)
reach = cython.declare(cython.int[16], [1, -1, 23, -23, 24, -24, 22, -22, 2, -2, 46, -46, 48, -48, 44, -44])


@cython.cclass
class Gomoku(Lines):
    """Place stones; five in line win, on a board of any size and with lines of any length."""

    seats = ("Black", "White")
    scale = 800  # fitted by benchmarks/scale.py
    arrangement = arrange_board
    options = {
        "columns": Whole(15, least=1, most=MOST),
        "rows": Whole(15, least=1, most=MOST),
        "line": Whole(5, least=2, most=MOST, note="so many in line win; at most the longer side of the board"),
        "exact": YesNo(False, note="whether only exactly so many win, and more do not"),
        "misere": YesNo(False, note="whether who makes such a line loses"),
    }

    result: cython.int  # the score, or ONGOING
    hash: cython.ulonglong
    left: cython.int  # empty cells
    near: cython.int  # those of them near a stone
    around: cython.short[529]  # stones near a cell, and TAKEN
    cells_left: cython.int[361]
    places: cython.short[529]  # of a cell in the list of the empty ones, or where it was
    befores: cython.short[529]  # where it was before it came to be near a stone

    def __init__(self, columns=15, rows=15, line=5, exact=False, misere=False):
        check(self.options, columns=columns, rows=rows, line=line, exact=exact, misere=misere)
        if line > max(columns, rows):
            raise ValueError(f"line={line} must be at most {max(columns, rows)}, the longer side of the board")
        self.columns, self.rows, self.line, self.exact, self.misere = columns, rows, line, exact, misere
        self.clear()

    def clear(self):
        """Take all stones off the board."""
        columns, rows = self.columns, self.rows
        self.turn = self.near = 0
        self.left = columns * rows
        self.result = ONGOING
        self.hash = stir(4 * (WIDTH * columns + rows) + 2 * self.misere + self.exact)
        if not cython.compiled:  # compiled, new arrays are there from the start
            self.tables()
        for cell in range(TABLE):
            self.board[cell] = MARGIN
            self.around[cell] = TAKEN
        for place, cell in enumerate(middle_first(columns, rows)):
            self.board[cell] = self.around[cell] = 0
            self.put(place, cell)

    if not cython.compiled:

        def tables(self):
            """Make the lists that are C arrays otherwise."""
            self.board, self.around, self.places, self.befores = ([0] * TABLE for _ in range(4))
            self.gains, self.partners, self.tally = [0] * TABLE, [0] * TABLE, [0] * SUMS
            self.cells_left = [0] * (MOST * MOST)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.result == ONGOING:
            out.extend(self.cells_left, self.left)

    @cython.ccall
    def make(self, move: cython.int) -> cython.void:
        colour: cython.int = WHITE if self.turn else BLACK
        self.board[move] = colour
        self.hash ^= words[move + TABLE * self.turn]
        self.take(move)
        if self.has_line(move, colour):
            self.result = 1 - 2 * (self.turn ^ self.misere)
        elif self.left == 0:
            self.result = 0
        self.turn ^= 1

    @cython.ccall
    def unmake(self, move: cython.int) -> cython.void:
        self.turn ^= 1
        self.result = ONGOING
        self.give(move)
        self.hash ^= words[move + TABLE * self.turn]
        self.board[move] = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def put(self, place: cython.int, cell: cython.int) -> cython.void:
        """Let the cell stand at that place of the list."""
        self.cells_left[place] = cell
        self.places[cell] = place

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def take(self, move: cython.int) -> cython.void:
        """Take the cell out of the list, and bring those around it forward."""
        hole: cython.int = self.places[move]
        number: cython.int
        if self.around[move]:
            self.near -= 1
            self.put(hole, self.cells_left[self.near])
            self.places[move] = hole
            hole = self.near
        self.left -= 1
        if hole != self.left:
            self.put(hole, self.cells_left[self.left])
        self.around[move] += TAKEN
        for number in range(REACH):
            cell: cython.int = move + reach[number]
            self.around[cell] += 1
            if self.around[cell] == 1:
                self.befores[cell] = self.places[cell]
                self.put(self.places[cell], self.cells_left[self.near])
                self.put(self.near, cell)
                self.near += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def give(self, move: cython.int) -> cython.void:
        """Put the cell taken last back into the list: `take` backwards."""
        number: cython.int
        for number in range(REACH - 1, -1, -1):
            cell: cython.int = move + reach[number]
            self.around[cell] -= 1
            if self.around[cell] == 0:
                self.near -= 1
                self.put(self.near, self.cells_left[self.befores[cell]])
                self.put(self.befores[cell], cell)
        self.around[move] -= TAKEN
        place: cython.int = self.places[move]
        hole: cython.int = self.near if self.around[move] else place
        if hole != self.left:
            self.put(self.left, self.cells_left[hole])
        self.left += 1
        if self.around[move]:
            self.near += 1
            if hole != place:
                self.put(hole, self.cells_left[place])
        self.put(place, move)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def has_line(self, move: cython.int, colour: cython.int) -> cython.bint:
        """Whether the stone just placed completes a line."""
        direction: cython.int
        for direction in range(4):
            step: cython.int = steps[direction]
            ahead: cython.int = move + step
            behind: cython.int = move - step
            while self.board[ahead] == colour:
                ahead += step
            while self.board[behind] == colour:
                behind -= step
            # Divided only where it may matter: most stones stand alone.
            if ahead - behind > self.line * step and (not self.exact or ahead - behind == (self.line + 1) * step):
                return True
        return False

    @cython.ccall
    def value(self) -> cython.int:
        return self.result

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The turn follows from the stones.
        return self.hash or 1

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that win, else those that stop a win, else those that threaten to win in two ways.

        Where a line loses there are none.
        """
        if self.result != ONGOING or self.misere:
            return
        place: cython.int
        found: cython.int = self.survey()
        wanted: cython.int = WINS if found & WINS else STOPS if found & STOPS else FORKS
        for place in range(self.left):
            if self.gains[self.cells_left[place]] & wanted:
                out.add(self.cells_left[place])

    @cython.cfunc
    @cython.exceptval(check=False)
    def survey(self) -> cython.int:
        """Write into `gains` what each free cell brings the side to move; what any of them brings."""
        place: cython.int
        found: cython.int = 0
        for place in range(TABLE):
            self.gains[place] = 0
        self.look(True)
        for place in range(self.left):
            found |= self.gains[self.cells_left[place]]
        return found

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Who can win at once does, on any cell; who must stop a win does, and if there are two to stop it has lost on
        # any of them. Else cells that threaten to win in two ways come first. Where a line loses, those come last.
        if self.result != ONGOING:
            return
        place: cython.int
        urgent: cython.int = self.survey() & (WINS | STOPS)
        urgent = 0 if self.misere else WINS if urgent & WINS else urgent
        for place in range(self.left):
            gain: cython.int = self.gains[self.cells_left[place]]
            if gain & urgent or not urgent:
                out.add(self.cells_left[place])
                ranks.add(-(gain & WINS) if self.misere else 1 if gain & FORKS else 0)
            if gain & urgent:
                break

    @cython.ccall
    def become(self, other: Game) -> cython.void:
        of: Gomoku = other
        self.columns, self.rows, self.line, self.exact, self.misere = of.columns, of.rows, of.line, of.exact, of.misere
        self.turn, self.result, self.hash, self.left, self.near = of.turn, of.result, of.hash, of.left, of.near
        self.board[:] = of.board
        self.around[:] = of.around
        self.cells_left[:] = of.cells_left
        self.places[:] = of.places
        self.befores[:] = of.befores
