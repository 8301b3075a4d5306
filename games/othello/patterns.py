"""The patterns of othello's static evaluation, and the weight of each of their contents.

A pattern is a corner of three by three squares, a row or column, or a diagonal of at least four squares. Its contents
are a number in base 3, a digit for each square: 0 empty, 1 a disc of the side to move, 2 a disc of the other side.
Patterns that are rotations or reflections of each other share their weights, and so do contents. The patterns are the
smaller ones of Logistello (M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for
Othello", NECI technical report 96, 1997).

A weight is in quarters of a disc, and the weights of all patterns add up to the expected final score of the side to
move. They come from a linear regression (least squares with a small penalty on large weights) on positions of self-play
games: random openings, a search of four plies, and perfect play over the last eleven or twelve empty squares. There
were 2.3 million positions of 50,000 games on the board of 8, and 0.9 million of 38,000 on the board of 6. Each board
has STAGES sets of weights, by the number of discs.

`patterns.table` holds the sets one after the other, compressed by zlib: a signed byte for the first of all contents
that are images of each other.
"""

import zlib
from functools import cache
from pathlib import Path

SIZES = (6, 8)  # the boards with weights
STAGES = 5
STARTS = {6: (0, 15, 20, 25, 30), 8: (0, 25, 35, 45, 54)}  # discs with which each stage begins
CORNER = 9  # squares
SHORTEST = 4  # squares of the shortest diagonal
FILE = Path(__file__).with_name("patterns.table")
LINES = 18  # diagonals of a board, at most
# Bits as digits in base 3, the lowest bit first; and for three rows of three, each row backwards.
DIGITS = [sum(3**bit for bit in range(9) if number >> bit & 1) for number in range(512)]
TURNED = [sum(3 ** (bit // 3 * 3 + 2 - bit % 3) for bit in range(9) if number >> bit & 1) for number in range(512)]


def lengths(size: int) -> list[int]:
    """Return the number of squares of each pattern: corner, rows from the edge on, diagonals from the longest on."""
    return [CORNER, *[size] * (size // 2), *range(size, SHORTEST - 1, -1)]


def starts(size: int) -> list[int]:
    """Return where the weights of each pattern start within a set, and the length of the set."""
    found = [0]
    for squares in lengths(size):
        found.append(found[-1] + 3**squares)
    return found


def backwards(squares: int) -> list[int]:
    """Return the mirror image of each contents of a line, whose first square is the lowest digit."""
    found = [0]
    for _ in range(squares):
        found = [digit + 3 * rest for digit in range(3) for rest in found]
    return found


def transposed() -> list[int]:
    """Return the mirror image, along the diagonal, of each contents of a corner, whose digits go row by row."""
    columns = [first + 27 * second + 729 * third for third in range(3) for second in range(3) for first in range(3)]
    return [first + 3 * second + 9 * third for third in columns for second in columns for first in columns]


@cache
def firsts(squares: int) -> list[int]:
    """Map each contents to the number of its canonical mirror image."""
    images = transposed() if squares == CORNER else backwards(squares)
    found: list[int] = []
    count = 0
    for number, image in enumerate(images):
        found.append(found[image] if image < number else count)
        count += image >= number
    return found


def read(file: Path = FILE) -> dict[int, bytes]:
    """Return the sets of weights by size of the board, a signed byte for each contents."""
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
    """Return the weights of all boards, one after the other."""
    return b"".join(read().values())


def list_stages() -> list[int]:
    """Return where in `read_all` the set for each board and number of discs, 0 to 64, starts."""
    found, start = [], 0
    for size in SIZES:
        length = starts(size)[-1]
        for discs in range(65):
            stage = sum(discs >= begin for begin in STARTS[size]) - 1
            found.append(start + length * stage)
        start += length * STAGES
    return found


def list_lines() -> list[int]:
    """Return where in a set the weights of each row start, from the edge on; four numbers for each board."""
    return [start for size in SIZES for start in starts(size)[1:5]]


def list_diagonals(part: int) -> list[int]:
    """Return for the diagonals of each board their bits (part 0), first column (1), or start of weights (2)."""
    boards = [[each[part] for each in diagonals(size)] for size in SIZES]
    return [number for board in boards for number in board + [0] * (LINES - len(board))]


def diagonals(size: int) -> list[tuple[int, int, int]]:
    """Return for each diagonal its bits, its first column, and where in a set its weights start."""
    found, begins = [], starts(size)
    for away in range(size - SHORTEST + 1):
        for down, right in dict.fromkeys([(away, 0), (0, away)]):
            falling = [(down + step, right + step) for step in range(size - away)]
            rising = [(size - 1 - row, column) for row, column in falling]
            for cells in (falling, rising):
                mask = sum(1 << 8 * row + column for row, column in cells)
                found.append((mask, right, begins[1 + size // 2 + away]))
    return found
