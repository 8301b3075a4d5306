"""Grids as shapes: boards of squares, of hexagons, and lattices of dots, lines and boxes."""

from collections.abc import Callable, Iterator

from games.dataclass import dataclass
from games.picture import Grid, Ground
from referee.drawing.glyphs import Place
from referee.drawing.highlights import LAST, UNMARKED, WON, Marks
from referee.drawing.looks import (
    INKS,
    LIT,
    TONES,
    CellLook,
    cell_looks,
    cell_tone,
    grid_shape,
    has_column_labels,
    is_star,
    piece_colour,
)
from referee.drawing.palette import PAGE, SEEN, mixed, read_on
from referee.drawing.themes import Theme
from referee.drawing.vector.image import (
    Circle,
    Group,
    Polygon,
    Polyline,
    Rectangle,
    Shape,
    Text,
    VectorImage,
    Where,
    centred,
    room_for,
)
from referee.drawing.vector.pieces import (
    PIECES,
    Shapes,
    at,
    cell_mark,
    diamond,
    figure,
    piece_mark,
    regular,
    stone,
    target_sign,
)

SIDE = 48.0  # of a square
SHEET = 84.0  # of one on a sheet
GAP = 6.0  # between two on a sheet
LABEL = 15.0  # size of a label
FOOT = 26.0  # height of a frame's foot, and of the labels of columns on other boards
RIM = 8.0  # of a frame
WIDTH, LOW = 42.0, 36.4  # of a hexagon, and from one row to the next
RADIUS = WIDTH / 3**0.5
EDGE = 11.0  # the width of the edges of the board; the hexagons cover half of it
HEXAGON_LABEL = 14.0
HEAD = 24.0  # room for the labels of columns
HALF = 30.0  # pixels from a dot to the middle of a line
DOT = 5.0


@dataclass(frozen=True)
class DrawnBoard:
    """A board that is drawn, and where its first cell begins.

    half         from the beginning of a cell to its middle, across and down.
    right, down  the distance to the next cell of a row, and to the next row;  slant  how far right that row begins.
    """

    picture: Grid
    marks: Marks
    theme: Theme
    start: Where
    right: float
    down: float
    slant: float = 0
    half: float = 0

    @property
    def shape(self) -> tuple[int, int]:
        return grid_shape(self.picture)

    def corner(self, place: Place) -> Where:
        row, column = place
        return self.start[0] + column * self.right + row * self.slant, self.start[1] + row * self.down

    def where(self, place: Place) -> Where:
        """Return the middle of a cell."""
        x, y = self.corner(place)
        return x + self.half, y + self.half

    def looks(self) -> Iterator[CellLook]:
        return cell_looks(self.picture, self.marks)

    def places(self) -> Iterator[Place]:
        rows, columns = self.shape
        return ((row, column) for row in range(rows) for column in range(columns))

    def row_labels(self, x: float) -> Iterator[Shape]:
        """Yield the labels of rows, which end `x` before their first cells."""
        ink = self.theme.colour("shadow")
        for row, label in enumerate(self.picture.row_labels):
            if label.strip():
                y = self.where((row, 0))[1] + LABEL * 0.36
                yield Text(self.start[0] - x, y, label.strip(), ink, LABEL, align="end")

    def column_labels(self, y: float, size: float = LABEL, colour: str = "shadow", bold: bool = False) -> Shapes:
        """Return the labels of columns on the height `y`."""
        return [
            centred(self.where((0, column))[0], y, label.strip(), self.theme.colour(colour), size, bold=bold)
            for column, label in enumerate(self.picture.column_labels)
            if label.strip()
        ]


def label_room(picture: Grid, size: float, read: Callable[[str], str] = str) -> float:
    """Return the width of the longest label of a row."""
    return max((room_for(read(label), size) for label in picture.row_labels), default=0)


class SquareBoard(DrawnBoard):
    """A board of squares."""

    @property
    def side(self) -> float:
        return 2 * self.half

    @property
    def size(self) -> Where:
        (rows, columns), spare = self.shape, self.right - self.side
        return columns * self.right - spare, rows * self.right - spare

    def square(self, place: Place, fill: str, corner: float = 0) -> Rectangle:
        return Rectangle(*self.corner(place), self.side, self.side, fill, corner=corner)


