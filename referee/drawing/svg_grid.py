"""Boards as shapes of SVG: squares, hexagons or a lattice, with discs for pieces. Each disc has its letter on it."""

from collections.abc import Iterable, Iterator

from games.picture import Cell, Form, Grid
from referee.drawing.glyphs import UNICODE, Place
from referee.drawing.highlights import Marks
from referee.drawing.markup import Markup, element
from referee.drawing.shared_shapes import SharedShapes
from referee.drawing.text_width import text_width

SIDE = 40  # pixels of a cell, and from dot to dot of a lattice
LOW = 35  # pixels from one row of hexagons to the next
RADIUS = 16  # of a piece
LETTER = 9  # pixels of a character of a label
HEXAGON = "0,11.5 20,0 40,11.5 40,34.5 20,46 0,34.5"
SEATS = ("first", "second")
RULES = """\
.shapes { position: absolute }
.square { fill: var(--panel); stroke: var(--faint); stroke-opacity: .5 }
.first { fill: var(--bar) }
.second { fill: var(--other) }
.piece { text-anchor: middle; font-weight: 700 }
.first + .piece { fill: var(--barink) }
.second + .piece { fill: var(--otherink) }
.thing { fill: var(--ink) }
.label { fill: var(--faint); font-size: 14px; text-anchor: middle }
.dot { fill: var(--ink) }
.drawn { stroke: var(--ink); stroke-width: 4; stroke-linecap: round }
.open { stroke: var(--rule); stroke-dasharray: 2 4 }
.last, .came { fill: none; stroke: currentColor; stroke-width: 4 }
.came { stroke-width: 3; stroke-dasharray: 5 4 }
"""

Size = tuple[float, float]


def grid_shapes(grid: Grid, marks: Marks, shapes: SharedShapes) -> tuple[Size, Markup]:
    """How wide and high the board is in pixels, and what it is made of; its note is left out."""
    left = max(map(text_width, grid.row_labels), default=0) * LETTER + 8
    top = 24 if has_heads(grid) and grid.form is Form.SLANTED else 3
    rows = [shapes.use(row_shape(grid, row, shapes), *corner(grid, row, 0, left, top)) for row in range(len(grid.rows))]
    labels = [*row_labels(grid, left, top), *column_labels(grid, left, top)]
    marked = mark_shapes(grid, marks, shapes, left, top)
    return board_size(grid, left, top), Markup("".join([*rows, *(shapes.use(label) for label in labels), *marked]))


def has_heads(grid: Grid) -> bool:
    """Whether its columns have labels."""
    return bool("".join(grid.column_labels).strip())


def corner(grid: Grid, row: int, column: int, left: float, top: float) -> Size:
    """Where the upper left corner of a cell lies; of a lattice its middle."""
    if grid.form is Form.LATTICE:
        return left + RADIUS + column * SIDE / 2, top + RADIUS + row * SIDE / 2
    if grid.form is Form.SLANTED:
        return left + column * SIDE + row * SIDE / 2, top + row * LOW
    return left + column * SIDE, top + row * SIDE


def board_size(grid: Grid, left: float, top: float) -> Size:
    """How wide and high it is with its labels."""
    x, y = corner(grid, len(grid.rows) - 1, len(grid.rows[0]) - 1, left, top)
    more = {Form.LATTICE: (RADIUS, RADIUS), Form.SLANTED: (SIDE, SIDE + 6)}.get(grid.form, (SIDE, SIDE))
    below = 22 if has_heads(grid) and grid.form is not Form.SLANTED else 0
    return x + more[0] + 3, y + more[1] + 3 + below


def row_shape(grid: Grid, row: int, shapes: SharedShapes) -> Markup:
    """The cells of a row, the first at the origin."""
    step = SIDE / 2 if grid.form is Form.LATTICE else SIDE
    drawn = ((column, cell_shape(grid, row, column)) for column in range(len(grid.rows[0])))
    return Markup("".join(shapes.use(shape, column * step) for column, shape in drawn if shape))


