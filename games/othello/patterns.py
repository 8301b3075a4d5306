"""What the static evaluation of othello knows: patterns of squares, and what each of their contents is worth.

A pattern is a corner of three by three squares, a row or column, or a diagonal of at least four squares. What stands on
its squares is a number in base 3, its contents: 0 for an empty square, 1 for a disc of the side to move, 2 for one of
the other. Patterns that are images of each other by turning or mirroring the board share their worths, and so do
contents. The patterns are the smaller ones of Logistello (M. Buro, "Experiments with Multi-ProbCut and a New
High-Quality Evaluation Function for Othello", NECI technical report 96, 1997).

A worth is in quarters of a disc. The worths of all patterns add up to the final score that the side to move may expect.
They are those of a linear regression (least squares, with a small penalty on large worths) on positions of games that a
program played with itself: from openings with random moves, four plies deep, and without a mistake over the last eleven
or twelve empty squares. There were 2.3 million positions of 50,000 games on the board of 8, and 0.9 million of 38,000
on that of 6. For each board there are STAGES sets of worths, by how many discs stand on it.
`othello.table` holds the sets one after the
other, compressed by zlib: a signed byte for the contents that come first of those that are images of each other.
"""

import zlib
from functools import cache
from pathlib import Path

SIZES = (6, 8)  # the boards whose worths are known
STAGES = 5
STARTS = {6: (0, 15, 20, 25, 30), 8: (0, 25, 35, 45, 54)}  # discs with which each stage begins
CORNER = 9  # squares
SHORTEST = 4  # squares of a diagonal
FILE = Path(__file__).with_name("patterns.table")
LINES = 18  # diagonals of a board, at most
# Bits as digits in base 3: the lowest is the first digit; or, of three rows of three, each row the other way.
DIGITS = [sum(3**bit for bit in range(9) if number >> bit & 1) for number in range(512)]
TURNED = [sum(3 ** (bit // 3 * 3 + 2 - bit % 3) for bit in range(9) if number >> bit & 1) for number in range(512)]


def lengths(size: int) -> list[int]:
    """How many squares the patterns have: the corner, the rows from the edge on, the diagonals from the longest on."""
    return [CORNER, *[size] * (size // 2), *range(size, SHORTEST - 1, -1)]


def starts(size: int) -> list[int]:
    """Where in a set the worths of each pattern start, and after the last one its length."""
    found = [0]
    for squares in lengths(size):
        found.append(found[-1] + 3**squares)
    return found


def backwards(squares: int) -> list[int]:
    """For each contents of a line its mirror image. The first square is the lowest digit."""
    found = [0]
    for _ in range(squares):
        found = [digit + 3 * rest for digit in range(3) for rest in found]
    return found


def transposed() -> list[int]:
    """For each contents of a corner its mirror image by the diagonal. The digits go row by row."""
    columns = [first + 27 * second + 729 * third for third in range(3) for second in range(3) for first in range(3)]
    return [first + 3 * second + 9 * third for third in columns for second in columns for first in columns]


@cache
def firsts(squares: int) -> list[int]:
    """For each contents which of it and its image comes first, counted among all that do."""
    images = transposed() if squares == CORNER else backwards(squares)
    found: list[int] = []
    count = 0
    for number, image in enumerate(images):
        found.append(found[image] if image < number else count)
        count += image >= number
    return found


def read(file: Path = FILE) -> dict[int, bytes]:
    """By size of the board the sets of worths, one after the other, a signed byte for each contents."""
    packed = zlib.decompress(file.read_bytes())
    found, place = {}, 0
    for size in SIZES:
        sets = []
        for _ in range(STAGES):
            for squares in lengths(size):
                order = firsts(squares)
                sets.append(bytes(map(packed[place:].__getitem__, order)))
                place += max(order) + 1
        found[size] = b"".join(sets)
    return found


def read_all() -> bytes:
    """Return the worths of all boards, one after the other."""
    return b"".join(read().values())


def list_stages() -> list[int]:
    """Return by board and number of discs, 0 to 64, where in `read_all` the set of that stage starts."""
    found, start = [], 0
    for size in SIZES:
        length = starts(size)[-1]
        for discs in range(65):
            stage = sum(discs >= begin for begin in STARTS[size]) - 1
            found.append(start + length * stage)
        start += length * STAGES
    return found


def list_lines() -> list[int]:
    """Return by board where in a set the worths of each row start, from the edge on; four numbers each."""
    return [start for size in SIZES for start in starts(size)[1:5]]


def list_diagonals(part: int) -> list[int]:
    """Return by board of each diagonal its bits (part 0), its first column (1), or where its worths start (2)."""
    boards = [[each[part] for each in diagonals(size)] for size in SIZES]
    return [number for board in boards for number in board + [0] * (LINES - len(board))]


def diagonals(size: int) -> list[tuple[int, int, int]]:
    """Return of each diagonal the bits, the first column, and where in a set its worths start."""
    found, begins = [], starts(size)
    for away in range(size - SHORTEST + 1):
        for down, right in dict.fromkeys([(away, 0), (0, away)]):
            falling = [(down + step, right + step) for step in range(size - away)]
            rising = [(size - 1 - row, column) for row, column in falling]
            for cells in (falling, rising):
                mask = sum(1 << 8 * row + column for row, column in cells)
                found.append((mask, right, begins[1 + size // 2 + away]))
    return found
