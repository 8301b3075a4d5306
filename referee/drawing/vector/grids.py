"""Grids as shapes: boards of squares, of hexagons, and lattices of dots, lines and boxes."""

from collections.abc import Iterator
from dataclasses import replace

from games.dataclass import dataclass
from games.picture import Cell, Grid, Ground
from referee.drawing.figures import figure_of
from referee.drawing.glyphs import UNICODE, Place
from referee.drawing.highlights import LAST, UNMARKED, WON, Mark, Marks
from referee.drawing.paint.grids import BRICK_TONES, LIT, TONES, Board, deep, is_star, seat_colour
from referee.drawing.paint.pieces import INKS
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
    lettered,
    piece_mark,
    regular,
    stone,
    target_sign,
)

SIDE = 48.0  # of a square
SHEET = 84.0  # of one on a sheet
GAP = 6.0  # between two on a sheet
LABEL = 15.0  # size of a label
FOOT = 26.0  # of a frame, with the labels of its columns, and of the room for those of other boards
RIM = 8.0  # of a frame
WIDTH, LOW = 42.0, 36.4  # of a hexagon, and from one row to the next
RADIUS = WIDTH / 3**0.5
EDGE = 11.0  # the width of the edges of the board; the hexagons cover half of it
HEXAGON_LABEL = 14.0
HEAD = 24.0  # room for the labels of columns
HALF = 30.0  # pixels from a dot to the middle of a line
DOT = 5.0


@dataclass(frozen=True)
class SquareBoard:
    """A board that is drawn: its picture, marks and colours, and where its first cell begins."""

    picture: Grid
    marks: Marks
    theme: Theme
    start: Where

    @property
    def painted(self) -> Board:
        """The board as a terminal paints it, which knows the colours."""
        return Board(self.picture, self.marks, UNICODE, (1, 1), 0, 0)

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return self.painted.shape

    @property
    def side(self) -> float:
        """Of a square."""
        return SHEET if self.picture.ground is Ground.SHEET else SIDE

    @property
    def step(self) -> float:
        """From one square to the next."""
        return SHEET + GAP if self.picture.ground is Ground.SHEET else SIDE

    @property
    def size(self) -> Where:
        """How wide and high all squares are."""
        (rows, columns), spare = self.shape, self.step - self.side
        return columns * self.step - spare, rows * self.step - spare

    def corner(self, place: Place) -> Where:
        """Return the upper left corner of a cell."""
        return self.start[0] + place[1] * self.step, self.start[1] + place[0] * self.step

    def middle(self, place: Place) -> Where:
        """Return the middle of a cell."""
        x, y = self.corner(place)
        return x + self.side / 2, y + self.side / 2

    def tone(self, place: Place) -> str:
        """Return what a cell is filled with."""
        wood = self.picture.ground is Ground.WOOD
        return self.theme.colour("wood" if wood else self.painted.tone(place) or "bar")

    def colour(self, seat: int, place: Place) -> str:
        """Return the colour of a seat's piece there."""
        return self.theme.colour(self.painted.colour(seat, place))


def square_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """Return the board with its labels."""
    framed = picture.ground is Ground.FRAME
    left = max((room_for(label.strip(), LABEL) for label in picture.row_labels), default=0)
    board = SquareBoard(picture, marks, theme, (left + 10 * bool(left) + RIM * framed, RIM * framed))
    (x, y), (width, height) = board.start, board.size
    below = FOOT * bool("".join(picture.column_labels).strip())
    edge = RIM if framed else 0
    frame = Rectangle(
        x - RIM, y - RIM, width + 2 * RIM, height + RIM + (below or RIM), theme.colour("frame"), corner=10
    )
    shapes: Shapes = [Group((*[frame] * framed, *grounds(replace(board, marks=UNMARKED)), *labels(board)))]
    for place, cell in board.painted.cells():
        shapes += cell_shapes(board, place, cell)
    return VectorImage(x + width + edge, y + height + (below or edge), tuple(shapes))


