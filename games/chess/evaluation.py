"""The static evaluation of chess, and the order in which its moves are tried.

Each piece on each square has a worth for the middle game and one for the endgame. The evaluation goes over from the
first to the second as pieces leave the board (tapered evaluation), as in PeSTO
(www.chessprogramming.org/PeSTO%27s_Evaluation_Function). On the large board the terms of terms.py are added.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, lowest
    from games.chess.board import (
        BISHOP,
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
        of_kind,
        pawns,
        side,
        sliders,
    )
    from games.chess.moves import attack, leap, step, strike
    from games.chess.terms import terms
    from games.move_list import MoveList

from games.chess import piece_square_tables

DEEP = cython.declare(cython.int, 32)  # most captures on one square
ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
FULL = cython.declare(cython.int, piece_square_tables.FULL)
DARK = cython.declare(cython.ulonglong, 0xAA55AA55AA55AA55)
MOST = cython.declare(cython.int, 256)  # moves of a position
TAKEN = cython.declare(cython.int, 1000)  # the rank of a capture, before its victim and its attacker are counted
# By the number of the kind: pawn, knight, bishop, king, rook, none, queen.
worths = cython.declare(cython.int[8], [0, 1, 3, 3, 10, 5, 0, 9])
kinds = cython.declare(cython.int[6], [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING])  # by worth


def evaluate(board) -> cython.int:
    """Return White's lead in hundredths of a pawn: tables and terms, or against a lone king tables and drive."""
    filled: Bits = occupied(board)
    white: Bits = board.white
    black: Bits = filled ^ white
    if (black & black - 1 and white & white - 1) or pawns(board):
        return taper(board, 0 if board.walls else terms(board))
    total: cython.int = taper(board, 0)
    if not filled & ~kings(board):
        return total
    if black & black - 1:
        return total - drive(board.low & board.mid & ~board.high, lowest(white), lowest(black & kings(board)))
    return total + drive(board.low & board.mid & ~board.high, lowest(black), lowest(white & kings(board)))


def taper(board, extra: cython.int) -> cython.int:
    """Return the worth of White's lead between middle game and endgame, with the terms `extra` of both."""
    phase: cython.int = min(board.phase, FULL)
    end: cython.int = extra + 0x8000 >> 16
    total: cython.int = (board.middle + extra - (end << 16)) * phase + (board.end + end) * (FULL - phase)
    return total // FULL if total >= 0 else -(-total // FULL)


def drive(bishops: Bits, hunted: cython.int, hunter: cython.int) -> cython.int:
    """Return how near a lone king is to a place where it can be mated, and to the other king: 0 to about 250.

    It is mated at the edge, or if the other side has a single bishop, in a corner of the bishop's colour.
    """
    column: cython.int = hunted & 7
    row: cython.int = hunted >> 3
    across: cython.int = max(column, 7 - column) - 4
    up: cython.int = max(row, 7 - row) - 4
    near: cython.int = 14 - abs(column - (hunter & 7)) - abs(row - (hunter >> 3))
    if bishops and not bishops & bishops - 1:
        # The dark corners are a1 and h8, the others h1 and a8.
        way: cython.int = min(column + row, 14 - column - row)
        other: cython.int = min(7 - column + row, 7 + column - row)
        return 4 * near + 40 * (7 - (way if bishops & DARK else other))
    return 4 * near + 10 * (across + up) + 10 * max(across, up)


def attackers(board, square: cython.int, filled: Bits) -> Bits:
    """Return the pieces of both sides, of those in `filled`, that attack `square`."""
    found: Bits = leap(square) & knights(board) | step(square) & kings(board)
    found |= strike(1, ONE << square) & pawns(board) & board.white
    found |= strike(0, ONE << square) & pawns(board) & ~board.white
    found |= attack(0, square, filled) & sliders(board, 0) | attack(2, square, filled) & sliders(board, 2)
    return found & filled


def exchange(board, move: cython.int) -> cython.int:
    """Return the pawns that the mover gains if both sides go on capturing on that square while it pays.

    The least valuable piece captures first: static exchange evaluation by the swap algorithm
    (www.chessprogramming.org/SEE_-_The_Swap_Algorithm). Pins are ignored.
    """
    square: cython.int = move & 63
    seat: cython.int = board.turn
    depth: cython.int = 0
    filled: Bits = occupied(board) ^ ONE << (move >> 6 & 63)
    gains: cython.int[32]
    if not cython.compiled:
        gains = [0] * DEEP
    gains[0] = worths[kind_at(board, square)]
    standing: cython.int = worths[move >> 12 & 7]
    while depth + 1 < DEEP:
        seat = 1 - seat
        takers: Bits = attackers(board, square, filled) & side(board, seat)
        if not takers:
            break
        depth += 1
        gains[depth] = standing - gains[depth - 1]
        place: cython.int = 0
        while not takers & of_kind(board, kinds[place]):
            place += 1
        least: Bits = takers & of_kind(board, kinds[place])
        standing = worths[kinds[place]]
        filled ^= least & -least
    while depth > 0:
        gains[depth - 1] = -max(-gains[depth - 1], gains[depth])
        depth -= 1
    return gains[0]


def rank(board, move: cython.int) -> cython.int:
    """Return the rank of a move: captures of much by little first, then promotions to a queen, then the rest."""
    caught: cython.int = PAWN if move & PASSING else kind_at(board, move & 63)
    becomes: cython.int = move >> PROMOTED & 7
    found: cython.int = 0
    if becomes:
        found = TAKEN + 90 if becomes == QUEEN else -TAKEN
    if caught:
        found += TAKEN + 10 * worths[caught] - worths[move >> 12 & 7]
        if worths[move >> 12 & 7] > worths[caught]:
            gain: cython.int = exchange(board, move)
            if gain < 0:
                found = gain - TAKEN
    return found


def order(board, out: MoveList, bottom: cython.int):
    """Sort the moves of `out` from `bottom` on, the highest rank first. Out of check, drop those that lose material."""
    ranks: cython.int[256]
    if not cython.compiled:
        ranks = [0] * MOST
    least: cython.int = -2 * TAKEN if board.targets != WORD else 0
    top: cython.int = bottom
    place: cython.int
    for place in range(bottom, min(out.count, bottom + MOST)):
        move: cython.int = out.at(place)
        worth: cython.int = rank(board, move)
        if worth < least:
            continue
        spot: cython.int = top
        while spot > bottom and ranks[spot - 1 - bottom] < worth:
            out.put(spot, out.at(spot - 1))
            ranks[spot - bottom] = ranks[spot - 1 - bottom]
            spot -= 1
        out.put(spot, move)
        ranks[spot - bottom] = worth
        top += 1
    while out.count > top:
        out.pop()
    return 0
