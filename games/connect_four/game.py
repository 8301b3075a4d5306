"""Connect four: drop stones into columns; four in a row, a column or a diagonal win, and a full board is a draw.

X moves first. Rules as in V. Allis, "A Knowledge-Based Approach of Connect-Four. The Game Is Solved: White Wins",
Report IR-163, Vrije Universiteit Amsterdam, 1988.

A column takes rows + 1 bits of a word, from its bottom up; the topmost bit stands above the board and is always clear,
so that no line runs from one column into the next. The default board of 7 columns and 6 rows:

     6 13 20 27 34 41 48    above the board
     5 12 19 26 33 40 47    top row
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42    bottom row
     1  2  3  4  5  6  7    typed

The next place in a column is 1 bit away, in a row 7 bits, in a diagonal 6 or 8. A move holds the rank of its column,
with the middle one first, and the place where the stone lands, so that it still names its cell after the column has
grown:

    bits   10 ... 6   5 ... 0
             rank      place

If four in line win, the estimate counts for both sides:

    lines     that one side can still fill; a line with exactly two of its stones counts three times;
    threats   right above a place where a stone can land: the other seat should not play beneath them;
    a win     at hand, or two of the other side at once, counts more than all of these;
    zugzwang  who has to play beneath a winning place of the other one, once all else is filled (Allis, chapter 3): with
              an even number of places the first seat gets the places of odd rows in this way, and the second seat the
              places of even rows. It counts more with each stone on the board.

The weights come from a logistic regression on the winners, by the solver, of 12,000 positions of quick games, together
with a term for whose turn it is. The log loss is 0.69 for knowing nothing, 0.65 for lines and threats alone, 0.52 for
this estimate, and 0.47 with the turn. But tree search compares positions with either side to move, and the term for the
turn misleads it.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import count
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.connect_four.lines import any_four, fills_of_four, gaps, runs, weigh_fours
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.base.bits import count
    from games.base.planes import Planes
    from games.connect_four.lines import any_four, fills_of_four, gaps, runs, weigh_fours
    from games.game import ONGOING, Game, MoveList

from games.arrangement import arrange_board
from games.base import refusals
from games.connect_four import notation
from games.option import Whole, check

BITS = cython.declare(cython.int, 6)
PLACE = cython.declare(cython.int, (1 << 6) - 1)
ONE = cython.declare(cython.ulonglong, 1)
MIRRORED = cython.declare(cython.int, 14)  # stones
GAP = cython.declare(cython.int, 8)  # the worth of a threat, in open lines, if not four in line win
ROOM = cython.declare(cython.int, 64)  # bits in a word
WIDEST = cython.declare(cython.int, 32)  # columns

# The weights if four in line win.
LINE = cython.declare(cython.int, 4)
THREAT = cython.declare(cython.int, 12)
SURE = cython.declare(cython.int, 1000)  # more than all others
ZUGZWANG = cython.declare(cython.int, 3)  # for each stone on the board


@cython.cclass
class ConnectFour(Game):
    """Drop stones into columns; four in line win."""

    why_not = refusals.dropping
    text, tidy, position = notation.text, notation.tidy, notation.position
    show, cells, layout = notation.show, notation.cells, notation.layout
    winning_cells, reason = notation.winning_cells, notation.reason
    theory, solver = notation.theory, notation.solver
    seats, selective, scale = ("Red", "Yellow"), False, 60  # the scale: see docs/learned.md
    arrangement = arrange_board
    options = {
        "columns": Whole(7, least=1, most=WIDEST, note=f"columns * (rows + 1) may be at most {ROOM}"),
        "rows": Whole(6, least=1, most=ROOM - 1),
        "line": Whole(4, least=2, most=ROOM - 1, note="this many in a row win; at most the longer side of the board"),
    }

    columns = cython.declare(cython.int, visibility="readonly")
    rows = cython.declare(cython.int, visibility="readonly")
    line = cython.declare(cython.int, visibility="readonly")
    steps: cython.int[4]  # of the directions in which a line has room
    directions: cython.int  # their number; plain: whether four in line win, in all four directions
    plain: cython.bint
    usual = cython.declare(
        cython.bint, visibility="readonly"
    )  # whether this is the usual board, which has a table and a solver
    board: cython.ulonglong  # all places
    bottoms: cython.ulonglong  # the lowest place of each column
    mine = cython.declare(cython.ulonglong, visibility="readonly")  # the stones of the seat to move
    filled = cython.declare(cython.ulonglong, visibility="readonly")  # the stones of both
    left = cython.declare(cython.int, visibility="readonly")  # empty places
    twofold: cython.int  # with at least this many empty places, mirror images share a key; with fewer they are rare
    tips: cython.int[32]  # by rank: the next move in that column, above the board when it is full
    result: cython.int  # the score, or ONGOING

    def __init__(self, columns=7, rows=6, line=4):
        check(self.options, columns=columns, rows=rows, line=line)
        notation.check_size(columns, rows, line, ROOM)
        steps, bottoms, tips = notation.measure(columns, rows, line)
        self.turn, self.result, self.mine, self.filled = 0, ONGOING, 0, 0
        self.columns, self.rows, self.line, self.directions = columns, rows, line, len(steps)
        self.steps = steps + [0] * (4 - len(steps))
        self.tips = tips + [0] * (WIDEST - columns)
        self.bottoms, self.left = bottoms, self.columns * self.rows
        self.board = self.bottoms * ((ONE << self.rows) - 1)
        self.plain = self.line == self.directions == 4
        self.usual = self.columns == 7 and self.rows == 6 and self.line == 4
        self.twofold = self.left - MIRRORED if self.columns > 1 else ROOM

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.result == ONGOING:
            self.gather(out, self.board)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def gather(self, out: MoveList, places: cython.ulonglong) -> cython.void:
        """Add the moves that land on one of the places; in a full column a move would land above the board."""
        rank: cython.int
        for rank in range(self.columns):
            move: cython.int = self.tips[rank]
            if places >> (move & PLACE) & 1:
                out.add(move)

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        if self.result != ONGOING or self.filled & self.bottoms << self.rows - 1:
            return -1
        return self.tips[cython.cast(cython.int, (random >> 32) * self.columns >> 32)]

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        stones: cython.ulonglong = self.mine | ONE << (move & PLACE)
        self.mine ^= self.filled
        self.filled = self.mine | stones
        self.tips[move >> BITS] += 1
        self.left -= 1
        if self.has_line(stones):
            self.result = 1 - 2 * self.turn
        elif self.left == 0:
            self.result = 0
        self.turn ^= 1

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.filled ^= ONE << (move & PLACE)
        self.mine ^= self.filled
        self.tips[move >> BITS] -= 1
        self.left += 1
        self.result = ONGOING
        self.turn ^= 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def has_line(self, stones: cython.ulonglong) -> cython.bint:
        """Return whether the stones hold a line."""
        if self.plain:
            return any_four(stones, self.rows)
        direction: cython.int
        for direction in range(self.directions):  # noqa: SIM110  a generator is slow in C
            if runs(stones, self.steps[direction], self.line):
                return True
        return False

    @cython.ccall
    def value(self) -> cython.int:
        return self.result

    @cython.ccall
    def estimate(self) -> cython.int:
        """Return the first seat's lead; if not four in line win, by open lines and threats."""
        theirs: cython.ulonglong = self.mine ^ self.filled
        direction: cython.int
        if self.plain:
            ahead: cython.int = judge_fours(self.mine, theirs, self.board, self.bottoms, self.rows)
        else:
            ahead = GAP * (count(self.threats(self.mine)) - count(self.threats(theirs)))
            for direction in range(self.directions):
                ahead += count(runs(self.board ^ theirs, self.steps[direction], self.line))
                ahead -= count(runs(self.board ^ self.mine, self.steps[direction], self.line))
        return ahead if self.turn == 0 else -ahead

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        landings: cython.ulonglong = self.filled + self.bottoms & self.board
        out.words[0], out.words[1] = self.mine | landings, self.mine ^ self.filled | landings

    @cython.cfunc
    @cython.exceptval(check=False)
    def threats(self, stones: cython.ulonglong) -> cython.ulonglong:
        """Return the empty places where one more of these stones makes a line."""
        empty: cython.ulonglong = self.board ^ self.filled
        if self.plain:
            return fills_of_four(stones, self.rows) & empty
        found: cython.ulonglong = 0
        direction: cython.int
        for direction in range(self.directions):
            found |= gaps(stones, self.board, self.steps[direction], self.line)
        return found & empty

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that win, then those that stop a win."""
        if self.result == ONGOING:
            wins: cython.ulonglong = self.threats(self.mine)
            self.gather(out, wins)
            self.gather(out, self.threats(self.mine ^ self.filled) & ~wins)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Win at once if possible; otherwise stop a win, and if there are two, the game is lost anyway. Otherwise a move
        # below a winning place of the other seat loses at once. The rest is ranked by the threats that it makes.
        if self.result != ONGOING:
            return
        open_places: cython.ulonglong = self.filled + self.bottoms & self.board
        stops: cython.ulonglong = self.threats(self.mine ^ self.filled)
        wanted: cython.ulonglong = self.threats(self.mine) & open_places
        if wanted == 0:
            wanted = stops & open_places
        if wanted == 0:
            wanted = open_places & ~(stops >> 1)
            rank: cython.int
            for rank in range(self.columns):
                place: cython.ulonglong = ONE << (self.tips[rank] & PLACE)
                if place & wanted:
                    out.add(self.tips[rank])
                    # Unique ranks: breaking ties by history searched twice as many positions.
                    ranks.add(WIDEST * count(self.threats(self.mine | place)) - rank)
        else:
            wanted &= ~(wanted - 1)
            self.gather(out, wanted)
            ranks.add(0)
        if wanted == 0:
            self.gather(out, open_places & ~(open_places - 1))
            ranks.add(0)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # In each column a bit above the stones marks their number, and the bits below say whose they are.
        bits: cython.ulonglong = self.filled + self.bottoms | self.mine
        if self.left < self.twofold:
            return bits
        other: cython.ulonglong = 0
        column: cython.int
        for column in range(self.columns):
            other = other << self.rows + 1 | (bits >> column * (self.rows + 1) & (ONE << self.rows + 1) - 1)
        return min(bits, other)

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: ConnectFour = other
        self.turn, self.result, self.columns, self.rows, self.line = of.turn, of.result, of.columns, of.rows, of.line
        self.plain, self.usual, self.directions = of.plain, of.usual, of.directions
        self.mine, self.filled, self.left, self.twofold = of.mine, of.filled, of.left, of.twofold
        self.board, self.bottoms, self.steps[:], self.tips[:] = of.board, of.bottoms, of.steps, of.tips

    def set_position(self, text):
        self.undoable = None
        turn, stones = notation.read_stones(text, self.columns, self.rows, self.line)
        ConnectFour.__init__(self, self.columns, self.rows, self.line)
        one: cython.ulonglong = stones[0]
        other: cython.ulonglong = stones[1]
        self.turn, self.mine, self.filled = turn, other if turn else one, one | other
        self.left -= count(self.filled)
        rank: cython.int
        for rank in range(self.columns):
            self.tips[rank] += count(self.filled >> (self.tips[rank] & PLACE) & (ONE << self.rows) - 1)
        self.result = 2 * self.turn - 1 if self.has_line(self.mine ^ self.filled) else ONGOING if self.left else 0


# The estimate if four in line win.


@cython.cfunc
@cython.exceptval(check=False)
def judge_fours(
    mine: cython.ulonglong,
    theirs: cython.ulonglong,
    board: cython.ulonglong,
    bottoms: cython.ulonglong,
    rows: cython.int,
) -> cython.int:
    """Return the lead of the seat to move."""
    filled: cython.ulonglong = mine | theirs
    empty: cython.ulonglong = board ^ filled
    own: cython.ulonglong = fills_of_four(mine, rows) & empty
    against: cython.ulonglong = fills_of_four(theirs, rows) & empty
    landings: cython.ulonglong = filled + bottoms & board
    stops: cython.ulonglong = against & landings
    if own & landings:
        return SURE
    if stops & (stops - 1):
        return -SURE
    ahead: cython.int = LINE * (weigh_fours(mine, board ^ theirs, rows) - weigh_fours(theirs, board ^ mine, rows))
    ahead += THREAT * (count(own & landings << 1) - count(against & landings << 1))
    return ahead + ZUGZWANG * count(filled) * find_winner(own, against, landings, board)


@cython.cfunc
@cython.exceptval(check=False)
def find_winner(
    mine: cython.ulonglong, theirs: cython.ulonglong, landings: cython.ulonglong, board: cython.ulonglong
) -> cython.int:
    """Return who wins by zugzwang if no new threats arise: 1 the seat to move, -1 the other one, 0 nobody.

    mine, theirs  the empty places where the seat to move and the other one make a line.
    landings      where a stone can land.

    Both fill each column up to the place beneath the lowest threat. The seat then to move has to give up its own
    threats: it plays beneath them, and the other one stops them. A seat without threats left loses. In reality only
    some threats may have to be given up, so the answer is a guess; it is the better, the fewer places are empty.
    """
    beneath: cython.ulonglong = 0  # the places beneath the next threat of each column
    moves: cython.int = 0
    while True:
        while landings:
            place: cython.ulonglong = landings & ~(landings - 1)
            landings ^= place
            under: cython.ulonglong = place_beneath(mine | theirs, place, board)
            moves += count(upward(place, board) & under - 1)  # the whole column if there is no threat
            beneath |= under
        if beneath == 0:
            return 0
        winner: cython.int = -1 if moves & 1 else 1  # the result if the seat to move then wins
        given: cython.ulonglong = beneath & ~((mine if moves & 1 else theirs) >> 1)
        if given == 0:
            return -winner
        if (theirs if moves & 1 else mine) & given << 2:
            return winner
        beneath ^= given
        landings = given << 2 & board


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def upward(place: cython.ulonglong, board: cython.ulonglong) -> cython.ulonglong:
    """Return the places of the column from `place` up."""
    return board & ~(board + place)  # the sum carries up to the bit above the board


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def place_beneath(threats: cython.ulonglong, place: cython.ulonglong, board: cython.ulonglong) -> cython.ulonglong:
    """Return the place beneath the lowest threat above `place` in its column, or 0."""
    above: cython.ulonglong = threats & upward(place, board) & ~place
    return (above & ~(above - 1)) >> 1