def grounds(board: SquareBoard) -> Iterator[Shape]:
    """Yield what all cells stand on."""
    (x, y), (width, height), ground = board.start, board.size, board.picture.ground
    if ground in (Ground.FELT, Ground.CHEQUERED, Ground.BOARD):
        first, second = (board.theme.colour(tone) for tone in TONES[ground])
        yield Rectangle(x, y, width, height, first)
        for place, _ in board.painted.cells():
            if board.tone(place) == second:
                yield Rectangle(*board.corner(place), SIDE, SIDE, second)
    elif ground is Ground.WOOD:
        yield from crossed_lines(board)
    elif ground is Ground.FRAME:
        for place, _ in board.painted.cells():
            yield Circle(*board.middle(place), SIDE * 0.41, board.theme.colour("hole"))
    elif ground in (Ground.PLAIN, Ground.SHEET):
        corner = 8 if ground is Ground.SHEET else 0
        for place, cell in board.painted.cells():
            if not cell.mark.isspace():  # nothing can ever stand there
                yield Rectangle(*board.corner(place), board.side, board.side, board.tone(place), corner=corner)


def crossed_lines(board: SquareBoard) -> Iterator[Shape]:
    """Yield the wood with its lines, and the dots that help the eye."""
    rows, columns = board.shape
    grain = board.theme.colour("grain")
    yield Rectangle(*board.start, *board.size, board.tone((0, 0)), corner=4)
    for row in range(rows):
        yield Polyline((board.middle((row, 0)), board.middle((row, columns - 1))), grain, 1.5)
    for column in range(columns):
        yield Polyline((board.middle((0, column)), board.middle((rows - 1, column))), grain, 1.5)
    for place, _ in board.painted.cells():
        if is_star(place, board.shape):
            yield Circle(*board.middle(place), 4.5, grain)


def labels(board: SquareBoard) -> Iterator[Shape]:
    """Yield the labels of rows on the left, and of columns below: of a frame on its foot."""
    framed = board.picture.ground is Ground.FRAME
    faint = board.theme.colour("shadow")
    for row, label in enumerate(board.picture.row_labels):
        if label.strip():
            y = board.middle((row, 0))[1]
            yield Text(board.start[0] - 10, y + LABEL * 0.36, label.strip(), faint, LABEL, align="end")
    for column, label in enumerate(board.picture.column_labels):
        if label.strip():
            x, y = board.middle((0, column))[0], board.start[1] + board.size[1] + FOOT / 2
            ink = board.theme.colour("mark") if framed else faint
            yield centred(x, y + (0 if framed else 3), label.strip(), ink, LABEL, bold=framed)


def cell_shapes(board: SquareBoard, place: Place, cell: Cell) -> Shapes:
    """Return what stands on a cell, and its mark."""
    ground, won = board.tone(place), place in board.marks.won
    shapes: Shapes = []
    if board.picture.ground is Ground.CHOCOLATE:
        if not cell.firm:
            return [Circle(*board.middle(place), 2, board.theme.colour("shadow"))]  # it was eaten
        shapes += chocolate(board, place)
    elif won and board.picture.ground in LIT:
        shapes.append(Rectangle(*board.corner(place), board.side, board.side, ground))
    groups = standing(board, place, cell, ground), marked(board, place, cell, ground)
    return [*shapes, *(at(each, *board.middle(place)) for each in groups if each)]


def chocolate(board: SquareBoard, place: Place) -> Iterator[Shape]:
    """Yield a square of chocolate with a bright edge and a dark one."""
    (x, y), far = board.corner(place), SIDE - 2
    yield Rectangle(x, y, SIDE, SIDE, board.theme.colour("bar2"), corner=3)
    yield Rectangle(x + 1, y + 1, far - 2, far - 2, board.theme.colour("shine"), corner=3)
    yield Rectangle(x + 3, y + 3, far - 4, far - 4, board.theme.colour("bar"), corner=2)


