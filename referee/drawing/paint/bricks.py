"""Boards of hexagons as bricks: each row is shifted by half a brick, so that one touches six others, as hexagons do."""

from collections.abc import Iterator

from games.picture import Grid
from referee.drawing.glyphs import Line, Signs
from referee.drawing.highlights import Marks
from referee.drawing.paint.canvas import Canvas, Ink
from referee.drawing.paint.crossings import draw_stone_mark
from referee.drawing.paint.pieces import Area, on
from referee.drawing.paint.shapes import chip, disc
from referee.drawing.paint.squares import seat_colour
from referee.drawing.text_width import pad, text_width

SIZES = (6, 3), (4, 2), (2, 1)  # columns and rows of a brick
TONES = "stone", "stone2", "stone3"
DISC, DISC_ROWS = disc(2.4), 3  # for bricks of so many rows; for lower ones there is a chip
DEEP = {"red": "crimson", "blue": "navy"}  # colours that are read on a bright ground


def brick_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint the board, the largest first; the smallest is for boards that share the screen too."""
    return (paint(picture, signs, marks, size) for size in (SIZES if generous else SIZES[-1:]))


def paint(picture: Grid, signs: Signs, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """The board as lines, with bricks of so many columns and rows."""
    wide, high = size
    rows, columns = len(picture.rows), len(picture.rows[0])
    left = max((text_width(label) for label in picture.row_labels), default=-1) + 3
    canvas = Canvas(left + columns * wide + (rows - 1) * (wide // 2) + 1, rows * high + 3)
    for row, cells in enumerate(picture.rows):
        x, y = left + row * (wide // 2), 2 + row * high
        draw_sides(canvas, picture, signs, Area(x, y, columns * wide, high))
        label = picture.row_labels[row] if picture.row_labels else ""
        canvas.label(x - left, y + (high - 1) // 2, left - 2, pad(label, left - 2, ">"))
        for column, cell in enumerate(cells):
            area = Area(x + column * wide, y, wide, high)
            canvas.fill(area.x, y, wide, high, TONES[(column - row) % 3])
            if cell.seat is not None:
                dim = "~" * bool(marks.won and (row, column) not in marks.won)
                draw_stone(canvas, area, deep(picture, cell.seat) + dim, cell.mark if signs.lettered else "")
            elif high == 1:
                canvas.text(area.x, y, "·", "shadow")
            if mark := marks.at((row, column)):
                draw_stone_mark(canvas, area, mark)
            canvas.assign(area.x, y, wide, high, (row, column))
    for column, label in enumerate(picture.column_labels):
        canvas.label(left + column * wide, 0, 1 if wide == SIZES[-1][0] else wide, label)
    draw_ends(canvas, picture, signs, Area(left, 1, columns * wide, rows * high), (rows - 1) * (wide // 2))
    return canvas.lines()


def deep(picture: Grid, seat: int) -> str:
    """The colour of a seat's stones on a bright ground."""
    colour = seat_colour(picture, seat)
    return DEEP.get(colour, colour)


def draw_stone(canvas: Canvas, area: Area, colour: str, letter: str) -> None:
    """Draw a stone on a brick, and its letter where it has one."""
    if area.rows == 1:
        canvas.text(area.x, area.y, letter or "●", colour, bold=True)
        return
    canvas.stamp(area.x, area.y, area.columns, area.rows, chip(area.columns) if area.rows < DISC_ROWS else DISC, colour)
    if letter:
        canvas.text(area.x + area.columns // 2 - 1, area.y + area.rows // 2, letter, on(colour), bold=True)


def draw_sides(canvas: Canvas, picture: Grid, signs: Signs, row: Area) -> None:
    """Draw the edges at the left and at the right of a row of bricks in the colour of their seat."""
    seat = picture.edges[1]
    if seat is not None:
        for y in range(row.y, row.y + row.rows):
            for x in (row.x - 1, row.x + row.columns):
                canvas.put(x, y, letter_of(picture, seat) if signs.lettered else "█", Ink(deep(picture, seat)))


def draw_ends(canvas: Canvas, picture: Grid, signs: Signs, board: Area, shift: int) -> None:
    """Draw the edges above and below the board, the lower one shifted that far, in the colour of their seat."""
    seat = picture.edges[0]
    if seat is not None:
        for x, y, half in ((board.x, board.y, "▄"), (board.x + shift, board.y + board.rows + 1, "▀")):
            glyph = letter_of(picture, seat) if signs.lettered else half
            for column in range(x, x + board.columns):
                canvas.put(column, y, glyph, Ink(deep(picture, seat)))


def letter_of(picture: Grid, seat: int) -> str:
    """The letter of a seat's colour."""
    return seat_colour(picture, seat)[0].upper()
