"""What a move of chess does to the board, and which boards are dead.

What the pieces are worth is added up as they come and go; so are the words of the key (A. L. Zobrist, "A New Hashing
Method with Application for Game Playing", 1970).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, lowest, stir
    from cython.cimports.games.chess.attacks import look, strike
    from cython.cimports.games.chess.board import (
        CASTLING,
        DEAD,
        FIFTY,
        KING,
        PASSING,
        PAWN,
        PROMOTED,
        ROOK,
        kind_at,
        kings,
        occupied,
        pawns,
        side,
    )
    from cython.cimports.games.chess.moves import can_pass
else:
    from games.base.bits import Bits, lowest, stir
    from games.chess.attacks import look, strike
    from games.chess.board import (
        CASTLING,
        DEAD,
        FIFTY,
        KING,
        PASSING,
        PAWN,
        PROMOTED,
        ROOK,
        kind_at,
        kings,
        occupied,
        pawns,
        side,
    )
    from games.chess.moves import can_pass

from games.chess import piece_square_tables

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
DARK = cython.declare(cython.ulonglong, 0xAA55AA55AA55AA55)  # a1 is a dark square
BLACK = cython.declare(cython.ulonglong, 0x5851F42D4C957F2D)  # in the key while Black is to move
QUIET = cython.declare(cython.int, 100)
SMALL = cython.declare(cython.int, piece_square_tables.SMALL)

words = cython.declare(cython.ulonglong[1024], piece_square_tables.WORDS)
middles = cython.declare(cython.int[2048], piece_square_tables.spread(piece_square_tables.MIDDLE))
ends = cython.declare(cython.int[2048], piece_square_tables.spread(piece_square_tables.END))
phases = cython.declare(cython.int[8], [piece_square_tables.PHASES.get(kind, 0) for kind in range(8)])


def flip(board, seat: cython.int, kind: cython.int, square: cython.int, sign: cython.int):
    """Put that piece on an empty square (sign 1), or take it off (-1)."""
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
    """Put king and rook, which stand on those squares, where they come to stand."""
    turn: cython.int = board.turn
    row: cython.int = 56 * turn
    flip(board, turn, KING, king, -1)
    flip(board, turn, ROOK, rook, -1)
    flip(board, turn, KING, row + (6 if rook > king else 2), 1)
    flip(board, turn, ROOK, row + (5 if rook > king else 3), 1)


def play(board, move: cython.int):
    """Make the legal move, all but for draws by what was before."""
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
    """Give the turn to the other side without a move, out of check and with two pieces or more; whether it was given.

    What was before is forgotten.
    """
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
    """Take the right to capture en passant away, unless a pawn can."""
    end: Bits = board.rights & ~occupied(board)
    movers: Bits = strike(1 - board.turn, end) & pawns(board) & side(board, board.turn)
    while movers:
        if can_pass(board, lowest(movers)):
            return
        movers &= movers - 1
    board.rights &= ~end


def prepare(board, turn: cython.int, rights: Bits, quiet: cython.int):
    """Complete a position whose pieces were put on the board."""
    board.turn, board.rights, board.quiet = turn, rights, quiet
    if turn:
        board.mixed ^= BLACK
    look(board)
    settle(board)
    board.drawn = DEAD if is_dead(board) else FIFTY if quiet >= QUIET else 0


def is_dead(board) -> cython.bint:
    """Whether neither side has what a mate takes.

    So it is with the two kings alone, with one knight or bishop beside them, and with bishops of squares of one colour.
    """
    pieces: Bits = board.low & ~board.mid | board.low & board.high  # pawns, rooks and queens
    if pieces:
        return False
    bishops: Bits = board.low & board.mid
    riders: Bits = board.mid & ~board.low
    if riders:
        return not bishops and not riders & riders - 1
    return not bishops & DARK or not bishops & ~DARK