def standing(board: SquareBoard, place: Place, cell: Cell, ground: str) -> Shapes:
    """Return what stands on a cell, around its middle: a piece, a dot where one may be placed, or words."""
    word = dict(board.picture.pieces).get(cell.mark, "")
    if cell.seat is not None and (chess := figure_of(board.picture, cell)):
        return figure(chess, board.side, board.colour(cell.seat, place))
    if cell.seat is not None and word in PIECES:
        return PIECES[word](board.side, board.colour(cell.seat, place))
    if cell.mark == "*":
        return target_sign(SIDE / 9, read_on(ground, board.theme.colour("hint")))
    if not cell.mark.strip() or (board.picture.ground is Ground.CHOCOLATE and cell.mark == "#"):
        return []
    if board.picture.ground is Ground.CHEQUERED and cell.seat is None:
        ink = read_on(ground, board.theme.colour("ink"))
        return [Text(4 - SIDE / 2, 15 - SIDE / 2, cell.mark, ink, 12, align="start")]
    ink = (
        board.colour(cell.seat, place)
        if cell.seat is not None
        else board.theme.colour("ink" if cell.firm else "shadow")
    )
    size = min(board.side * 0.42, board.side * 0.85 / max(1, room_for(cell.mark, 1)))
    return [centred(0, 0, cell.mark, read_on(ground, ink), size, bold=cell.seat is not None)]


def marked(board: SquareBoard, place: Place, cell: Cell, ground: str) -> Shapes:
    """Return what marks a cell, around its middle: also where a line has won that ends there."""
    mark, kind = board.marks.at(place), board.picture.ground
    colour = board.colour(cell.seat, place) if cell.seat is not None else ground
    shapes: Shapes = []
    if mark and kind is Ground.WOOD:
        shapes += piece_mark(mark, SIDE, colour)
    elif mark and (mark is not WON or kind is Ground.SHEET):
        under = ground if kind is not Ground.CHOCOLATE else PAGE
        shapes += cell_mark(mark, board.side, board.side, read_on(under, board.theme.colour(INKS[mark]), SEEN))
    won = place in board.marks.won and kind is not Ground.SHEET
    return shapes + diamond(SIDE * 0.14, read_on(colour, least=SEEN)) * won


def hexagon_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """Return the board with its labels and the edges of the seats."""
    rows, columns = len(picture.rows), len(picture.rows[0])
    left = max((room_for(label, HEXAGON_LABEL) for label in picture.row_labels), default=0) + EDGE + 6
    start = left + WIDTH / 2, HEAD + EDGE / 2 + RADIUS
    under: Shapes = [*edges(picture, theme, start), *hexagon_labels(picture, theme, start)]
    tones = [theme.colour(tone) for tone in BRICK_TONES]
    places = [(row, column) for row in range(rows) for column in range(columns)]
    for row, column in places:
        hexagon = Polygon(regular(6, RADIUS), tones[(column - row) % 3], theme.colour("shadow"), 1)
        under.append(at([hexagon], *middle(start, (row, column))))
    shapes: Shapes = [Group(tuple(under))]
    for place in places:
        shapes += hexagon_shapes(picture, marks, theme, place, middle(start, place))
    x, y = middle(start, (rows - 1, columns - 1))
    return VectorImage(x + WIDTH / 2 + EDGE / 2, y + RADIUS + EDGE / 2, tuple(shapes))


def middle(start: Where, place: Place) -> Where:
    """Return the middle of a cell."""
    row, column = place
    return start[0] + column * WIDTH + row * WIDTH / 2, start[1] + row * LOW


def edges(picture: Grid, theme: Theme, start: Where) -> Iterator[Shape]:
    """Yield the edges of the board in the colours of their seats; the hexagons cover their inner half."""
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