def square_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """Return the board with its labels."""
    framed, sheet = picture.ground is Ground.FRAME, picture.ground is Ground.SHEET
    edge, side = RIM * framed, SHEET if sheet else SIDE
    left = label_room(picture, LABEL, str.strip)
    x, y = left + 10 * bool(left) + edge, edge
    step = side + GAP * sheet
    board = SquareBoard(picture, marks, theme, (x, y), step, step, half=side / 2)
    width, height = board.size
    below = FOOT * has_column_labels(picture)
    frame = Rectangle(
        x - RIM, y - RIM, width + 2 * RIM, height + RIM + (below or RIM), theme.colour("frame"), corner=10
    )
    labels: Shapes = [
        *board.row_labels(10),
        *board.column_labels(
            y + height + FOOT / 2 + (0 if framed else 3), colour="mark" if framed else "shadow", bold=framed
        ),
    ]
    shapes: Shapes = [Group((*[frame] * framed, *grounds(board), *labels))]
    for look in board.looks():
        shapes += cell_shapes(board, look)
    return VectorImage(x + width + edge, y + height + (below or edge), tuple(shapes))


def grounds(board: SquareBoard) -> Iterator[Shape]:
    """Yield what all cells stand on, before any of them is marked."""
    ground, theme = board.picture.ground, board.theme
    if ground in (Ground.FELT, Ground.CHEQUERED, Ground.BOARD):
        first, second = TONES[ground]
        yield Rectangle(*board.start, *board.size, theme.colour(first))
        for place in board.places():
            if cell_tone(board.picture, place) == second:
                yield board.square(place, theme.colour(second))
    elif ground is Ground.WOOD:
        yield from crossed_lines(board)
    elif ground is Ground.FRAME:
        for place in board.places():
            yield Circle(*board.where(place), SIDE * 0.41, theme.colour("hole"))
    elif ground in (Ground.PLAIN, Ground.SHEET):
        for look in cell_looks(board.picture, UNMARKED):
            if not look.cell.mark.isspace():  # nothing can ever stand there
                yield board.square(look.place, theme.colour(look.tone), corner=8 if ground is Ground.SHEET else 0)


def crossed_lines(board: SquareBoard) -> Iterator[Shape]:
    """Yield the wood with its lines, and the dots that help the eye."""
    rows, columns = board.shape
    grain = board.theme.colour("grain")
    yield Rectangle(*board.start, *board.size, board.theme.colour("wood"), corner=4)
    for row in range(rows):
        yield Polyline((board.where((row, 0)), board.where((row, columns - 1))), grain, 1.5)
    for column in range(columns):
        yield Polyline((board.where((0, column)), board.where((rows - 1, column))), grain, 1.5)
    for place in board.places():
        if is_star(place, board.shape):
            yield Circle(*board.where(place), 4.5, grain)


def cell_shapes(board: SquareBoard, look: CellLook) -> Shapes:
    """Return the piece or words on a cell, and its mark."""
    middle, ground = board.where(look.place), board.theme.colour(look.tone)
    shapes: Shapes = []
    if board.picture.ground is Ground.CHOCOLATE:
        if not look.cell.firm:
            return [Circle(*middle, 2, board.theme.colour("shadow"))]  # it was eaten
        shapes += chocolate(board, look.place)
    elif look.won and board.picture.ground in LIT:
        shapes.append(board.square(look.place, ground))
    groups = standing(board, look, ground), counted(board, look), marked(board, look, ground)
    return [*shapes, *(at(each, *middle) for each in groups if each)]


def chocolate(board: SquareBoard, place: Place) -> Iterator[Shape]:
    """Yield a square of chocolate with a bright edge and a dark one."""
    square, far = board.square(place, board.theme.colour("bar2"), corner=3), SIDE - 2
    yield square
    yield Rectangle(square.x + 1, square.y + 1, far - 2, far - 2, board.theme.colour("shine"), corner=3)
    yield Rectangle(square.x + 3, square.y + 3, far - 4, far - 4, board.theme.colour("bar"), corner=2)


