"""Dots, the lines between them and the boxes that they enclose."""

from collections.abc import Iterator

from games.picture import Cell, Grid
from referee.drawing.glyphs import Line, Signs
from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, WON, Mark, Marks
from referee.drawing.paint.canvas import Canvas
from referee.drawing.paint.pieces import Area, on
from referee.drawing.paint.squares import seat_colour
from referee.drawing.text_width import pad, text_width

SIZES = (8, 4), (6, 3), (4, 2)  # columns and rows from one dot to the next
INKS = {LAST: "key", FROM: "from", CURSOR: "cursor", TARGET: "target", WON: "key"}


def lattice_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint the board, the largest first; the smallest is for boards that share the screen too."""
    return (paint(picture, marks, size) for size in (SIZES if generous else SIZES[-1:]))


def paint(picture: Grid, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """The board as lines, with so many columns and rows from one dot to the next."""
    wide, high = size
    rows, columns = len(picture.rows) // 2, len(picture.rows[0]) // 2
    left = max((text_width(label) for label in picture.row_labels), default=-1) + 3
    below = any(label.strip() for label in picture.column_labels)
    canvas = Canvas(left + columns * wide + 2, rows * high + 1 + below)
    for row, cells in enumerate(picture.rows):
        for column, cell in enumerate(cells):
            area = area_of(row, column, left, size)
            paint_cell(canvas, picture, area, cell, (row, column), marks)
            canvas.assign(area.x, area.y, area.columns, area.rows, (row, column))
    for row, label in enumerate(picture.row_labels):
        canvas.label(0, row * high // 2, left - 2, pad(label, left - 2, ">"))
    for column, label in enumerate(picture.column_labels):
        canvas.label(left + column * wide // 2, canvas.rows - 1, 1, label)
    return canvas.lines()


def area_of(row: int, column: int, left: int, size: tuple[int, int]) -> Area:
    """Where a dot, a line or a box lies."""
    wide, high = size
    x, y = left + column // 2 * wide, row // 2 * high
    across, down = (1, wide - 1)[column % 2], (1, high - 1)[row % 2]
    return Area(x + column % 2, y + row % 2, across, down)


def paint_cell(canvas: Canvas, picture: Grid, area: Area, cell: Cell, place: tuple[int, int], marks: Marks) -> None:
    """Paint a dot, a line or its absence, or a box and whose it is."""
    row, column = place
    mark = marks.at(place)
    if row % 2 == column % 2 == 0:
        canvas.text(area.x, area.y, "●", "", bold=True)
    elif row % 2 and column % 2:
        if cell.seat is not None:
            colour = seat_colour(picture, cell.seat)
            canvas.fill(area.x, area.y, area.columns, area.rows, colour)
            canvas.text(*area.middle, cell.mark, on(colour), bold=True)
    elif cell.mark:
        glyph = "┃" if row % 2 else "━"
        for y in range(area.y, area.y + area.rows):
            canvas.text(area.x, y, glyph * area.columns, INKS[mark] if mark else "", bold=bool(mark))
    if mark:
        draw_line_mark(canvas, area, mark)


def draw_line_mark(canvas: Canvas, area: Area, mark: Mark) -> None:
    """Mark a line in its middle: what stands around it takes the place of what is beside it."""
    x, y = area.middle
    canvas.text(x - 1, y, mark.before, INKS[mark], bold=True)
    canvas.text(x + 1, y, mark.after, INKS[mark], bold=True)