def hexagon_labels(picture: Grid, theme: Theme, start: Where) -> Iterator[Shape]:
    """Yield the labels of rows beside their first cells, and of columns above the board."""
    faint = theme.colour("shadow")
    for row, label in enumerate(picture.row_labels):
        x, y = middle(start, (row, 0))
        wide = room_for(label, HEXAGON_LABEL)
        yield centred(x - WIDTH / 2 - EDGE - wide / 2, y, label.strip(), faint, HEXAGON_LABEL)
    for column, label in enumerate(picture.column_labels):
        yield centred(middle(start, (0, column))[0], HEAD / 2 - 2, label.strip(), faint, HEXAGON_LABEL)


def hexagon_shapes(picture: Grid, marks: Marks, theme: Theme, place: Place, where: Where) -> Shapes:
    """Return the stone on a cell, and its mark."""
    cell, mark = picture.rows[place[0]][place[1]], marks.at(place)
    ground = theme.colour(BRICK_TONES[(place[1] - place[0]) % 3])
    stands: Shapes = []
    if cell.seat is not None:
        ground = theme.colour(deep(picture, cell.seat) + "~" * bool(marks.won and place not in marks.won))
        stands += stone(WIDTH * 0.88, ground)
    elif cell.mark.strip():
        stands += lettered(cell.mark, HEXAGON_LABEL, theme.colour("black"))
    if mark:
        stands += piece_mark(mark, WIDTH, ground)
    if place in marks.won:
        stands += piece_mark(WON, WIDTH, ground)
    return [at(stands, *where)] if stands else []


def lattice_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """Return the lattice with its labels."""
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
        (Group(tuple(lattice_labels(picture, theme, start))), *boxes, *lines, Group(tuple(dots))),
    )


def line_shapes(theme: Theme, cell: Cell, upright: bool, where: Where, mark: Mark | None) -> Shapes:
    """Return a line, or the place of one that is not drawn yet; a marked one has a sign in its middle."""
    (x, y), reach = where, HALF - DOT
    ends = ((x, y - reach), (x, y + reach)) if upright else ((x - reach, y), (x + reach, y))
    if not cell.mark:
        faint: Shapes = [Polyline(ends, theme.colour("slate2"), 2)]
        return [*faint, at(piece_mark(mark, HALF, PAGE), x, y)] if mark else faint
    ink = theme.style("key").fg if mark else theme.colour("ink")
    return [Polyline(ends, ink, 6 if mark else 4.5), *[at(diamond(8, ink), x, y)] * (mark is LAST)]


def box_shapes(picture: Grid, theme: Theme, cell: Cell, where: Where, mark: Mark | None) -> Shapes:
    """Return a box that is somebody's, with its letter."""
    shapes: Shapes = []
    ground = PAGE
    if cell.seat is not None:
        colour, inner = theme.colour(seat_colour(picture, cell.seat)), HALF - 7
        ground = mixed(PAGE, colour, 0.55)
        shapes.append(Rectangle(where[0] - inner, where[1] - inner, 2 * inner, 2 * inner, ground, corner=4))
    if cell.mark.strip():
        shapes.append(centred(*where, cell.mark, read_on(ground), 20, bold=True))
    return [*shapes, at(piece_mark(mark, HALF, ground), *where)] if mark else shapes


def lattice_labels(picture: Grid, theme: Theme, start: Where) -> Iterator[Shape]:
    """Yield the labels of rows on the left, and of columns below."""
    faint, low = theme.colour("shadow"), start[1] + (len(picture.rows) - 1) * HALF
    for row, label in enumerate(picture.row_labels):
        if label.strip():
            yield Text(start[0] - 16, start[1] + row * HALF + LABEL * 0.36, label.strip(), faint, LABEL, align="end")
    for column, label in enumerate(picture.column_labels):
        if label.strip():
            yield centred(start[0] + column * HALF, low + FOOT, label.strip(), faint, LABEL)