def standing(board: SquareBoard, look: CellLook, ground: str) -> Shapes:
    """Return what is on a cell, around its middle: a piece, a dot where one may be placed, or words."""
    cell, theme, kind = look.cell, board.theme, board.picture.ground
    if look.figure:
        return figure(look.word, board.side, theme.colour(look.colour))
    if look.colour and look.word in PIECES:
        return PIECES[look.word](board.side, theme.colour(look.colour))
    if cell.mark == "*":
        return target_sign(SIDE / 9, read_on(ground, theme.colour("hint")))
    if not cell.mark.strip() or (kind is Ground.CHOCOLATE and cell.mark == "#"):
        return []
    if kind is Ground.CHEQUERED and not look.colour:
        ink = read_on(ground, theme.colour("ink"))
        return [Text(4 - SIDE / 2, 15 - SIDE / 2, cell.mark, ink, 12, align="start")]
    ink = theme.colour(look.colour or ("ink" if cell.firm else "shadow"))
    size = min(board.side * 0.42, board.side * 0.85 / max(1, room_for(cell.mark, 1)))
    return [centred(0, 0, cell.mark, read_on(ground, ink), size, bold=bool(look.colour))]


def counted(board: SquareBoard, look: CellLook) -> Shapes:
    """Return the small square on a cell that counts for a seat, around its middle."""
    half = SIDE / 8
    return [Rectangle(-half, -half, 2 * half, 2 * half, board.theme.colour(look.area))] if look.area else []


def marked(board: SquareBoard, look: CellLook, ground: str) -> Shapes:
    """Return the mark of a cell, around its middle, with a diamond on each cell of the line that won."""
    mark, kind = look.mark, board.picture.ground
    colour = board.theme.colour(look.colour) if look.colour else ground
    shapes: Shapes = []
    if mark and kind is Ground.WOOD:
        shapes += piece_mark(mark, SIDE, colour)
    elif mark and (mark is not WON or kind is Ground.SHEET):
        under = ground if kind is not Ground.CHOCOLATE else PAGE
        shapes += cell_mark(mark, board.side, board.side, read_on(under, board.theme.colour(INKS[mark]), SEEN))
    return shapes + diamond(SIDE * 0.14, read_on(colour, least=SEEN)) * (look.won and kind is not Ground.SHEET)


def hexagon_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """Return the board with its labels and the edges of the seats."""
    left = label_room(picture, HEXAGON_LABEL) + EDGE + 6
    start = left + WIDTH / 2, HEAD + EDGE / 2 + RADIUS
    board = DrawnBoard(picture, marks, theme, start, WIDTH, LOW, WIDTH / 2)
    under: Shapes = [*edges(board), *hexagon_labels(board)]
    shapes: Shapes = []
    for look in board.looks():
        hexagon = Polygon(regular(6, RADIUS), theme.colour(look.tone), theme.colour("shadow"), 1)
        under.append(at([hexagon], *board.where(look.place)))
        shapes += hexagon_shapes(board, look)
    rows, columns = board.shape
    x, y = board.where((rows - 1, columns - 1))
    return VectorImage(x + WIDTH / 2 + EDGE / 2, y + RADIUS + EDGE / 2, (Group(tuple(under)), *shapes))


def edges(board: DrawnBoard) -> Iterator[Shape]:
    """Yield the edges of the board in the colours of their seats; the hexagons cover their inner half."""
    rows, columns = board.shape
    half, tip = WIDTH / 2, RADIUS / 2
    above, below, left, right = list[Where](), list[Where](), list[Where](), list[Where]()
    for column in range(columns):
        x, y = board.where((0, column))
        above += [(x - half, y - tip), (x, y - RADIUS)]
        x, y = board.where((rows - 1, column))
        below += [(x, y + RADIUS), (x + half, y + tip)]
    for row in range(rows):
        x, y = board.where((row, 0))
        left += [(x - half, y - tip), (x - half, y + tip)]
        x, y = board.where((row, columns - 1))
        right += [(x + half, y - tip), (x + half, y + tip)]
    lines = (*left, below[0]), (above[-1], *right), tuple(above), tuple(below)
    ends, sides = board.picture.edges
    for points, seat in zip(lines, (sides, sides, ends, ends), strict=True):
        if seat is not None:
            rounded = tuple((round(x, 2), round(y, 2)) for x, y in points)
            yield Polyline(rounded, board.theme.colour(piece_colour(board.picture, seat)), EDGE)


