"""Lattices: dots, the lines drawn between them, and boxes."""

from collections.abc import Iterator

from games.picture import Cell, Grid
from referee.drawing.highlights import LAST, Mark, Marks
from referee.drawing.paint.squares import seat_colour
from referee.drawing.themes import Theme
from referee.drawing.vector.colours import PAGE, mixed, read_on
from referee.drawing.vector.image import (
    Circle,
    Group,
    Polyline,
    Rectangle,
    Shape,
    Text,
    VectorImage,
    Where,
    centred,
    room_for,
)
from referee.drawing.vector.pieces import Shapes, at, diamond, piece_mark

HALF = 30.0  # pixels from a dot to the middle of a line
DOT = 5.0
LABEL = 15.0
FOOT = 26.0


def lattice_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """The lattice with its labels."""
    rows, columns = len(picture.rows), len(picture.rows[0])
    start = max((room_for(label, LABEL) for label in picture.row_labels), default=0) + 22, 2 * DOT
    places = [(row, column) for row in range(rows) for column in range(columns)]
    boxes, lines, dots = list[Shape](), list[Shape](), list[Shape]()
    for row, column in places:
        cell, mark = picture.rows[row][column], marks.at((row, column))
        where = start[0] + column * HALF, start[1] + row * HALF
        if row % 2 == column % 2 == 0:
            dots.append(Circle(*where, DOT, theme.colour("ink")))
        elif row % 2 != column % 2:
            lines += line_shapes(theme, cell, row % 2 == 1, where, mark)
        else:
            boxes += box_shapes(picture, theme, cell, where, mark)
    x, y = start[0] + (columns - 1) * HALF, start[1] + (rows - 1) * HALF
    foot = FOOT if "".join(picture.column_labels).strip() else 0
    return VectorImage(
        x + 2 * DOT,
        y + 2 * DOT + foot,
        (Group(tuple(labels(picture, theme, start))), *boxes, *lines, Group(tuple(dots))),
    )


def line_shapes(theme: Theme, cell: Cell, upright: bool, where: Where, mark: Mark | None) -> Shapes:
    """A line, or the place of one that is not drawn yet; a marked one has a sign in its middle."""
    (x, y), reach = where, HALF - DOT
    ends = ((x, y - reach), (x, y + reach)) if upright else ((x - reach, y), (x + reach, y))
    if not cell.mark:
        faint: Shapes = [Polyline(ends, theme.colour("slate2"), 2)]
        return [*faint, at(piece_mark(mark, HALF, PAGE), x, y)] if mark else faint
    ink = theme.style("key").fg if mark else theme.colour("ink")
    return [Polyline(ends, ink, 6 if mark else 4.5), *[at(diamond(8, ink), x, y)] * (mark is LAST)]


def box_shapes(picture: Grid, theme: Theme, cell: Cell, where: Where, mark: Mark | None) -> Shapes:
    """A box that is somebody's, with its letter."""
    shapes: Shapes = []
    ground = PAGE
    if cell.seat is not None:
        colour, inner = theme.colour(seat_colour(picture, cell.seat)), HALF - 7
        ground = mixed(PAGE, colour, 0.55)
        shapes.append(Rectangle(where[0] - inner, where[1] - inner, 2 * inner, 2 * inner, ground, corner=4))
    if cell.mark.strip():
        shapes.append(centred(*where, cell.mark, read_on(ground), 20, bold=True))
    return [*shapes, at(piece_mark(mark, HALF, ground), *where)] if mark else shapes


def labels(picture: Grid, theme: Theme, start: Where) -> Iterator[Shape]:
    """The labels of rows on the left, and of columns below."""
    faint, low = theme.colour("shadow"), start[1] + (len(picture.rows) - 1) * HALF
    for row, label in enumerate(picture.row_labels):
        if label.strip():
            yield Text(start[0] - 16, start[1] + row * HALF + LABEL * 0.36, label.strip(), faint, LABEL, align="end")
    for column, label in enumerate(picture.column_labels):
        if label.strip():
            yield centred(start[0] + column * HALF, low + FOOT, label.strip(), faint, LABEL)
