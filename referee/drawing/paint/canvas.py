"""A sheet of terminal cells on which shapes are painted, by the block characters that come nearest to them.

The middle of a shape is (0, 0); a point (across, down) lies in the shape where its test is true.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import groupby

from games.dataclass import dataclass
from referee.drawing.figures import covers
from referee.drawing.glyphs import Line, Place, Span
from referee.drawing.text_width import pieces, text_width

Shape = Callable[[float, float], bool]
FULL = (1 << 64) - 1
MOST = 32  # points of a cell from which what covers it is its ground
POINTS_ACROSS = 8  # points of a cell from left to right, and from top to bottom
PAGE = ""  # the ground, or the ink, of the terminal itself


@cache
def disc(radius: float, hole: float = 0.0) -> Shape:
    """Return a disc, or a ring around a hole of that radius."""
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
    """Two diagonal strokes."""

    def test(across: float, down: float) -> bool:
        return max(abs(across), abs(down)) <= reach and min(abs(across - down), abs(across + down)) <= thick

    return test


@cache
def spike(width: float, height: float, hangs: bool) -> Shape:
    """Return a point of a backgammon board, which hangs from the top or stands."""
    return lambda across, down: abs(across) <= width / 2 * ((height - down if hangs else height + down) / (2 * height))


@cache
def pill(width: float, height: float, corner: float) -> Shape:
    """Return a rectangle with round corners of that radius."""

    def test(across: float, down: float) -> bool:
        beyond = max(abs(across) - width / 2 + corner, 0), max(abs(down) - height / 2 + corner, 0)
        return beyond[0] ** 2 + beyond[1] ** 2 <= corner**2

    return test


@cache
def pawn(height: float) -> Shape:
    """Return a pawn: a head, a body that widens, and a foot; that high from top to bottom."""
    half = height / 2

    def test(across: float, down: float) -> bool:
        across, down = abs(across) / half, down / half  # from -1 to 1
        if down > 1 or down < -1:
            return False
        head = across * across + (down + 0.5) ** 2 <= 0.23
        body = -0.2 <= down <= 0.6 and across <= 0.2 + 0.42 * (down + 0.2)
        return head or body or (down > 0.6 and across <= 0.78)

    return test


@cache
def edge(height: float) -> Shape:
    """Return a disc seen from its edge."""
    return box(1.0, height)


@cache
def figure(word: str, height: float) -> Shape:
    """Return a figure of chess, in a cell of that height."""
    return lambda across, down: covers(word, across / height, down / height)


def round_in(columns: int, rows: int) -> Shape:
    """Return the largest round shape for a cell of that size."""
    return chip(columns) if rows == 2 else disc(min(columns - 0.6, 2 * rows - 0.3) / 2)


def ring_in(columns: int, rows: int) -> Shape:
    """Return the largest ring for a cell of that size."""
    radius = min(columns - 0.6, 2 * rows - 0.3) / 2
    return disc(radius, radius * 0.62)


def bits(test: Callable[[int, int], bool]) -> int:
    """Return the points of a cell, 8 by 8 from the upper left, for which the test is true."""
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
    """Return the strokes that draw the shape in the middle of so many cells; none for cells that it leaves free."""
    return tuple(strokes(shape, columns, rows))


def is_covered(shape: Shape, left: float, top: float, column: int, row: int) -> bool:
    """Whether the shape covers that point of the cell whose upper left corner lies there."""
    return shape(left + (column + 0.5) / 8, top + (row + 0.5) / 4)


def strokes(shape: Shape, columns: int, rows: int) -> Iterator[Stroke]:
    """Those strokes, row by row."""
    for row in range(rows):
        for column in range(columns):
            left, top = column - columns / 2, 2 * row - rows
            covered = bits(partial(is_covered, shape, left, top))
            straight = ((covered ^ points, False, glyph) for glyph, points in COVERED.items())
            inverted = ((covered ^ points ^ FULL, True, glyph) for glyph, points in EIGHTHS.items())
            _, turned, glyph = min(
                (missed.bit_count(), turned, glyph) for missed, turned, glyph in (*straight, *inverted)
            )
            if glyph != " ":
                yield Stroke(column, row, glyph, turned)


@dataclass(frozen=True)
class Ink:
    """How a cell looks: the colours of what stands on it and of its ground, by their names in a palette.

    A name with `~` after it is dimmed.
    """

    ink: str = PAGE
    ground: str = PAGE
    bold: bool = False
    underline: bool = False

    @property
    def role(self) -> str:
        """Its role in a line, as a theme reads it: `red/felt`, with `!` if bold and `_` if underlined; maybe empty."""
        if self == Ink():
            return ""
        return f"{self.ink}/{self.ground}{'!' * self.bold}{'_' * self.underline}"


@dataclass(frozen=True)
class Tile:
    """A cell of the sheet: what stands there, how it looks, and the cell of the picture that it is a part of.

    glyph  a character of one column, or of more: then those beside it are empty.
    """

    glyph: str = " "
    look: Ink = Ink()
    place: Place | None = None

    @property
    def ground(self) -> str:
        """The colour that covers most of it."""
        return self.look.ink if COVERED.get(self.glyph, 0).bit_count() > MOST else self.look.ground


class Canvas:
    """A sheet of so many columns and rows, in the terminal's own colours at first. What lies outside is not painted."""

    def __init__(self, columns: int, rows: int):
        self.columns, self.rows = columns, rows
        self.tiles = [[Tile()] * columns for _ in range(rows)]

    def has(self, x: int, y: int) -> bool:
        """Whether that cell lies on the sheet."""
        return 0 <= x < self.columns and 0 <= y < self.rows

    def put(self, x: int, y: int, glyph: str, look: Ink) -> None:
        """Put a character there, which takes one column."""
        if self.has(x, y):
            self.tiles[y][x] = Tile(glyph, look, self.tiles[y][x].place)

    def fill(self, x: int, y: int, columns: int, rows: int, ground: str, glyph: str = " ", ink: str = PAGE) -> None:
        """Fill a rectangle with that ground, and with the character."""
        for row in range(y, y + rows):
            for column in range(x, x + columns):
                self.put(column, row, glyph, Ink(ink, ground))

    def ground(self, x: int, y: int) -> str:
        """Return the colour that covers most of that cell."""
        return self.tiles[y][x].ground if self.has(x, y) else PAGE

    def text(self, x: int, y: int, words: str, ink: str = PAGE, bold: bool = False) -> None:
        """Write words on the ground that is there."""
        for piece in pieces(words):
            look = Ink(ink, self.ground(x, y), bold)
            self.put(x, y, piece, look)
            for beside in range(1, text_width(piece)):
                self.put(x + beside, y, "", look)
            x += text_width(piece)

    def label(self, x: int, y: int, columns: int, words: str) -> None:
        """Write a label in the middle of so many columns, on the terminal's own ground."""
        self.text(x + (columns - text_width(words)) // 2, y, words, "faint")

    def stamp(self, x: int, y: int, columns: int, rows: int, shape: Shape, colour: str) -> None:
        """Stamp a shape in that colour into the middle of a rectangle, on the ground that is there."""
        for stroke in stencil(shape, columns, rows):
            column, row = x + stroke.column, y + stroke.row
            back = self.ground(column, row)
            look = Ink(back, colour) if stroke.inverted else Ink(colour, back)
            self.put(column, row, stroke.glyph, look)

    def underline(self, x: int, y: int, ink: str) -> None:
        """Draw a line along the foot of that cell."""
        if self.has(x, y):
            tile = self.tiles[y][x]
            self.tiles[y][x] = replace(tile, look=Ink(ink, tile.ground, underline=True))

    def assign(self, x: int, y: int, columns: int, rows: int, place: Place) -> None:
        """Say which cell of the picture a rectangle shows."""
        for row in self.tiles[max(y, 0) : y + rows]:
            row[max(x, 0) : x + columns] = [replace(tile, place=place) for tile in row[max(x, 0) : x + columns]]

    def lines(self) -> list[Line]:
        """Return the rows as lines; nothing stands at the end of one but what was painted."""
        return [trimmed(spans(row)) for row in self.tiles]


def spans(tiles: Iterable[Tile]) -> Line:
    """Return the tiles as spans, each as long as they look alike and belong to one cell."""
    runs = groupby(tiles, lambda tile: (tile.look.role, tile.place))
    return [Span("".join(tile.glyph for tile in run), role, place) for (role, place), run in runs]


def trimmed(line: Line) -> Line:
    """Return the line without blanks of the terminal's own at its end."""
    if line and not line[-1].role and line[-1].place is None:
        last = line[-1].text.rstrip()
        return [*line[:-1], *[replace(line[-1], text=last)] * bool(last)]
    return line
