"""A sheet of terminal cells on which boards are painted, and which becomes lines."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from games.dataclass import dataclass
from referee.drawing.glyphs import Line, Place, Span
from referee.drawing.paint.shapes import Shape
from referee.drawing.paint.stencil import COVERED, MOST, stencil
from referee.drawing.text_width import pieces, text_width

PAGE = ""  # the ground, or the ink, of the terminal itself


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
        """The colour that covers most of that cell."""
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
        """The rows as lines; nothing stands at the end of one but what was painted."""
        return [trimmed(spans(row)) for row in self.tiles]


def spans(tiles: Iterable[Tile]) -> Line:
    """The tiles as spans, each as long as they look alike and belong to one cell."""
    runs = groupby(tiles, lambda tile: (tile.look.role, tile.place))
    return [Span("".join(tile.glyph for tile in run), role, place) for (role, place), run in runs]


def trimmed(line: Line) -> Line:
    """The line without blanks of the terminal's own at its end."""
    if line and not line[-1].role and line[-1].place is None:
        last = line[-1].text.rstrip()
        return [*line[:-1], *[replace(line[-1], text=last)] * bool(last)]
    return line
