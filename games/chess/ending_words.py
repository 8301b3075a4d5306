"""Words of squares, and mirrors of the board, for the tables of endings."""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, upside_down
    from games.chess.board import BISHOP, KNIGHT, ROOK
    from games.chess.moves import attack, leap

from games.chess.fen import SLANTED, STRAIGHT
from games.chess.moves import squares_from

WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LEFT = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)  # what a step to the left can enter: all but file h
RIGHT = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
# Masks of the mirrors and leaps below; literals of this size would be objects of Python.
BITS_0 = cython.declare(cython.ulonglong, 0x0F0F0F0F00000000)
BITS_1 = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)
BITS_2 = cython.declare(cython.ulonglong, 0x3333000033330000)
BITS_3 = cython.declare(cython.ulonglong, 0x3333333333333333)
BITS_4 = cython.declare(cython.ulonglong, 0x3F3F3F3F3F3F3F3F)
BITS_5 = cython.declare(cython.ulonglong, 0x5500550055005500)
BITS_6 = cython.declare(cython.ulonglong, 0x5555555555555555)
BITS_7 = cython.declare(cython.ulonglong, 0xFCFCFCFCFCFCFCFC)


def between_squares():
    """Return, by 64 * square + square, the squares strictly between two squares of one line."""
    found = [0] * 4096
    for square in range(64):
        for way in STRAIGHT + SLANTED:
            passed = 0
            for far in range(1, 8):
                ends = squares_from(square, [way], far)
                last = ends ^ squares_from(square, [way], far - 1)
                if last:
                    found[64 * square + last.bit_length() - 1] = passed
                passed = ends
    return found


def mirrored(square, code):
    """Return where a mirror moves a square: 1 swaps left and right, 2 top and bottom, 4 ranks and files, in this order.

    The codes can be added.
    """
    column, row = square % 8, square // 8
    column, row = 7 - column if code & 1 else column, 7 - row if code & 2 else row
    return 8 * column + row if code & 4 else 8 * row + column


def king_square(square, pawned):
    """Return the code that moves a white king to one of its squares."""
    for code in range(2 if pawned else 8):
        row, column = divmod(mirrored(square, code), 8)
        if column < 4 and (pawned or row <= column):
            return code
    raise ValueError(square)


homes = [[at for at in range(64) if king_square(at, pawned) == 0] for pawned in (0, 1)]
codes = [king_square(at, pawned) for pawned in (0, 1) for at in range(64)]
images = [mirrored(square, code) for code in range(8) for square in range(64)]
numbers = [homes[pawned].index(mirrored(at, king_square(at, pawned))) for pawned in (0, 1) for at in range(64)]
home = [(homes[pawned] + [0] * 64)[at] for pawned in (0, 1) for at in range(64)]
between = between_squares()


def turned(word, code):
    """Return the word whose squares, `mirrored` with this code, are the squares of `word`."""
    part: Bits
    if code & 4:
        part = BITS_0 & (word ^ word << 28)
        word ^= part ^ part >> 28
        part = BITS_2 & (word ^ word << 14)
        word ^= part ^ part >> 14
        part = BITS_5 & (word ^ word << 7)
        word ^= part ^ part >> 7
    if code & 2:
        word = upside_down(word)
    if code & 1:
        word = word >> 1 & BITS_6 | (word & BITS_6) << 1
        word = word >> 2 & BITS_3 | (word & BITS_3) << 2
        word = word >> 4 & BITS_1 | (word & BITS_1) << 4
    return word


def attacks(kind, square, filled):
    """Return what a piece, not a pawn, attacks if `filled` squares are occupied."""
    if kind == KNIGHT:
        return leap(square)
    found: Bits = 0
    if kind != BISHOP:
        found = attack(0, square, filled)
    return found | attack(2, square, filled) if kind != ROOK else found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def ray(goals: Bits, empty: Bits, far: cython.int, inside: Bits) -> Bits:
    """Return the squares from which a slider reaches `goals`, by steps that move bits up by `far`, or down."""
    empty &= inside
    if far > 0:
        goals |= empty & goals << far
        empty &= empty << far
        goals |= empty & goals << 2 * far
        empty &= empty << 2 * far
        goals |= empty & goals << 4 * far
        return goals << far & inside & WORD
    far = -far
    goals |= empty & goals >> far
    empty &= empty >> far
    goals |= empty & goals >> 2 * far
    empty &= empty >> 2 * far
    goals |= empty & goals >> 4 * far
    return goals >> far & inside


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def leaps_of(goals: Bits) -> Bits:
    """Return the squares a knight's move away from `goals`."""
    one: Bits = (goals >> 1 & LEFT) | (goals << 1 & RIGHT)
    two: Bits = (goals >> 2 & BITS_4) | (goals << 2 & BITS_7)
    return (one << 16 | one >> 16 | two << 8 | two >> 8) & WORD


def origins(kind, goals, empty):
    """Return the squares from which a piece, not a pawn, reaches one of the empty squares `goals`."""
    found: Bits = 0
    if not goals:
        return 0
    if kind == KNIGHT:
        return leaps_of(goals)
    if kind != BISHOP:
        found = ray(goals, empty, 8, WORD) | ray(goals, empty, -8, WORD)
        found |= ray(goals, empty, 1, RIGHT) | ray(goals, empty, -1, LEFT)
    if kind != ROOK:
        found |= ray(goals, empty, 9, RIGHT) | ray(goals, empty, -9, LEFT)
        found |= ray(goals, empty, 7, LEFT) | ray(goals, empty, -7, RIGHT)
    return found


def beside(word):
    """Return the squares to the left and to the right of the squares of a word."""
    return word >> 1 & LEFT | word << 1 & RIGHT


def back(seat, word):
    """Return the squares one step behind, as pawns of `seat` go."""
    return (word << 8 & WORD) if seat else word >> 8
