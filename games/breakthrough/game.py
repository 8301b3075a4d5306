r"""Breakthrough, by Dan Troyka (2000): the first pawn on the far row wins. White moves first.

Each side starts with two full rows. A pawn steps straight or diagonally forward onto an empty cell, and captures only
diagonally forward; captures are not forced. A side wins by reaching the far row or by taking the other's last pawn (K.
Handscomb, "8x8 Game Design Competition: The Winning Game", Abstract Games 7, autumn 2001; the same on
littlegolem.net/jsp/games/gamedetail.jsp?gtid=brkthr&page=rules, where boards of other sizes start alike). With home=1
each side starts with one row.

There is always a legal move: no own pawn stands in front of a side's foremost pawn, and at least one of the two cells
diagonally in front of it is on the board; it is empty or can be captured. There is no draw, because every move takes a
pawn a row further.

Each seat has a word of 64 bits, eight bits a row whatever the width; bit 0 is a1, White moves up:

    8   56 57 58 59 60 61 62 63        White   +7 +8 +9
    7   48 49 50 51 52 53 54 55                  \ | /
    .    .  .  .  .  .  .  .  .
    2    8  9 10 11 12 13 14 15                  / | \
    1    0  1  2  3  4  5  6  7        Black   -9 -8 -7
         a  b  c  d  e  f  g  h

A move holds the cells that it leaves and enters, and whether it takes a pawn, so that it can be taken back:

    bits   12       11 ... 6   5 ... 0
           taken     from        to

The terms of the estimate are pawns, the moves that each seat needs to the far row, and forced wins within three plies.
Each seat is evaluated as if it moved up and its goal were the topmost of eight rows, so that each term is written once
and is the same for both. The weights come from a logistic regression on the winners of 63,000 positions of 2,200 games
of minimax with itself, rounded and tried in matches. Besides the distance to the far row, other terms added hardly
anything: guarded pawns, pawns side by side or behind each other, the columns of the home row, the number of ways to the
far row, and a race of pawns that nobody can stop, which a search sees by itself.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, count, lowest, stir
    from games.base.nth_bit import nth
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList

from games.arrangement import arrange_board
from games.base import refusals
from games.breakthrough import notation
from games.option import Whole, check

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
TAKEN = cython.declare(cython.int, 1 << 12)
FEW = cython.declare(cython.int, 3)  # with fewer pawns a seat does not skip a turn
MOST = cython.declare(cython.int, 48)  # moves of a position: three of each of 16 pawns

# The estimate.
GOAL = cython.declare(cython.ulonglong, 0xFF << 56)
# The rows whose number, from 0, has the bit 1, 2, 4: three population counts add up the rows of all pawns.
ONES = cython.declare(cython.ulonglong, 0xFF00FF00FF00FF00)
TWOS = cython.declare(cython.ulonglong, 0xFFFF0000FFFF0000)
FOURS = cython.declare(cython.ulonglong, 0xFFFFFFFF00000000)
WON = cython.declare(cython.int, 1000)  # a forced win, less the plies to it
PAWN = cython.declare(cython.int, 100)
STEP = cython.declare(cython.int, 45)  # a move less to the far row
ROW = cython.declare(cython.int, 8)  # a row that a pawn has advanced
MOVE = cython.declare(cython.int, 16)  # to be on the move
EDGE = cython.declare(cython.int, -24)  # a pawn of the first or last column, which guards one cell instead of two
FAR = cython.declare(cython.int, 10)  # most moves to the far row that count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def add(out: MoveList, cells: cython.ulonglong, step: cython.int, taken: cython.int) -> cython.void:
    """Add the moves that enter the cells by `step`; room for them must be reserved."""
    while cells:
        place: cython.int = lowest(cells)
        out.push(taken | (place - step) << 6 | place)
        cells &= cells - 1


class Breakthrough(Game):
    """Pawns walk and capture ahead; the first on the far row wins."""

    seats = ("White", "Black")
    why_not = refusals.marching
    text, tidy, position = notation.text, notation.tidy, notation.position
    show, cells, layout = notation.show, notation.cells, notation.layout
    winning_cells, reason = notation.winning_cells, notation.reason
    scale = 75  # fitted by benchmarks/scale.py
    arrangement = arrange_board
    walks = True
    swing = 60
    options = {
        "columns": Whole(8, least=2, most=8, both="rows"),
        "rows": Whole(8, least=3, most=8, note="enough for the pawns of both sides"),
        "home": Whole(2, least=1, most=2, note="rows of pawns each at the start"),
    }

    def __init__(self, columns=8, rows=8, home=2):
        check(self.options, columns=columns, rows=rows, home=home)
        if rows < 2 * home:
            raise ValueError(f"rows={rows} must be at least {2 * home}, as home={home}")
        self.turn, self.columns, self.rows, self.home = 0, columns, rows, home
        board: cython.ulonglong = WORD // 255 * ((1 << self.columns) - 1) & WORD >> 8 * (8 - self.rows)
        lowest_row: cython.ulonglong = board & 255
        self.west = board & ~(WORD // 255 << self.columns - 1)
        self.east = board & ~(WORD // 255)
        self.goals = lowest_row | lowest_row << 8 * (self.rows - 1)
        if not cython.compiled:
            self.pawns = [0, 0]
        self.pawns[0] = board & WORD >> 8 * (8 - self.home)
        self.pawns[1] = self.pawns[0] << 8 * (self.rows - self.home)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        self.gather(out, True)

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        # The move that would be drawn from the list of `gather`. Not if one wins: then the list has another order.
        mine: cython.ulonglong = self.pawns[self.turn]
        theirs: cython.ulonglong = self.pawns[1 - self.turn]
        up: cython.int = -8 if self.turn else 8
        left: cython.ulonglong = (mine >> 9 if self.turn else mine << 7) & self.west & ~mine
        right: cython.ulonglong = (mine >> 7 if self.turn else mine << 9) & self.east & ~mine
        ahead: cython.ulonglong = (mine >> 8 if self.turn else mine << 8) & (self.west | self.east) & ~(mine | theirs)
        if self.value() != ONGOING or (left | right | ahead) & self.goals:
            return -1
        taking: cython.int = count(left & theirs) + count(right & theirs)
        sideways: cython.int = count(left) + count(right)
        number: cython.int = (random >> 32) * (sideways + count(ahead)) >> 32
        taken: cython.int = TAKEN if number < taking else 0
        if number >= sideways:
            number, left = number - sideways, ahead
        else:
            number, up = number - (0 if taken else taking), up - 1
            left &= theirs if taken else ~theirs
            if number >= count(left):
                number, up = number - count(left), up + 2
                left = right & (theirs if taken else ~theirs)
        place: cython.int = nth(left, number)
        return taken | (place - up) << 6 | place

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        self.gather(out, False)

    def gather(self, out: MoveList, quiet: cython.bint) -> cython.int:
        """Add the moves onto the far row and the captures, and if `quiet` is true the others."""
        if self.value() != ONGOING:
            return 0
        mine: cython.ulonglong = self.pawns[self.turn]
        theirs: cython.ulonglong = self.pawns[1 - self.turn]
        up: cython.int = -8 if self.turn else 8
        left: cython.ulonglong = (mine >> 9 if self.turn else mine << 7) & self.west & ~mine
        right: cython.ulonglong = (mine >> 7 if self.turn else mine << 9) & self.east & ~mine
        ahead: cython.ulonglong = (mine >> 8 if self.turn else mine << 8) & (self.west | self.east) & ~(mine | theirs)
        wins: cython.ulonglong = (left | right | ahead) & self.goals
        out.reserve(MOST)
        if wins:
            # Wins first, because a search needs no other move.
            add(out, left & wins & theirs, up - 1, TAKEN)
            add(out, right & wins & theirs, up + 1, TAKEN)
            add(out, left & wins & ~theirs, up - 1, 0)
            add(out, right & wins & ~theirs, up + 1, 0)
            add(out, ahead & wins, up, 0)
        add(out, left & theirs & ~wins, up - 1, TAKEN)
        add(out, right & theirs & ~wins, up + 1, TAKEN)
        if quiet:
            add(out, left & ~(theirs | wins), up - 1, 0)
            add(out, right & ~(theirs | wins), up + 1, 0)
            add(out, ahead & ~wins, up, 0)
        return 0

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Reach the far row if possible. Otherwise a pawn one row from its goal cannot be blocked and must be taken; if
        # that is impossible, the game is lost with any move. Then captures come first.
        bottom: cython.int = out.count
        near: cython.int = 8 * (self.rows - 2) if self.turn else 8
        threats: cython.ulonglong = self.pawns[1 - self.turn] >> near & 255
        kept: cython.int = bottom
        place: cython.int
        self.gather(out, True)
        if kept < out.count and (ONE << (out.at(bottom) & 63) & self.goals or threats & threats - 1):
            out.count = bottom + 1
        elif kept < out.count and threats:
            for place in range(bottom, out.count):
                if ONE << (out.at(place) & 63) == threats << near:
                    out.put(kept, out.at(place))
                    kept += 1
            out.count = max(kept, bottom + 1)
        for place in range(bottom, out.count):
            ranks.add(out.at(place) >> 12)  # 1 where a pawn is taken

    def apply(self, move: cython.int) -> cython.void:
        entered: cython.ulonglong = ONE << (move & 63)
        self.pawns[self.turn] ^= entered | ONE << (move >> 6 & 63)
        self.turn ^= 1
        self.pawns[self.turn] &= ~entered

    def revert(self, move: cython.int) -> cython.void:
        if move < 0:
            self.turn ^= 1
            return
        taken: cython.ulonglong = move >> 12
        self.pawns[self.turn] |= taken << (move & 63)
        self.turn ^= 1
        self.pawns[self.turn] ^= ONE << (move & 63) | ONE << (move >> 6 & 63)

    @cython.ccall
    def skip(self) -> cython.bint:
        """Refuse if a pawn about to win has to be taken, and with one or two pawns, for which waiting may be best."""
        near: cython.int = 8 * (self.rows - 2) if self.turn else 8
        if self.pawns[1 - self.turn] >> near & 255 or count(self.pawns[self.turn]) < FEW:
            return False
        self.turn ^= 1
        return True

    @cython.ccall
    def value(self) -> cython.int:
        # Only the seat that moved last can have won.
        moved: cython.ulonglong = self.pawns[1 - self.turn]
        if self.turn:
            return 1 if moved >> 8 * (self.rows - 1) or not self.pawns[1] else ONGOING
        return -1 if moved & 255 or not self.pawns[0] else ONGOING

    @cython.ccall
    def estimate(self) -> cython.int:
        return evaluate(self.pawns[0], self.pawns[1], self.turn, self.west, self.east, self.rows)

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        out.put_sides(self.pawns[self.turn], self.pawns[1 - self.turn], self.turn, self.rows)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # Computed on demand: hashing two words costs less than updating a key at every move of a playout.
        bits: cython.ulonglong = stir(stir(self.pawns[0]) + self.turn & WORD ^ self.pawns[1])
        return bits or 1

    def become(self, other: Game) -> cython.void:
        of: Breakthrough = other
        self.turn = of.turn
        self.pawns[:] = of.pawns
        self.west, self.east, self.goals = of.west, of.east, of.goals
        self.columns, self.rows, self.home = of.columns, of.rows, of.home

    def set_position(self, text):
        self.undoable = None
        turn, pawns = notation.read_position(self, text)
        self.turn, self.pawns = turn, pawns


# The estimate. `west` and `east` are the cells that a step to this side can enter, on a board moved up to row 8.


def evaluate(white: Bits, black: Bits, turn: cython.int, west: Bits, east: Bits, rows: cython.int) -> cython.int:
    """Return the estimate for White: about 100 a pawn, near WON if somebody wins within three plies."""
    up: cython.int = 8 * (8 - rows)
    west = west << up & WORD
    east = east << up & WORD
    if turn == 0:
        return judge(white << up & WORD, black << up & WORD, turned(black), turned(white), west, east)
    return -judge(turned(black), turned(white), white << up & WORD, black << up & WORD, west, east)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def turned(board: Bits) -> Bits:
    """Return the board upside down: the bytes of the word in reverse order."""
    board = (board & ONES) >> 8 | board << 8 & ONES
    board = (board & TWOS) >> 16 | board << 16 & TWOS
    return board >> 32 | board << 32 & WORD


def judge(mine: Bits, theirs: Bits, own: Bits, other: Bits, west: Bits, east: Bits) -> cython.int:
    """Return the estimate for the seat to move; `own` and `other` are `theirs` and `mine` turned over."""
    sure: cython.int = decide(mine, theirs, west, east)
    return sure or MOVE + worth(mine, theirs, west, east) - worth(own, other, west, east)


def decide(mine: Bits, theirs: Bits, west: Bits, east: Bits) -> cython.int:
    """Return WON less the plies if the seat to move wins within three plies, minus that if it loses, otherwise 0.

    It wins with a pawn one row from the goal. If the other side has such a pawn, it loses unless it can take it.
    Without either, it wins by a step onto the row before the goal where the pawn cannot be taken.
    """
    board: Bits = west | east
    home: Bits = board & ~(board << 8)
    last: Bits = GOAL >> 8
    hits: Bits = mine << 7 & west | mine << 9 & east
    threats: Bits = theirs & home << 8
    if mine & last:
        return WON - 1
    if threats:
        return 2 - WON if threats & threats - 1 or not threats & hits else 0
    guarded: Bits = theirs >> 9 & west | theirs >> 7 & east
    return WON - 3 if (hits | mine << 8 & ~theirs) & last & board & ~guarded else 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def worth(own: Bits, other: Bits, west: Bits, east: Bits) -> cython.int:
    """Return the worth of a seat's pawns: their number, rows advanced, edges, and the distance to the far row."""
    walked: cython.int = count(own & ONES) + 2 * count(own & TWOS) + 4 * count(own & FOURS)
    total: cython.int = PAWN * count(own) + ROW * walked + EDGE * count(own & ~(west & east))
    return total - STEP * distance(own, other, west, east)


def distance(own: Bits, other: Bits, west: Bits, east: Bits) -> cython.int:
    """Return the moves that the seat needs to the far row if the other stands still; at most FAR.

    Entering a cell guarded by one pawn takes two moves more, and by two pawns three, to prepare the way. One and two
    moves more, or four and six, predicted the winner less well.
    """
    left: Bits = other >> 9 & west
    right: Bits = other >> 7 & east
    free: Bits = (west | east) & ~other
    reached: Bits = own
    # Cells that can be entered from the cells reached now, and one, two and three moves ago.
    steps: Bits = 0
    first: Bits = 0
    second: Bits = 0
    third: Bits = 0
    moves: cython.int
    for moves in range(1, FAR):
        third, second, first = second, first, steps
        steps = reached << 7 & west | reached << 9 & east | reached << 8 & free
        reached = steps & ~(left | right) | second & (left ^ right) | third & left & right
        if reached & GOAL:
            return moves
    return FAR
