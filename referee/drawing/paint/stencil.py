"""The block characters that come nearest to a shape, found once for each shape and size."""

from collections.abc import Callable, Iterator
from functools import cache, partial

from games.dataclass import dataclass
from referee.drawing.paint.shapes import Shape

FULL = (1 << 64) - 1
MOST = 32  # points of a cell from which what covers it is its ground
POINTS_ACROSS = 8  # points of a cell from left to right, and from top to bottom


def bits(test: Callable[[int, int], bool]) -> int:
    """The points of a cell, 8 by 8 from the upper left, for which the test is true."""
    return sum(1 << (8 * row + column) for row in range(8) for column in range(8) if test(column, row))


def in_lower(count: int, column: int, row: int) -> bool:
    """Whether a point lies in so many of the lowest eighths."""
    return row >= POINTS_ACROSS - count


def in_left(count: int, column: int, row: int) -> bool:
    """Whether a point lies in so many of the leftmost eighths."""
    return column < count


def quadrant(number: int) -> int:
    """The points of the quadrants whose bits are set in the number: upper left and right, lower left and right."""
    return bits(lambda column, row: bool(number >> ((column > 3) + 2 * (row > 3)) & 1))


QUADRANTS = {glyph: quadrant(number) for number, glyph in enumerate(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")}
LOWER = {glyph: bits(partial(in_lower, count)) for count, glyph in enumerate("▁▂▃▄▅▆▇", 1)}
EIGHTHS = LOWER | {glyph: bits(partial(in_left, count)) for count, glyph in enumerate("▏▎▍▌▋▊▉", 1)}
COVERED = QUADRANTS | EIGHTHS  # the points that each glyph covers


@dataclass(frozen=True)
class Stroke:
    """A glyph of a stencil and its place; inverted: the glyph is the ground, and what it leaves free the shape."""

    column: int
    row: int
    glyph: str
    inverted: bool


@cache
def stencil(shape: Shape, columns: int, rows: int) -> tuple[Stroke, ...]:
    """The strokes that draw the shape in the middle of so many cells; none for cells that it leaves free."""
    return tuple(strokes(shape, columns, rows))


def covers(shape: Shape, left: float, top: float, column: int, row: int) -> bool:
    """Whether the shape covers that point of the cell whose upper left corner lies there."""
    return shape(left + (column + 0.5) / 8, top + (row + 0.5) / 4)


def strokes(shape: Shape, columns: int, rows: int) -> Iterator[Stroke]:
    """Those strokes, row by row."""
    for row in range(rows):
        for column in range(columns):
            left, top = column - columns / 2, 2 * row - rows
            covered = bits(partial(covers, shape, left, top))
            straight = ((covered ^ points, False, glyph) for glyph, points in COVERED.items())
            inverted = ((covered ^ points ^ FULL, True, glyph) for glyph, points in EIGHTHS.items())
            _, turned, glyph = min(
                (missed.bit_count(), turned, glyph) for missed, turned, glyph in (*straight, *inverted)
            )
            if glyph != " ":
                yield Stroke(column, row, glyph, turned)