def cell_shape(grid: Grid, row: int, column: int) -> Markup:
    """A cell with what stands on it, its upper left corner at the origin, of a lattice its middle; may be empty."""
    cell = grid.rows[row][column]
    if grid.form is Form.LATTICE:
        return lattice_shape(cell, row, column)
    if grid.form is Form.SLANTED:
        return Markup("".join([element("polygon", class_="square", points=HEXAGON), *piece(cell, 23)]))
    if cell.mark.isspace():  # nothing can ever stand there
        return Markup()
    square = element("rect", class_="square", width=SIDE, height=SIDE)
    return Markup("".join([square, *piece(cell, SIDE / 2)]))


def piece(cell: Cell, y: float, x: float = SIDE / 2) -> Iterator[Markup]:
    """What stands on a cell, around that point: a disc with a letter where it is somebody's."""
    mark = UNICODE.finer.get(cell.mark, cell.mark)
    if not mark.strip():
        return
    if cell.seat is not None:
        yield element("circle", class_=SEATS[cell.seat], cx=f"{x:g}", cy=f"{y:g}", r=RADIUS)
    size = 18 if text_width(mark) == 1 else 13
    kind = "piece" if cell.seat is not None else "piece thing" if cell.firm else "label"
    yield element("text", mark, class_=kind, x=f"{x:g}", y=f"{y + size * 0.36:.1f}", font_size=size)


def lattice_shape(cell: Cell, row: int, column: int) -> Markup:
    """A dot, a line, the place of one, or what stands in a box."""
    if row % 2 == column % 2 == 0:
        return element("circle", class_="dot", r=4)
    if row % 2 == column % 2:
        return Markup("".join(piece(cell, 0, 0)))
    return element("line", class_="drawn" if cell.mark else "open", **between_dots(row))


def between_dots(row: int) -> dict[str, int]:
    """The ends of a line of a lattice around its middle: in even rows it lies, in odd ones it stands."""
    half = SIDE // 2 - 5
    return {"y1": -half, "y2": half} if row % 2 else {"x1": -half, "x2": half}


def row_labels(grid: Grid, left: float, top: float) -> Iterator[Markup]:
    """The labels of rows, each before its first cell."""
    for row, label in enumerate(grid.row_labels):
        x, y = corner(grid, row, 0, left, top)
        down = 5 if grid.form is Form.LATTICE else 28 if grid.form is Form.SLANTED else SIDE / 2 + 5
        across = (left + RADIUS) if grid.form is Form.LATTICE else left
        if label.strip():
            yield label_shape(label, x - across + left / 2, y + down)


def column_labels(grid: Grid, left: float, top: float) -> Iterator[Markup]:
    """The labels of columns, below the board or, where rows are slanted, above it."""
    for column, label in enumerate(grid.column_labels):
        row = 0 if grid.form is Form.SLANTED else len(grid.rows) - 1
        x, y = corner(grid, row, column, left, top)
        down = {Form.LATTICE: RADIUS + 16, Form.SLANTED: -6}.get(grid.form, SIDE + 17)
        if label.strip():
            yield label_shape(label.strip(), x if grid.form is Form.LATTICE else x + SIDE / 2, y + down)


def label_shape(label: str, x: float, y: float) -> Markup:
    """A label around that place."""
    return element("text", label, class_="label", x=f"{x:g}", y=f"{y:g}")


def mark_shapes(grid: Grid, marks: Marks, shapes: SharedShapes, left: float, top: float) -> Iterator[Markup]:
    """Outlines around the cells that are marked."""
    for kind, places in (("came", marks.came), ("last", marks.last)):
        for row, column in inside(grid, places):
            yield shapes.use(outline(grid.form, kind, row, column), *corner(grid, row, column, left, top))


def inside(grid: Grid, places: Iterable[Place]) -> list[Place]:
    """Those of the places that lie on the board, in their order."""
    return sorted(place for place in places if 0 <= place[0] < len(grid.rows) and 0 <= place[1] < len(grid.rows[0]))


def outline(form: Form, kind: str, row: int, column: int) -> Markup:
    """What marks a cell of that form; a line of a lattice is drawn over."""
    if form is Form.SLANTED:
        return element("polygon", class_=kind, points=HEXAGON)
    if form is Form.LATTICE and row % 2 != column % 2:
        return element("line", class_=kind, **between_dots(row))
    at = -RADIUS if form is Form.LATTICE else 2
    side = 2 * RADIUS if form is Form.LATTICE else SIDE - 4
    return element("rect", class_=kind, x=at, y=at, width=side, height=side, rx=4)
