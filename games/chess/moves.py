"""The moves of chess: what the pieces attack, which moves are legal, and what a move does to the board.

A subtraction finds what a slider attacks along a line: twice the bit of the nearest piece above it, minus the bit of
the nearest piece below it, sets the bits of the line between the two, both included
("Obstruction Difference" by M. Hoffmann, www.chessprogramming.org/Obstruction_Difference).

    bits of a line      7 6 5 4 3 2 1 0
    the slider          . . . S . . . .
    other pieces        P . P . . . P P
    2 * 32 - 2          . . 1 1 1 1 1 .      without the slider's own square: what it attacks

Pins and checks are found first, so that only legal moves are listed and none has to be tried. The worth of the pieces
is updated as they come and go, and so is the key (A. L. Zobrist, "A New Hashing Method with Application for Game
Playing", 1970).
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, lowest, stir
    from games.chess.board import (
        BISHOP,
        CASTLING,
        DEAD,
        KING,
        KNIGHT,
        PASSING,
        PAWN,
        PROMOTED,
        QUEEN,
        ROOK,
        highest,
        kind_at,
        kings,
        knights,
        occupied,
        pawns,
        side,
        sliders,
    )
    from games.move_list import MoveList

from games.chess import piece_square_tables
from games.chess.fen import LEAPS, SLANTED, STRAIGHT

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
MOST = cython.declare(cython.int, 256)  # moves of a position; the most known are 218 (N. Petrovic, 1964)
LEFT = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)  # what a step to the left can enter: all but file h
RIGHT = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
GOALS = cython.declare(cython.ulonglong, 0xFF000000000000FF)  # where pawns are promoted
NEAR_GOALS = cython.declare(cython.ulonglong, 0x0000001F0000001F)  # the same on the small board
DARK = cython.declare(cython.ulonglong, 0xAA55AA55AA55AA55)  # a1 is a dark square
BLACK = cython.declare(cython.ulonglong, 0x5851F42D4C957F2D)  # in the key while Black is to move
SMALL = cython.declare(cython.int, piece_square_tables.SMALL)
# Where a pawn stands after the first of two steps.
third = cython.declare(cython.ulonglong[2], [0xFF << 16, 0xFF << 40])


def squares_from(square, steps, far):
    """Return the squares that lie 1 to `far` of the (column, row) `steps` away from `square`."""
    found = 0
    for across, up in steps:
        for times in range(1, far + 1):
            column, row = square % 8 + times * across, square // 8 + times * up
            if 0 <= column < 8 and 0 <= row < 8:
                found |= 1 << 8 * row + column
    return found


WAYS = (1, 0), (0, 1), (1, 1), (-1, 1)  # the four lines, upwards: rank, file, and the two diagonals
# By line and square, the squares above this square and below it; by square, what a knight and a king attack.
above = [squares_from(at, [way], 7) for way in WAYS for at in range(64)]
below = [squares_from(at, [(-across, -up)], 7) for across, up in WAYS for at in range(64)]
leaps = [squares_from(at, LEAPS, 1) for at in range(64)]
around = [squares_from(at, STRAIGHT + SLANTED, 1) for at in range(64)]
words = cython.declare(cython.ulonglong[1024], piece_square_tables.WORDS)
middles = cython.declare(cython.int[2048], piece_square_tables.spread(0))
ends = cython.declare(cython.int[2048], piece_square_tables.spread(1))
phases = cython.declare(cython.int[8], [piece_square_tables.PHASES.get(kind, 0) for kind in range(8)])

# What the pieces attack.

if not cython.compiled:  # compiled, moves.pxd inlines these

    def along(line, square, filled):
        """Return what a slider on `square` attacks on a line, including the first piece either way."""
        up = above[64 * line + square]
        down = below[64 * line + square]
        near = up & filled
        return (up | down) & 2 * (near & -near) - (ONE << highest(down & filled | 1))

    def attack(line, square, filled):
        """Return what a slider on `square` attacks on a line and the next one."""
        return along(line, square, filled) | along(line + 1, square, filled)

    def strike(seat, pawns):
        """Return the squares that pawns of `seat` attack."""
        if seat:
            return pawns >> 9 & LEFT | pawns >> 7 & RIGHT
        return (pawns << 7 & LEFT | pawns << 9 & RIGHT) & WORD

    def leap(square):
        """Return the squares that a knight attacks."""
        return leaps[square]

    def step(square):
        """Return the squares that a king attacks."""
        return around[square]


def through(square: cython.int, other: cython.int) -> Bits:
    """Return the whole line through two squares that lie on one."""
    line: cython.int
    for line in range(4):
        whole: Bits = above[64 * line + square] | below[64 * line + square]
        if whole >> other & 1:
            return whole
    return 0


def danger(board, filled: Bits) -> Bits:
    """Return the squares that the side not to move attacks if `filled` squares are occupied."""
    theirs: Bits = side(board, 1 - board.turn)
    found: Bits = strike(1 - board.turn, pawns(board) & theirs) | around[lowest(kings(board) & theirs)]
    pieces: Bits = knights(board) & theirs
    line: cython.int
    while pieces:
        found |= leaps[lowest(pieces)]
        pieces &= pieces - 1
    for line in range(0, 4, 2):
        pieces = sliders(board, line) & theirs
        while pieces:
            found |= attack(line, lowest(pieces), filled)
            pieces &= pieces - 1
    return found


def look(board):
    """Find the pinned pieces of the side to move, and the targets of the others: all squares, or what ends a check."""
    king: cython.int = lowest(kings(board) & side(board, board.turn))
    filled: Bits = occupied(board)
    theirs: Bits = side(board, 1 - board.turn)
    checks: Bits = (leaps[king] & knights(board) | strike(board.turn, ONE << king) & pawns(board)) & theirs
    targets: Bits = checks
    pinned: Bits = 0
    line: cython.int
    for line in range(4):
        far: Bits = sliders(board, line) & theirs
        ray: Bits = above[64 * line + king]
        if ray & far:
            found: Bits = ray & filled
            first: Bits = found & -found
            found ^= first
            if first & far:
                checks |= first
                targets |= ray & (first - 1) | first
            elif first & ~theirs and found & -found & far:
                pinned |= first
        ray = below[64 * line + king]
        if ray & far:
            found = ray & filled
            first = ONE << highest(found)
            found ^= first
            if first & far:
                checks |= first
                targets |= ray & ~(first - 1)
            elif first & ~theirs and found and ONE << highest(found) & far:
                pinned |= first
    board.pinned = pinned
    board.targets = WORD if not checks else 0 if checks & checks - 1 else targets


# The legal moves.


def can_move(board) -> cython.bint:
    """Return whether the side to move has a legal move."""
    own: Bits = side(board, board.turn)
    empty: Bits = WORD ^ (occupied(board) | board.walls)
    king: cython.int = lowest(kings(board) & own)
    steps: Bits = step(king) & ~(own | board.walls)
    if board.targets == WORD:
        # Nearly always a pawn is free to step ahead.
        movers: Bits = pawns(board) & own & ~board.pinned
        if (movers >> 8 if board.turn else movers << 8) & empty:
            return True
    if steps and steps & ~danger(board, occupied(board) ^ ONE << king):
        return True
    some: MoveList = MoveList()
    gather(board, some, True)
    return some.count > 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def push(out: MoveList, entered: Bits, start: cython.int, kind: cython.int) -> cython.void:
    """Add the moves of a piece onto the `entered` squares; room for them must be reserved."""
    move: cython.int = start << 6 | kind << 12
    while entered:
        out.push(move | lowest(entered))
        entered &= entered - 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def push_pawns(out: MoveList, entered: Bits, step: cython.int, goals: Bits, lesser: cython.bint) -> cython.void:
    """Add the pawn moves onto `entered` by `step`; `lesser` says whether to promote to other pieces than queens too."""
    while entered:
        end: cython.int = lowest(entered)
        move: cython.int = PAWN << 12 | end - step << 6 | end
        if goals >> end & 1:
            out.push(move | QUEEN << PROMOTED)
            if lesser:
                out.push(move | ROOK << PROMOTED)
                out.push(move | BISHOP << PROMOTED)
                out.push(move | KNIGHT << PROMOTED)
        else:
            out.push(move)
        entered &= entered - 1


def add_pawns(board, out: MoveList, movers: Bits, limits: Bits, quiet: cython.bint):
    """Add the pawn moves onto squares within `limits`; unless `quiet`, only captures and promotions."""
    turn: cython.int = board.turn
    up: cython.int = -8 if turn else 8
    goals: Bits = NEAR_GOALS if board.walls else GOALS
    theirs: Bits = side(board, 1 - turn) & limits
    empty: Bits = WORD ^ (occupied(board) | board.walls)
    ahead: Bits = (movers >> 8 if turn else movers << 8) & empty
    push_pawns(out, (movers >> 9 if turn else movers << 7) & LEFT & theirs, up - 1, goals, quiet)
    push_pawns(out, (movers >> 7 if turn else movers << 9) & RIGHT & theirs, up + 1, goals, quiet)
    push_pawns(out, ahead & limits & (WORD if quiet else goals), up, goals, quiet)
    if quiet and not board.walls:
        ahead &= third[turn]
        push_pawns(out, (ahead >> 8 if turn else ahead << 8) & empty & limits, 2 * up, 0, False)
    return 0


def can_pass(board, start: cython.int) -> cython.bint:
    """Return whether the pawn on `start` can capture en passant without leaving its king in check."""
    theirs: Bits = side(board, 1 - board.turn)
    king: cython.int = lowest(kings(board) & side(board, board.turn))
    end: Bits = board.rights & ~occupied(board)
    caught: Bits = end << 8 if board.turn else end >> 8
    filled: Bits = occupied(board) ^ ONE << start ^ caught ^ end
    if (leap(king) & knights(board) | strike(board.turn, ONE << king) & pawns(board)) & theirs & ~caught:
        return False
    if attack(0, king, filled) & sliders(board, 0) & theirs:
        return False
    return not attack(2, king, filled) & sliders(board, 2) & theirs


def add_passing(board, out: MoveList):
    """Add the captures en passant."""
    end: Bits = board.rights & ~occupied(board)
    movers: Bits = strike(1 - board.turn, end) & pawns(board) & side(board, board.turn) if end else 0
    while movers:
        start: cython.int = lowest(movers)
        if can_pass(board, start):
            out.push(PASSING | PAWN << 12 | start << 6 | lowest(end))
        movers &= movers - 1
    return 0


def add_sliders(board, out: MoveList, wanted: Bits, line: cython.int):
    """Add the moves of sliders on `line` and the next one onto `wanted` squares."""
    own: Bits = side(board, board.turn)
    king: cython.int = lowest(kings(board) & own)
    pieces: Bits = sliders(board, line) & own
    filled: Bits = occupied(board) | board.walls
    while pieces:
        start: cython.int = lowest(pieces)
        entered: Bits = attack(line, start, filled) & wanted
        if board.pinned >> start & 1:
            entered &= through(king, start)
        push(out, entered, start, kind_at(board, start))
        pieces &= pieces - 1
    return 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def span(one: cython.int, other: cython.int) -> Bits:
    """Return the squares of a rank between two squares, both included."""
    return 2 * (ONE << max(one, other)) - (ONE << min(one, other))


def add_castling(board, out: MoveList):
    """Add castling: no other piece between or on the squares of king and rook, the king's way not attacked."""
    own: Bits = side(board, board.turn)
    king: cython.int = lowest(kings(board) & own)
    rooks: Bits = board.rights & own
    row: cython.int = 56 * board.turn
    while rooks:
        rook: cython.int = lowest(rooks)
        rooks &= rooks - 1
        king_to: cython.int = row + (6 if rook > king else 2)
        rook_to: cython.int = row + (5 if rook > king else 3)
        others: Bits = occupied(board) ^ ONE << king ^ ONE << rook
        way: Bits = span(king, king_to)
        if (way | span(rook, rook_to)) & others or way & danger(board, occupied(board) ^ ONE << king):
            continue
        if not danger(board, others | ONE << rook_to) >> king_to & 1:
            out.push(CASTLING | KING << 12 | king << 6 | rook)
    return 0


