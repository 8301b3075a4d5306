r"""The 32 dark squares of a draughts board as bits of a word: steps and jumps, numbers and texts, and the picture.

Between two rows and the next two one bit is left out, so that from any square the four next to it are 4 and 5 bits
away, and what would lie beyond the edge is such a gap. Below them ten bits stay empty, so that two steps from any
square are bits of the word too.

    the squares:      1   2   3   4        their bits:      10  11  12  13
                    5   6   7   8                         14  15  16  17
                      9  10  11  12                         19  20  21  22             -5  -4
                   13  14  15  16                         23  24  25  26                 \ /
                     17  18  19  20                         28  29  30  31
                   21  22  23  24                         32  33  34  35                 / \
                     25  26  27  28                         37  38  39  40             +4  +5
                   29  30  31  32                         41  42  43  44

A move holds the bits of the squares that it leaves and enters, and how it jumps: a one, then the way of each jump, the
last one lowest; a step holds zero there.

    bits   30 ... 12   11 ... 6   5 ... 0        ways   0: +4   1: +5   2: -4   3: -5
             jumps        to        from

Nine jumps are the most: each leads two rows on, so that all pieces taken stand on even rows or all on odd ones, none of
them at the edge, and there are nine such squares.

Compiled games take what works on words from dark_squares.pxd.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from games.base.bits import Bits, count, lowest
from games.base.notation import fold
from games.base.rule_values import find_move, refusal
from games.game import Game, IllegalMove
from games.layout import Layout, make_layout
from games.picture import Cell, Grid, Ground

if TYPE_CHECKING:
    from games.move_list import MoveList

FIRST = 10  # the bit of square 1
PATH = re.compile(r"\s*\d{1,2}(?:(?:\s*[-x:*,]\s*|\s+)\d{1,2})+\s*", re.ASCII | re.IGNORECASE)
TOGETHER = re.compile(r"\d{4}", re.ASCII)
PIECES = (("b", "man"), ("w", "man"), ("B", "king"), ("W", "king"))


def squares(*numbers: int) -> Bits:
    """The word of the squares of those numbers."""
    return sum(1 << FIRST + (number - 1) + (number - 1) // 8 for number in numbers)


BOARD = squares(*range(1, 33))


def layout() -> Layout:
    """The squares by the numbers of their bits, with five contents: none, and men and kings of both sides."""
    cells: list[tuple[int, int] | None] = [None] * BOARD.bit_length()
    for number in range(32):
        row, column = divmod(number, 4)
        cells[squares(number + 1).bit_length() - 1] = row, 2 * column + 1 - row % 2
    return make_layout(cells, 5, False)


def board() -> Bits:
    """The word of all squares."""
    return BOARD


def step(way: int) -> int:
    """How many bits it is to the next square that way."""
    return (4, 5, -4, -5)[way]


def steppers(down: Bits, up: Bits, empty: Bits) -> Bits:
    """Which pieces can step: of those that may go down the board and those that may go up."""
    return down & (empty >> 4 | empty >> 5) | up & (empty << 4 | empty << 5)


def jumpers(down: Bits, up: Bits, theirs: Bits, empty: Bits) -> Bits:
    """Which pieces can jump: of those that may go down the board and those that may go up."""
    down &= theirs >> 4 & empty >> 8 | theirs >> 5 & empty >> 10
    return down | up & (theirs << 4 & empty << 8 | theirs << 5 & empty << 10)


def push_steps(out: MoveList, pieces: Bits, far: int) -> None:
    """Add the steps so many bits far of those pieces; there must be room reserved for them."""
    while pieces:
        bit = lowest(pieces)
        out.push(bit | (bit + far) << 6)  # type: ignore[no-untyped-call]
        pieces &= pieces - 1


def add_jumps(out: MoveList, start: int, bit: int, theirs: Bits, empty: Bits, jumps: int, ways: int) -> bool:
    """Add all moves from the start that go on from that bit, in the ways of a mask; whether there is one.

    That a man's move ends where it becomes a king needs no check: no way leads it on from there.
    """
    found = False
    for way in range(4):
        over, to = bit + step(way), bit + 2 * step(way)
        if ways >> way & 1 and theirs >> over & empty >> to & 1:
            found = True
            if not add_jumps(out, start, to, theirs ^ 1 << over, empty, jumps << 2 | way, ways):
                out.add((jumps << 2 | way) << 12 | to << 6 | start)  # type: ignore[no-untyped-call]
    return found


def way_of(move: int) -> list[int]:
    """The bits of the squares that the move goes by, from the first to the last."""
    bits = [move >> 6 & 63]
    jumps = move >> 12
    while jumps > 1:
        bits.append(bits[-1] - 2 * step(jumps & 3))
        jumps >>= 2
    return bits[::-1] if len(bits) > 1 else [move & 63, *bits]


def jumped_squares(move: int) -> Bits:
    """The squares that the move jumps over."""
    bits = way_of(move) if move >> 12 else []
    return sum(1 << (one + other) // 2 for one, other in pairwise(bits))


def distances(bit: int, pieces: Bits) -> int:
    """How many steps a king on that square needs to each of the pieces, all in all."""
    total, near = 0, 1 << bit
    while pieces & ~near:
        total += count(pieces & ~near)
        near |= (near << 4 | near << 5 | near >> 4 | near >> 5) & BOARD
    return total


# For people.


def number(bit: int) -> int:
    """The number of the square, 1 to 32."""
    return bit - FIRST - (bit - FIRST) // 9 + 1


def place(bit: int) -> tuple[int, int]:
    """The row and the column of the square in print, where square 1 is at the top."""
    row, column = divmod(number(bit) - 1, 4)
    return row, 2 * column + (row % 2 == 0)


# By square its bit, its place, and what it shows while it is empty. All pictures share these cells and those of pieces.
DARK = [(bit, place(bit), Cell(str(number(bit)))) for bit in range(FIRST, BOARD.bit_length()) if BOARD >> bit & 1]
PIECE_CELLS = ((Cell("b", 0), Cell("B", 0)), (Cell("w", 1), Cell("W", 1)))
LIGHT = Cell(" ")
LABELS = tuple(f"{first}-{first + 3}" for first in range(1, 33, 4))


def text(move: int) -> str:
    """The numbers of the squares that the move goes by: `11-15`, or `9x18x27` for a jump."""
    return ("x" if move >> 12 else "-").join(str(number(bit)) for bit in way_of(move))


def fold_entry(entry: str) -> str:
    """The squares of a typed move: `9x18x27`, `9:18:27`, `9 18 27` are all `9-18-27`, and `1115` is `11-15`."""
    if PATH.fullmatch(entry):
        return "-".join(str(int(found)) for found in re.findall(r"\d+", entry))
    word = fold(entry)
    return f"{int(word[:2])}-{int(word[2:])}" if TOGETHER.fullmatch(word) else word


def read(entry: str, game: Game) -> int:
    """Return the legal move of the entry, which may name all its squares, or the first and the last one alone.

    Raises IllegalMove if there is none, and where the two squares may mean several.
    """
    if (move := find_move(game, entry)) is not None:
        return move
    ends = fold_entry(entry).split("-")
    found = [move for move in game.moves() if [str(number(move & 63)), str(number(move >> 6 & 63))] == ends]
    if not found:
        raise IllegalMove(refusal(game, entry))
    if len(found) > 1:
        ways = " or ".join(map(text, found))
        raise IllegalMove(f"{entry!r} may be {ways}: name the squares between")
    return found[0]


def picture(pieces: tuple[Bits, Bits], kings: Bits, note: str) -> Grid:
    """The board with those pieces of the seats, `kings` being kings; empty squares show their number."""
    first, second = pieces
    rows = [[LIGHT] * 8 for _ in range(8)]
    for bit, (row, column), empty in DARK:
        if first >> bit & 1:
            rows[row][column] = PIECE_CELLS[0][kings >> bit & 1]
        else:
            rows[row][column] = PIECE_CELLS[1][kings >> bit & 1] if second >> bit & 1 else empty
    cells = tuple(map(tuple, rows))
    return Grid(cells, LABELS, note=note, pieces=PIECES, ground=Ground.CHEQUERED, colours=("black", "white"))
