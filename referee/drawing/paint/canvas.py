"""A sheet of terminal cells on which shapes are painted, with the block characters that come nearest to them.

A shape says whether it covers a point (across, down), counted from its middle. A column is 1 wide, a row 2 high.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import groupby, islice
from typing import NamedTuple

from referee.drawing.figures import covers
from referee.drawing.glyphs import Line, Place, Span
from referee.drawing.text_width import pieces, text_width

Shape = Callable[[float, float], bool]
POINTS = 8  # of a cell, from left to right and from top to bottom
FULL = (1 << POINTS * POINTS) - 1
PAGE = ""  # the ground, or the ink, of the terminal itself


@cache
def disc(radius: float, hole: float = 0.0) -> Shape:
    """Return a disc, or a ring around a hole."""
    return lambda across, down: hole**2 <= across * across + down * down <= radius**2


@cache
def chip(width: float) -> Shape:
    """Return a disc for cells of two rows, a hair apart from those above and below it."""
    return lambda across, down: abs(down) <= 1.75 and abs(across) <= width / 2 - (0.5 if abs(down) <= 1 else 1)


@cache
def slab(width: float) -> Shape:
    """Return a disc seen from the side, for cells of one row, a hair apart from the one above it."""
    return lambda across, down: abs(across) <= width / 2 and down >= -0.75


@cache
def box(width: float, height: float) -> Shape:
    """Return a rectangle."""
    return lambda across, down: abs(across) <= width / 2 and abs(down) <= height / 2


@cache
def cross(reach: float, thick: float) -> Shape:
    """Return two diagonal strokes."""

    def test(across: float, down: float) -> bool:
        return max(abs(across), abs(down)) <= reach and min(abs(across - down), abs(across + down)) <= thick

    return test


@cache
def spike(width: float, height: float, hangs: bool) -> Shape:
    """Return a point of a backgammon board, which hangs from the top or stands."""
    return lambda across, down: abs(across) <= width / 2 * ((height - down if hangs else height + down) / (2 * height))


@cache
def pill(width: float, height: float, corner: float) -> Shape:
    """Return a rectangle with round corners of the radius `corner`."""

    def test(across: float, down: float) -> bool:
        beyond = max(abs(across) - width / 2 + corner, 0), max(abs(down) - height / 2 + corner, 0)
        return beyond[0] ** 2 + beyond[1] ** 2 <= corner**2

    return test


@cache
def pawn(height: float) -> Shape:
    """Return a pawn: a head, a body that widens, and a foot."""

    def test(across: float, down: float) -> bool:
        across, down = abs(across) * 2 / height, down * 2 / height  # from -1 to 1
        if down > 1 or down < -1:
            return False
        head = across * across + (down + 0.5) ** 2 <= 0.23
        body = -0.2 <= down <= 0.6 and across <= 0.2 + 0.42 * (down + 0.2)
        return head or body or (down > 0.6 and across <= 0.78)

    return test


@cache
def figure(word: str, height: float) -> Shape:
    """Return a figure of chess, for a cell of this height."""
    return lambda across, down: covers(word, across / height, down / height)


def round_in(columns: int, rows: int) -> Shape:
    """Return the largest round shape for a cell of this size."""
    return chip(columns) if rows == 2 else disc(min(columns - 0.6, 2 * rows - 0.3) / 2)


def bits(test: Callable[[int, int], bool]) -> int:
    """Return the points of a cell, 8 by 8 from the upper left, for which `test(column, row)` is true."""
    return sum(1 << (POINTS * row + column) for row in range(POINTS) for column in range(POINTS) if test(column, row))


# The points that each glyph covers: the lowest eighths, the leftmost ones, and quadrants by the bits of a number.
EIGHTHS = {
    **{glyph: bits(lambda _, row: row >= 8 - count) for count, glyph in enumerate("▁▂▃▄▅▆▇", 1)},  # noqa: B023
    **{glyph: bits(lambda column, _: column < count) for count, glyph in enumerate("▏▎▍▌▋▊▉", 1)},  # noqa: B023
}
COVERED = EIGHTHS | {
    glyph: bits(lambda column, row: bool(number >> ((column > 3) + 2 * (row > 3)) & 1))  # noqa: B023
    for number, glyph in enumerate(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
}
SOLID = {glyph for glyph, points in COVERED.items() if points.bit_count() > POINTS * POINTS / 2}


class Stroke(NamedTuple):
    """A glyph of a stencil and its place; inverted: the glyph is the ground, and what it leaves free the shape."""

    column: int
    row: int
    glyph: str
    inverted: bool


@cache
def stencil(shape: Shape, columns: int, rows: int) -> tuple[Stroke, ...]:
    """Return the strokes that draw the shape in the middle of a rectangle; none for cells that it leaves free."""
    return tuple(strokes(shape, columns, rows))


def strokes(shape: Shape, columns: int, rows: int) -> Iterator[Stroke]:
    """Yield the strokes of a stencil, row by row."""
    for row in range(rows):
        for column in range(columns):
            covered = bits(partial(is_covered, shape, column - columns / 2, 2 * row - rows))
            straight = ((covered ^ points, False, glyph) for glyph, points in COVERED.items())
            inverted = ((covered ^ points ^ FULL, True, glyph) for glyph, points in EIGHTHS.items())
            _, turned, glyph = min(
                (missed.bit_count(), turned, glyph) for missed, turned, glyph in (*straight, *inverted)
            )
            if glyph != " ":
                yield Stroke(column, row, glyph, turned)


def is_covered(shape: Shape, left: float, top: float, column: int, row: int) -> bool:
    """Return whether the shape covers a point of the cell that begins at `left`, `top`."""
    return shape(left + (column + 0.5) / 8, top + (row + 0.5) / 4)


class Ink(NamedTuple):
    """How a cell looks: the colours of its glyph and of its ground, by their names in a palette; `~` dims a colour."""

    ink: str = PAGE
    ground: str = PAGE
    bold: bool = False
    underline: bool = False


@cache
def role(look: Ink) -> str:
    """Return the role that a theme reads: `red/felt`, then `!` if bold and `_` if underlined; "" for a plain one."""
    return "" if look == Ink() else f"{look.ink}/{look.ground}{'!' * look.bold}{'_' * look.underline}"


class Canvas:
    """A sheet, in the terminal's own colours at first. What lies outside of it is not painted.

    glyphs  the character of each cell, row by row; if it is wider than one column, the cells beside it hold "".
    places  the cell of the picture that each of them is a part of.
    """

    def __init__(self, columns: int, rows: int):
        self.columns, self.rows = columns, rows
        self.glyphs = [[" "] * columns for _ in range(rows)]
        self.looks = [[Ink()] * columns for _ in range(rows)]
        self.places: list[list[Place | None]] = [[None] * columns for _ in range(rows)]

    def has(self, x: int, y: int) -> bool:
        return 0 <= x < self.columns and 0 <= y < self.rows

    def put(self, x: int, y: int, glyph: str, look: Ink) -> None:
        if self.has(x, y):
            self.glyphs[y][x], self.looks[y][x] = glyph, look

    def fill(self, x: int, y: int, columns: int, rows: int, ground: str, glyph: str = " ", ink: str = PAGE) -> None:
        look, left, right = Ink(ink, ground), max(x, 0), min(x + columns, self.columns)
        for row in range(max(y, 0), min(y + rows, self.rows)):
            self.glyphs[row][left:right] = [glyph] * (right - left)
            self.looks[row][left:right] = [look] * (right - left)

    def ground(self, x: int, y: int) -> str:
        """Return the colour that covers most of a cell."""
        if not self.has(x, y):
            return PAGE
        look = self.looks[y][x]
        return look.ink if self.glyphs[y][x] in SOLID else look.ground

    def text(self, x: int, y: int, words: str, ink: str = PAGE, bold: bool = False) -> None:
        """Write words on the ground that is there."""
        for piece in pieces(words):
            look, wide = Ink(ink, self.ground(x, y), bold), text_width(piece)
            self.put(x, y, piece, look)
            for beside in range(1, wide):
                self.put(x + beside, y, "", look)
            x += wide

    def label(self, x: int, y: int, columns: int, words: str) -> None:
        """Write a label in the middle of `columns`, on the terminal's own ground."""
        self.text(x + (columns - text_width(words)) // 2, y, words, "faint")

    def stamp(self, x: int, y: int, columns: int, rows: int, shape: Shape, colour: str) -> None:
        """Stamp a shape into the middle of a rectangle, on the ground that is there."""
        for column, row, glyph, inverted in stencil(shape, columns, rows):
            back = self.ground(x + column, y + row)
            self.put(x + column, y + row, glyph, Ink(back, colour) if inverted else Ink(colour, back))

    def underline(self, x: int, y: int, ink: str) -> None:
        """Draw a line along the foot of a cell."""
        if self.has(x, y):
            self.looks[y][x] = Ink(ink, self.ground(x, y), underline=True)

    def assign(self, x: int, y: int, columns: int, rows: int, place: Place) -> None:
        """Record which cell of the picture a rectangle shows."""
        left, right = max(x, 0), min(x + columns, self.columns)
        for row in self.places[max(y, 0) : y + rows]:
            row[left:right] = [place] * (right - left)

    def lines(self) -> list[Line]:
        """Return the rows as lines; nothing stands at the end of one but what was painted."""
        return [spans(row) for row in zip(self.glyphs, self.looks, self.places, strict=True)]


def spans(row: tuple[list[str], list[Ink], list[Place | None]]) -> Line:
    """Return a row as spans, each as long as its cells look alike and belong to one cell of the picture."""
    glyphs, looks, places = row
    left, line = iter(glyphs), []
    for (look, place), run in groupby(zip(looks, places, strict=True)):
        line.append(Span("".join(islice(left, len(list(run)))), role(look), place))
    if line and not line[-1].role and line[-1].place is None:
        text = line.pop().text.rstrip()
        return [*line, Span(text)] if text else line
    return line