def gather(board, out: MoveList, quiet: cython.bint):
    """Add the legal moves; unless `quiet`, only captures and promotions to a queen."""
    own: Bits = side(board, board.turn)
    wanted: Bits = WORD ^ (own | board.walls) if quiet else side(board, 1 - board.turn)
    king: cython.int = lowest(kings(board) & own)
    steps: Bits = step(king) & wanted
    out.reserve(MOST)
    if steps:
        push(out, steps & ~danger(board, occupied(board) ^ ONE << king), king, KING)
    if not board.targets:
        return 0
    wanted &= board.targets
    movers: Bits = pawns(board) & own
    pieces: Bits = movers & board.pinned
    add_pawns(board, out, movers & ~board.pinned, board.targets, quiet)
    while pieces:
        limits: Bits = board.targets & through(king, lowest(pieces))
        add_pawns(board, out, pieces & -pieces, limits, quiet)
        pieces &= pieces - 1
    add_passing(board, out)
    pieces = knights(board) & own & ~board.pinned
    while pieces:
        push(out, leap(lowest(pieces)) & wanted, lowest(pieces), KNIGHT)
        pieces &= pieces - 1
    add_sliders(board, out, wanted, 0)
    add_sliders(board, out, wanted, 2)
    if quiet and board.targets == WORD and board.rights & own:
        add_castling(board, out)
    return 0


