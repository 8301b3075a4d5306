"""Boards of hexagons: each row half a cell further right than the one above it."""

from collections.abc import Iterator

from games.picture import Grid
from referee.drawing.glyphs import Place
from referee.drawing.highlights import WON, Marks
from referee.drawing.paint.bricks import TONES, deep
from referee.drawing.themes import Theme
from referee.drawing.vector.image import Group, Polygon, Polyline, Shape, VectorImage, Where, centred, room_for
from referee.drawing.vector.pieces import Shapes, at, lettered, piece_mark, regular, stone

WIDTH, LOW = 42.0, 36.4  # of a hexagon, and from one row to the next
RADIUS = WIDTH / 3**0.5
EDGE = 11.0  # the width of the edges of the board; the hexagons cover half of it
LABEL = 14.0
HEAD = 24.0  # room for the labels of columns


def hexagon_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """The board with its labels and the edges of the seats."""
    rows, columns = len(picture.rows), len(picture.rows[0])
    left = max((room_for(label, LABEL) for label in picture.row_labels), default=0) + EDGE + 6
    start = left + WIDTH / 2, HEAD + EDGE / 2 + RADIUS
    under: Shapes = [*edges(picture, theme, start), *labels(picture, theme, start)]
    tones = [theme.colour(tone) for tone in TONES]
    places = [(row, column) for row in range(rows) for column in range(columns)]
    for row, column in places:
        hexagon = Polygon(regular(6, RADIUS), tones[(column - row) % 3], theme.colour("shadow"), 1)
        under.append(at([hexagon], *middle(start, (row, column))))
    shapes: Shapes = [Group(tuple(under))]
    for place in places:
        shapes += cell_shapes(picture, marks, theme, place, middle(start, place))
    x, y = middle(start, (rows - 1, columns - 1))
    return VectorImage(x + WIDTH / 2 + EDGE / 2, y + RADIUS + EDGE / 2, tuple(shapes))


def middle(start: Where, place: Place) -> Where:
    """The middle of a cell."""
    row, column = place
    return start[0] + column * WIDTH + row * WIDTH / 2, start[1] + row * LOW


def edges(picture: Grid, theme: Theme, start: Where) -> Iterator[Shape]:
    """The edges of the board in the colours of their seats; the hexagons cover their inner half."""
    rows, columns = len(picture.rows), len(picture.rows[0])
    half, tip = WIDTH / 2, RADIUS / 2
    above, below, left, right = list[Where](), list[Where](), list[Where](), list[Where]()
    for column in range(columns):
        x, y = middle(start, (0, column))
        above += [(x - half, y - tip), (x, y - RADIUS)]
        x, y = middle(start, (rows - 1, column))
        below += [(x, y + RADIUS), (x + half, y + tip)]
    for row in range(rows):
        x, y = middle(start, (row, 0))
        left += [(x - half, y - tip), (x - half, y + tip)]
        x, y = middle(start, (row, columns - 1))
        right += [(x + half, y - tip), (x + half, y + tip)]
    lines = (*left, below[0]), (above[-1], *right), tuple(above), tuple(below)
    for points, seat in zip(lines, (picture.edges[1],) * 2 + (picture.edges[0],) * 2, strict=True):
        if seat is not None:
            yield Polyline(
                tuple((round(x, 2), round(y, 2)) for x, y in points), theme.colour(deep(picture, seat)), EDGE
            )


def labels(picture: Grid, theme: Theme, start: Where) -> Iterator[Shape]:
    """The labels of rows beside their first cells, and of columns above the board."""
    faint = theme.colour("shadow")
    for row, label in enumerate(picture.row_labels):
        x, y = middle(start, (row, 0))
        wide = room_for(label, LABEL)
        yield centred(x - WIDTH / 2 - EDGE - wide / 2, y, label.strip(), faint, LABEL)
    for column, label in enumerate(picture.column_labels):
        yield centred(middle(start, (0, column))[0], HEAD / 2 - 2, label.strip(), faint, LABEL)


def cell_shapes(picture: Grid, marks: Marks, theme: Theme, place: Place, where: Where) -> Shapes:
    """The stone on a cell, and its mark."""
    cell, mark = picture.rows[place[0]][place[1]], marks.at(place)
    ground = theme.colour(TONES[(place[1] - place[0]) % 3])
    stands: Shapes = []
    if cell.seat is not None:
        ground = theme.colour(deep(picture, cell.seat) + "~" * bool(marks.won and place not in marks.won))
        stands += stone(WIDTH * 0.88, ground)
    elif cell.mark.strip():
        stands += lettered(cell.mark, LABEL, theme.colour("black"))
    if mark:
        stands += piece_mark(mark, WIDTH, ground)
    if place in marks.won:
        stands += piece_mark(WON, WIDTH, ground)
    return [at(stands, *where)] if stands else []
