"""The moves of chess, each of them legal: pins and checks are found first, so that no move has to be tried."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, lowest
    from cython.cimports.games.chess.attacks import attack, danger, leap, step, strike, through
    from cython.cimports.games.chess.board import (
        BISHOP,
        CASTLING,
        KING,
        KNIGHT,
        PASSING,
        PAWN,
        PROMOTED,
        QUEEN,
        ROOK,
        kind_at,
        kings,
        knights,
        occupied,
        pawns,
        side,
        sliders,
    )
    from cython.cimports.games.move_list import MoveList
else:
    from games.base.bits import Bits, lowest
    from games.chess.attacks import attack, danger, leap, step, strike, through
    from games.chess.board import (
        BISHOP,
        CASTLING,
        KING,
        KNIGHT,
        PASSING,
        PAWN,
        PROMOTED,
        QUEEN,
        ROOK,
        kind_at,
        kings,
        knights,
        occupied,
        pawns,
        side,
        sliders,
    )
    from games.move_list import MoveList

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
MOST = cython.declare(cython.int, 256)  # moves of a position: 218 are known (N. Petrovic, 1964), less than this
LEFT = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)  # what a step to the left can enter: all but column h
RIGHT = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
GOALS = cython.declare(cython.ulonglong, 0xFF000000000000FF)  # where pawns are promoted
NEAR_GOALS = cython.declare(cython.ulonglong, 0x0000001F0000001F)  # and on the board of five rows
# Where a pawn stands after the first of two steps.
third = cython.declare(cython.ulonglong[2], [0xFF << 16, 0xFF << 40])


def can_move(board) -> cython.bint:
    """Whether the side to move has a legal move."""
    own: Bits = side(board, board.turn)
    empty: Bits = WORD ^ (occupied(board) | board.walls)
    king: cython.int = lowest(kings(board) & own)
    steps: Bits = step(king) & ~(own | board.walls)
    if board.targets == WORD:
        # A pawn that is free to step ahead is nearly always found.
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
    """Add the moves of a piece onto those squares; there must be room reserved for them."""
    move: cython.int = start << 6 | kind << 12
    while entered:
        out.push(move | lowest(entered))
        entered &= entered - 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def push_pawns(out: MoveList, entered: Bits, step: cython.int, goals: Bits, lesser: cython.bint) -> cython.void:
    """Add the moves of pawns onto those squares by that step; if `lesser`, promotions to all kinds, else to queens."""
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
    """Add the moves of those pawns onto squares within the limits; without quiet ones captures and promotions only."""
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
    """Whether the pawn on that square can capture en passant without leaving its king in check."""
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
    """Add the moves of sliders along that line and the next one onto wanted squares."""
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
    """The squares of a row from the one to the other, both included."""
    return 2 * (ONE << max(one, other)) - (ONE << min(one, other))


def add_castling(board, out: MoveList):
    """Add the castling moves: nothing else stands on the way of king and rook, and the king's way is not attacked."""
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
    """Add the legal moves; without quiet ones the captures and the promotions to a queen."""
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