def hexagon_labels(board: DrawnBoard) -> Iterator[Shape]:
    """Yield the labels of rows beside their first cells, and of columns above the board."""
    for row, label in enumerate(board.picture.row_labels):
        x, y = board.where((row, 0))
        x = x - WIDTH / 2 - EDGE - room_for(label, HEXAGON_LABEL) / 2
        yield centred(x, y, label.strip(), board.theme.colour("shadow"), HEXAGON_LABEL)
    yield from board.column_labels(HEAD / 2 - 2, HEXAGON_LABEL)


def hexagon_shapes(board: DrawnBoard, look: CellLook) -> Shapes:
    """Return the stone on a cell, and its mark."""
    ground, stands = board.theme.colour(look.colour or look.tone), list[Shape]()
    if look.colour:
        stands += stone(WIDTH * 0.88, ground)
    elif look.cell.mark.strip():
        stands.append(centred(0, 0, look.cell.mark, board.theme.colour("black"), HEXAGON_LABEL, bold=True))
    for mark in filter(None, (look.mark, WON if look.won else None)):
        stands += piece_mark(mark, WIDTH, ground)
    return [at(stands, *board.where(look.place))] if stands else []


def lattice_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """Return the lattice with its labels."""
    start = label_room(picture, LABEL) + 22, 2 * DOT
    board = DrawnBoard(picture, marks, theme, start, HALF, HALF)
    boxes, lines, dots = list[Shape](), list[Shape](), list[Shape]()
    for look in board.looks():
        row, column = look.place
        if row % 2 == column % 2 == 0:
            dots.append(Circle(*board.where(look.place), DOT, theme.colour("ink")))
        elif row % 2 != column % 2:
            lines += line_shapes(board, look)
        else:
            boxes += box_shapes(board, look)
    rows, columns = board.shape
    x, y = board.where((rows - 1, columns - 1))
    labels = Group((*board.row_labels(16), *board.column_labels(y + FOOT)))
    foot = FOOT * has_column_labels(picture)
    return VectorImage(x + 2 * DOT, y + 2 * DOT + foot, (labels, *boxes, *lines, Group(tuple(dots))))


def line_shapes(board: DrawnBoard, look: CellLook) -> Shapes:
    """Return a line, or the place of one that is not drawn yet; a marked one has a sign in its middle."""
    (x, y), reach, mark = board.where(look.place), HALF - DOT, look.mark
    ends = ((x, y - reach), (x, y + reach)) if look.place[0] % 2 else ((x - reach, y), (x + reach, y))
    if not look.cell.mark:
        faint: Shapes = [Polyline(ends, board.theme.colour("slate2"), 2)]
        return [*faint, at(piece_mark(mark, HALF, PAGE), x, y)] if mark else faint
    ink = board.theme.style("key").fg if mark else board.theme.colour("ink")
    return [Polyline(ends, ink, 6 if mark else 4.5), *[at(diamond(8, ink), x, y)] * (mark is LAST)]


def box_shapes(board: DrawnBoard, look: CellLook) -> Shapes:
    """Return a box that a seat owns, with its letter."""
    x, y = board.where(look.place)
    shapes: Shapes = []
    ground = PAGE
    if look.colour:
        inner, ground = HALF - 7, mixed(PAGE, board.theme.colour(look.colour), 0.55)
        shapes.append(Rectangle(x - inner, y - inner, 2 * inner, 2 * inner, ground, corner=4))
    if look.cell.mark.strip():
        shapes.append(centred(x, y, look.cell.mark, read_on(ground), 20, bold=True))
    return [*shapes, at(piece_mark(look.mark, HALF, ground), x, y)] if look.mark else shapes
