r"""The board of chess as bit boards (words of 64 bits), and the bits of a move.

Bit 0 is a1, bit 7 is h1, bit 63 is h8. The small board of five files and ranks lies in the corner of a1; `walls` are
the squares outside it. Three words, low, mid and high, say what stands on each square; a fourth says what is White's:

    kind     high  mid  low           straight sliders  low & high
    pawn      0     0    1            diagonal sliders  low & mid
    knight    0     1    0
    bishop    0     1    1
    king      1     0    0
    rook      1     0    1
    queen     1     1    1

A move holds the squares that a piece leaves and enters, its kind, and the kind that a pawn becomes, or 0. A castling
king enters the square of its rook.

    bits     19         18       17 ... 15   14 ... 12   11 ... 6   5 ... 0
          castling  en passant    becomes      kind        from       to

The compiled game uses board.pxd instead of this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.base.bits import Bits

PAWN, KNIGHT, BISHOP, KING, ROOK, QUEEN = 1, 2, 3, 4, 5, 7
PROMOTED = 15  # the lowest bit of the kind that a pawn becomes
PASSING = 1 << 18
CASTLING = 1 << 19
DEAD, THIRD, FIFTY = 1, 2, 3  # why a game is drawn


class ChessBoard:
    """A position of chess; all fields are 0 at first.

    rights   the rooks that may still castle, and the square where a pawn can capture en passant.
    pinned   the pieces of the side to move that shield their king from a slider.
    targets  the squares that its other pieces may enter: all of them, unless the king is in check.
    mixed    the Zobrist words of all pieces and of the turn.
    past     the sum of the keys of the positions before each of the last `quiet` moves.
    quiet    the number of moves since a pawn moved or a piece was taken;  drawn  DEAD, THIRD, FIFTY, or 0.
    middle, end  the worth of the pieces for White in the middle game and the endgame;  phase  how full the board is.
    """

    low: Bits
    mid: Bits
    high: Bits
    white: Bits
    rights: Bits
    walls: Bits
    pinned: Bits
    targets: Bits
    mixed: Bits
    past: Bits
    turn: int
    quiet: int
    drawn: int
    middle: int
    end: int
    phase: int

    def __init__(self) -> None:
        vars(self).update(dict.fromkeys(ChessBoard.__annotations__, 0))

    def copy(self) -> ChessBoard:
        twin = ChessBoard.__new__(ChessBoard)
        vars(twin).update(vars(self))
        return twin


def highest(bits: Bits) -> int:
    """Return the number of the highest bit set; `bits` is not 0."""
    return bits.bit_length() - 1


def same(board: ChessBoard, other: ChessBoard) -> bool:
    """Return whether two positions have the same pieces and rights."""
    return all(getattr(board, name) == getattr(other, name) for name in ("white", "low", "mid", "high", "rights"))


def occupied(board: ChessBoard) -> Bits:
    """Return the squares of all pieces."""
    return board.low | board.mid | board.high


def side(board: ChessBoard, seat: int) -> Bits:
    """Return the squares of the pieces of `seat`."""
    return occupied(board) & (~board.white if seat else board.white)


def sliders(board: ChessBoard, line: int) -> Bits:
    """Return the sliders of both sides on lines 0 and 1 (ranks, files) or 2 and 3 (diagonals)."""
    return board.low & (board.high if line < 2 else board.mid)


def pawns(board: ChessBoard) -> Bits:
    """Return the pawns of both sides."""
    return board.low & ~(board.mid | board.high)


def knights(board: ChessBoard) -> Bits:
    """Return the knights of both sides."""
    return board.mid & ~board.low


def kings(board: ChessBoard) -> Bits:
    """Return both kings."""
    return board.high & ~board.low


def of_kind(board: ChessBoard, kind: int) -> Bits:
    """Return the pieces of `kind` of both sides."""
    low = board.low if kind & 1 else ~board.low
    mid = board.mid if kind & 2 else ~board.mid
    return low & mid & (board.high if kind & 4 else ~board.high)


def kind_at(board: ChessBoard, square: int) -> int:
    """Return the kind of the piece on `square`, or 0."""
    return board.low >> square & 1 | (board.mid >> square & 1) << 1 | (board.high >> square & 1) << 2