# What a move does.


def flip(board, seat: cython.int, kind: cython.int, square: cython.int, sign: cython.int):
    """Put a piece on an empty square (`sign` 1), or take it off (-1)."""
    bit: Bits = ONE << square
    at: cython.int = seat << 9 | kind << 6 | square
    if kind & 1:
        board.low ^= bit
    if kind & 2:
        board.mid ^= bit
    if kind & 4:
        board.high ^= bit
    if not seat:
        board.white ^= bit
    board.mixed ^= words[at]
    if board.walls:
        at += SMALL
    board.middle += sign * middles[at]
    board.end += sign * ends[at]
    board.phase += sign * phases[kind]


def castle(board, king: cython.int, rook: cython.int):
    """Move the king and the rook on these squares to where castling leads them."""
    turn: cython.int = board.turn
    row: cython.int = 56 * turn
    flip(board, turn, KING, king, -1)
    flip(board, turn, ROOK, rook, -1)
    flip(board, turn, KING, row + (6 if rook > king else 2), 1)
    flip(board, turn, ROOK, row + (5 if rook > king else 3), 1)


def play(board, move: cython.int):
    """Make the legal move, but for draws by repetition and by 50 moves."""
    turn: cython.int = board.turn
    end: cython.int = move & 63
    start: cython.int = move >> 6 & 63
    kind: cython.int = move >> 12 & 7
    becomes: cython.int = move >> PROMOTED & 7
    caught: cython.int = 0
    before: Bits = stir(board.mixed ^ board.rights)
    board.rights &= occupied(board) & ~(ONE << start | ONE << end)
    if move & CASTLING:
        castle(board, start, end)
    else:
        caught = kind_at(board, end)
        if caught:
            flip(board, 1 - turn, caught, end, -1)
        flip(board, turn, kind, start, -1)
        flip(board, turn, becomes or kind, end, 1)
        if move & PASSING:
            flip(board, 1 - turn, PAWN, end ^ 8, -1)
    if kind == KING:
        board.rights &= ~side(board, turn)
    board.turn = 1 - turn
    board.mixed ^= BLACK
    if kind == PAWN or caught:
        board.quiet, board.past = 0, 0
    else:
        board.quiet, board.past = board.quiet + 1, board.past + before & WORD
    board.drawn = DEAD if (caught or becomes) and is_dead(board) else 0
    look(board)
    if kind == PAWN and (end ^ start) == 16:
        board.rights |= ONE << (end ^ 8)
        settle(board)


