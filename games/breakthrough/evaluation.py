"""The static evaluation of breakthrough: pawns, the moves that each seat needs to the far row, and sure wins near by.

Each seat is judged as if it walked up and its goal were the topmost of eight rows, so that each term is written once
and counts alike for both. `west` and `east` are the cells that a step to that side can enter, on the board so placed.

The weights are those by which the terms tell best who won (a logistic regression over 63,000 positions of 2,200 games
of minimax with itself), rounded and tried in matches. Other terms told hardly more beside the distance to the far row:
guarded pawns, pawns side by side or behind each other, the columns of the home row, the number of ways to the far row,
and a race of pawns that nobody can stop, which a search sees by itself.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count
else:
    from games.base.bits import Bits, count

WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
GOAL = cython.declare(cython.ulonglong, 0xFF << 56)
# The rows, counted from 0, whose number holds a 1, a 2, a 4: three counts add up the rows of all pawns.
ONES = cython.declare(cython.ulonglong, 0xFF00FF00FF00FF00)
TWOS = cython.declare(cython.ulonglong, 0xFFFF0000FFFF0000)
FOURS = cython.declare(cython.ulonglong, 0xFFFFFFFF00000000)
WON = cython.declare(cython.int, 1000)  # where somebody surely wins, less what is still to go
PAWN = cython.declare(cython.int, 100)
STEP = cython.declare(cython.int, 45)  # a move less to the far row
ROW = cython.declare(cython.int, 8)  # a row that a pawn has walked
MOVE = cython.declare(cython.int, 16)  # to be on the move
EDGE = cython.declare(cython.int, -24)  # a pawn of the first or last column, which guards one cell instead of two
FAR = cython.declare(cython.int, 10)  # moves to the far row that count


def evaluate(white: Bits, black: Bits, turn: cython.int, west: Bits, east: Bits, rows: cython.int) -> cython.int:
    """The estimate for White: about 100 a pawn, WON where somebody wins within three plies."""
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
    """The board upside down: the bytes of the word in the other order."""
    board = (board & ONES) >> 8 | board << 8 & ONES
    board = (board & TWOS) >> 16 | board << 16 & TWOS
    return board >> 32 | board << 32 & WORD


@cython.cfunc
@cython.exceptval(check=False)
def judge(mine: Bits, theirs: Bits, own: Bits, other: Bits, west: Bits, east: Bits) -> cython.int:
    """The estimate for the seat to move, from its pawns and the other's as it sees them, and as the other sees them."""
    sure: cython.int = decide(mine, theirs, west, east)
    return sure or MOVE + worth(mine, theirs, west, east) - worth(own, other, west, east)


@cython.cfunc
@cython.exceptval(check=False)
def decide(mine: Bits, theirs: Bits, west: Bits, east: Bits) -> cython.int:
    """Who surely wins within three plies: WON less the plies, negative if it is not the seat to move; 0: unknown.

    It wins with a pawn a row from the goal. If the other has such a pawn it loses, unless it can take it. With none
    about, it wins by a step next to the goal where the pawn cannot be taken.
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
    """The pawns of a seat, how far they have walked, those on the edge, and how near the far row is."""
    walked: cython.int = count(own & ONES) + 2 * count(own & TWOS) + 4 * count(own & FOURS)
    total: cython.int = PAWN * count(own) + ROW * walked + EDGE * count(own & ~(west & east))
    return total - STEP * distance(own, other, west, east)


@cython.cfunc
@cython.exceptval(check=False)
def distance(own: Bits, other: Bits, west: Bits, east: Bits) -> cython.int:
    """The moves that the seat needs to the far row if the other stands still; at most FAR.

    To enter a cell that one pawn of the other guards takes two moves more, and one that two guard three, as the way
    has to be prepared. One and two moves more, or four and six, told less of who won.
    """
    left: Bits = other >> 9 & west
    right: Bits = other >> 7 & east
    free: Bits = (west | east) & ~other
    reached: Bits = own
    # Cells that can be entered from those reached now, and one, two and three moves ago.
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
