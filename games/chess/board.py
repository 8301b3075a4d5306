r"""The board of chess as a few words of 64 bits, and what the bits of a move say.

Bit 0 is a1, bit 7 is h1, bit 63 is h8. A board of five columns and rows lies in the corner of a1; what is not of it is
`walls`. What stands on a square is written across three words, low, mid and high, and a fourth word says which pieces
are White's:

    kind     high  mid  low           straight sliders  low & high
    pawn      0     0    1            diagonal sliders  low & mid
    knight    0     1    0
    bishop    0     1    1
    king      1     0    0
    rook      1     0    1
    queen     1     1    1

A move says which squares a piece leaves and enters, its kind, and the kind that a pawn becomes, 0 for none. Whoever
castles enters the square of the own rook.

    bits     19         18       17 ... 15   14 ... 12   11 ... 6   5 ... 0
          castling  en passant    becomes      kind        from       to

Compiled games take all of this from board.pxd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.base.bits import Bits

PAWN, KNIGHT, BISHOP, KING, ROOK, QUEEN = 1, 2, 3, 4, 5, 7
PROMOTED = 15  # where the kind that a pawn becomes stands in a move
PASSING = 1 << 18
CASTLING = 1 << 19
DEAD, THIRD, FIFTY = 1, 2, 3  # why a game is drawn

WORDS = "low", "mid", "high", "white", "rights", "walls", "pinned", "targets", "mixed", "past"
NUMBERS = "turn", "quiet", "drawn", "middle", "end", "phase"


class ChessBoard:
    """What a game of chess is at one time; all zero at first.

    low, mid, high, white  as above;  walls  the squares that are not of the board.
    rights   the squares of the rooks that may still castle, and the one that a pawn can enter by capturing en passant.
    pinned   the pieces of the side to move that shield their king from a slider.
    targets  the squares that its other pieces may enter: all of them, unless the king is in check.
    mixed    the words of all pieces and of the turn, for the key.
    past     the positions before each of the quiet moves, mixed and added up, for the key.
    quiet    how many moves since a pawn moved or a piece was taken;  drawn  DEAD, THIRD or FIFTY, 0 while it is not.
    middle, end  what the pieces are worth for White while there are many, and once there are few;  phase  how many.
    """

    __slots__ = (*WORDS, *NUMBERS)
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
        for name in self.__slots__:
            setattr(self, name, 0)

    def copy(self) -> ChessBoard:
        """Another one like this."""
        twin = ChessBoard.__new__(ChessBoard)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin


def highest(bits: Bits) -> int:
    """Return the number of the highest bit that is set; there must be one."""
    return bits.bit_length() - 1


def same(board: ChessBoard, other: ChessBoard) -> bool:
    """Whether all pieces and rights are the same."""
    return all(getattr(board, name) == getattr(other, name) for name in ("white", "low", "mid", "high", "rights"))


def occupied(board: ChessBoard) -> Bits:
    """Return the squares on which a piece stands."""
    return board.low | board.mid | board.high


def side(board: ChessBoard, seat: int) -> Bits:
    """Return the squares of that seat's pieces."""
    return occupied(board) & (~board.white if seat else board.white)


def sliders(board: ChessBoard, line: int) -> Bits:
    """Return the pieces of both that go along rows (0) and columns (1), or one diagonal (2) and the other (3)."""
    return board.low & (board.high if line < 2 else board.mid)


def pawns(board: ChessBoard) -> Bits:
    """Return the pawns of both."""
    return board.low & ~(board.mid | board.high)


def knights(board: ChessBoard) -> Bits:
    """Return the knights of both."""
    return board.mid & ~board.low


def kings(board: ChessBoard) -> Bits:
    """Return the two kings."""
    return board.high & ~board.low


def of_kind(board: ChessBoard, kind: int) -> Bits:
    """Return the pieces of that kind of both."""
    low = board.low if kind & 1 else ~board.low
    mid = board.mid if kind & 2 else ~board.mid
    return low & mid & (board.high if kind & 4 else ~board.high)


def kind_at(board: ChessBoard, square: int) -> int:
    """Return the kind of the piece on that square, 0 for none."""
    return board.low >> square & 1 | (board.mid >> square & 1) << 1 | (board.high >> square & 1) << 2