def forgo(board) -> cython.bint:
    """Pass the turn and forget earlier positions, but not in check or with less than two pieces; return whether."""
    pieces: Bits = side(board, board.turn) & ~(kings(board) | pawns(board))
    if not pieces & pieces - 1 or board.targets != WORD or board.drawn:
        return False
    board.rights &= occupied(board)
    board.turn = 1 - board.turn
    board.mixed ^= BLACK
    board.quiet, board.past = 0, 0
    look(board)
    return True


def settle(board):
    """Remove the right to capture en passant unless a pawn can use it."""
    end: Bits = board.rights & ~occupied(board)
    movers: Bits = strike(1 - board.turn, end) & pawns(board) & side(board, board.turn)
    while movers:
        if can_pass(board, lowest(movers)):
            return
        movers &= movers - 1
    board.rights &= ~end


def prepare(board, turn: cython.int, rights: Bits, quiet: cython.int):
    """Complete a position after its pieces were put on the board."""
    board.turn, board.rights, board.quiet = turn, rights, quiet
    if turn:
        board.mixed ^= BLACK
    look(board)
    settle(board)
    board.drawn = DEAD if is_dead(board) else 0


def is_dead(board) -> cython.bint:
    """Return whether nobody can mate: only kings, and one knight, one bishop, or bishops on squares of one colour."""
    pieces: Bits = board.low & ~board.mid | board.low & board.high  # pawns, rooks and queens
    if pieces:
        return False
    bishops: Bits = board.low & board.mid
    riders: Bits = board.mid & ~board.low
    if riders:
        return not bishops and not riders & riders - 1
    return not bishops & DARK or not bishops & ~DARK
