"""Boards of squares: pieces on two tones of one ground, in the holes of a frame, or where lines cross on wood."""

from collections.abc import Iterator
from dataclasses import replace

from games.dataclass import dataclass
from games.picture import Cell, Grid, Ground
from referee.drawing.figures import figure_of
from referee.drawing.glyphs import UNICODE, Place
from referee.drawing.highlights import UNMARKED, WON, Marks
from referee.drawing.paint.crossings import is_star
from referee.drawing.paint.pieces import INKS
from referee.drawing.paint.squares import LIT, TONES, Board
from referee.drawing.themes import Theme
from referee.drawing.vector.colours import PAGE, SEEN, read_on
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
from referee.drawing.vector.pieces import PIECES, Shapes, at, cell_mark, diamond, figure, piece_mark, target_sign

SIDE = 48.0  # of a square
SHEET = 84.0  # of one on a sheet
GAP = 6.0  # between two on a sheet
LABEL = 15.0  # size of a label
FOOT = 26.0  # of a frame, with the labels of its columns, and of the room for those of other boards
RIM = 8.0  # of a frame


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
        """The upper left corner of a cell."""
        return self.start[0] + place[1] * self.step, self.start[1] + place[0] * self.step

    def middle(self, place: Place) -> Where:
        """The middle of a cell."""
        x, y = self.corner(place)
        return x + self.side / 2, y + self.side / 2

    def tone(self, place: Place) -> str:
        """What a cell is filled with."""
        wood = self.picture.ground is Ground.WOOD
        return self.theme.colour("wood" if wood else self.painted.tone(place) or "bar")

    def colour(self, seat: int, place: Place) -> str:
        """The colour of a seat's piece there."""
        return self.theme.colour(self.painted.colour(seat, place))


def square_board(picture: Grid, marks: Marks, theme: Theme) -> VectorImage:
    """The board with its labels."""
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
    """What all cells stand on."""
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
    """The wood with its lines, and the dots that help the eye."""
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
    """The labels of rows on the left, and of columns below: of a frame on its foot."""
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
    """What stands on a cell, and its mark."""
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
    """A square of chocolate with a bright edge and a dark one."""
    (x, y), far = board.corner(place), SIDE - 2
    yield Rectangle(x, y, SIDE, SIDE, board.theme.colour("bar2"), corner=3)
    yield Rectangle(x + 1, y + 1, far - 2, far - 2, board.theme.colour("shine"), corner=3)
    yield Rectangle(x + 3, y + 3, far - 4, far - 4, board.theme.colour("bar"), corner=2)


def standing(board: SquareBoard, place: Place, cell: Cell, ground: str) -> Shapes:
    """What stands on a cell, around its middle: a piece, a dot where one may be placed, or words."""
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
    """What marks a cell, around its middle: also where a line has won that ends there."""
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
