"""Boards of squares without rules: two tones of one ground show the squares, and pieces stand on them."""

from collections.abc import Callable, Iterator

from games.dataclass import dataclass
from games.picture import Cell, Grid, Ground
from referee.drawing.figures import SIGNS, figure_of
from referee.drawing.glyphs import Line, Place, Signs
from referee.drawing.highlights import Marks
from referee.drawing.paint.canvas import PAGE, Canvas
from referee.drawing.paint.pieces import DOT, Area, draw_dot, draw_figure, draw_mark, draw_piece, readable
from referee.drawing.paint.shapes import round_in
from referee.drawing.text_width import pad, text_width

Size = tuple[int, int]
SIZES: tuple[Size, ...] = (9, 4), (7, 3), (5, 2), (3, 1)  # columns and rows of a square
SHEETS: tuple[Size, ...] = (13, 6), (9, 4), (7, 3), (5, 1)  # of one on a sheet
USUAL = 2  # of these sizes for boards that share the screen with other lines: the last ones
TONES = {
    Ground.PLAIN: ("slate", "slate2"),
    Ground.SHEET: ("slate", "slate"),
    Ground.FRAME: ("frame", "frame"),
    Ground.FELT: ("felt2", "felt"),
    Ground.CHEQUERED: ("light", "dark"),
    Ground.BOARD: ("board", "board2"),
    Ground.CHOCOLATE: (PAGE, PAGE),
}
LIT = {Ground.PLAIN, Ground.SHEET, Ground.FRAME}  # grounds that are dark, and darker where a line has won
SUITED = "red", "blue"  # the colours of seats that have none


@dataclass(frozen=True)
class Board:
    """A board that is painted: its picture and marks, and where its cells lie.

    gap  columns and rows between two cells: 1, or 0.
    """

    picture: Grid
    marks: Marks
    signs: Signs
    size: Size
    left: int
    gap: int

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return len(self.picture.rows), len(self.picture.rows[0])

    def area(self, row: int, column: int) -> Area:
        """Where a cell lies."""
        columns, rows = self.size
        return Area(self.left + column * (columns + self.gap), row * (rows + self.gap), columns, rows)

    def cells(self) -> Iterator[tuple[Place, Cell]]:
        """Each cell with its place, row by row."""
        for row, cells in enumerate(self.picture.rows):
            for column, cell in enumerate(cells):
                yield (row, column), cell

    def tone(self, place: Place) -> str:
        """The ground of a cell: the second tone is that of the lower left one. Black is not read on a plain one."""
        if place in self.marks.won and self.picture.ground in LIT:
            return "lit"
        plain = self.picture.ground is Ground.PLAIN and "black" in self.picture.colours
        return TONES[Ground.BOARD if plain else self.picture.ground][(self.shape[0] + place[0] + place[1]) % 2]

    def colour(self, seat: int, place: Place) -> str:
        """The colour of a seat's piece there: where some cells have won, all others are dimmed."""
        return seat_colour(self.picture, seat) + "~" * bool(self.marks.won and place not in self.marks.won)


def seat_colour(picture: Grid, seat: int) -> str:
    """The colour of a seat's pieces."""
    return picture.colours[seat] or SUITED[seat]


def square_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint the board, the largest first; with generous those for boards with a page to themselves too."""
    sheet = picture.ground is Ground.SHEET
    wide = max(text_width(cell.mark) for row in picture.rows for cell in row)
    left = max((text_width(label) for label in picture.row_labels), default=-2) + 2
    sizes = SHEETS if sheet else SIZES
    return (
        paint(Board(picture, marks, signs, (max(columns, wide + 2), rows), left, int(sheet)))
        for columns, rows in (sizes if generous else sizes[-USUAL:])
    )


def paint(board: Board) -> list[Line]:
    """The board as lines."""
    (rows, columns), (wide, high) = board.shape, board.size
    below = any(label.strip() for label in board.picture.column_labels)
    canvas = Canvas(
        board.left + columns * (wide + board.gap) - board.gap, rows * (high + board.gap) - board.gap + below
    )
    for place, cell in board.cells():
        area = board.area(*place)
        canvas.fill(
            area.x,
            area.y,
            wide,
            high,
            board.tone(place),
        )
        PAINTERS.get(board.picture.ground, paint_square)(canvas, area, board, place, cell)
        mark = board.marks.at(place)
        if mark and (cell.firm or board.picture.ground is not Ground.CHOCOLATE):  # what has been eaten is not marked
            draw_mark(canvas, area, mark)
        canvas.assign(area.x, area.y, wide, high, place)
    paint_labels(canvas, board)
    return canvas.lines()


def paint_labels(canvas: Canvas, board: Board) -> None:
    """Write the labels of rows on the left, and of columns below: of a frame on its foot."""
    for row, label in enumerate(board.picture.row_labels):
        canvas.label(0, board.area(row, 0).middle[1], board.left - 1, pad(label, board.left - 2, ">"))
    if any(label.strip() for label in board.picture.column_labels):
        foot, framed = canvas.rows - 1, board.picture.ground is Ground.FRAME
        if framed:
            canvas.fill(board.left, foot, canvas.columns - board.left, 1, "frame")
        for column, label in enumerate(board.picture.column_labels):
            area = board.area(0, column)
            if framed:
                canvas.text(area.x + (area.columns - len(label)) // 2, foot, label, "mark", bold=True)
            else:
                canvas.label(area.x, foot, area.columns, label.strip())


def paint_square(canvas: Canvas, area: Area, board: Board, place: Place, cell: Cell) -> None:
    """Paint what stands on a square: a piece, a dot for where one may be placed, or words."""
    word = dict(board.picture.pieces).get(cell.mark, "")
    if cell.seat is not None and figure_of(board.picture, cell):
        sign = SIGNS[word][cell.seat if board.signs.lettered else 1]
        draw_figure(canvas, area, word, board.colour(cell.seat, place), sign, cell.mark.upper())
    elif cell.seat is not None and word:
        letter = "K" if word == "king" else cell.mark.upper() if board.signs.lettered else ""
        letter = letter or DOT * (place in board.marks.won and area.rows > 1)
        draw_piece(canvas, area, word, board.colour(cell.seat, place), letter)
    elif cell.mark == "*":
        draw_dot(canvas, area, "hint")
    elif cell.mark.strip():
        chequered = board.picture.ground is Ground.CHEQUERED
        ink = (
            board.colour(cell.seat, place) if cell.seat is not None else "white" if cell.firm or chequered else "shadow"
        )
        ground = canvas.ground(area.x, area.y)
        numbered = chequered and area.rows > 1
        x = area.x if numbered else area.x + (area.columns - text_width(cell.mark)) // 2
        y = area.y if numbered else area.y + (area.rows - 1) // 2
        canvas.text(x + numbered, y, cell.mark, readable(ink, ground), cell.seat is not None)


def paint_hole(canvas: Canvas, area: Area, board: Board, place: Place, cell: Cell) -> None:
    """Paint a hole of a frame, or the piece in it."""
    if cell.seat is not None or place in board.marks.won:
        paint_square(canvas, area, board, place, cell)
    elif area.rows == 1:
        canvas.text(*area.middle, "●", "hole")
    else:
        canvas.stamp(area.x, area.y, area.columns, area.rows, round_in(area.columns, area.rows), "hole")


def paint_chocolate(canvas: Canvas, area: Area, board: Board, place: Place, cell: Cell) -> None:
    """Paint a square of chocolate, and nothing but a dot where it has been eaten."""
    x, y = area.x + area.columns // 2, area.y + (area.rows - 1) // 2
    if not cell.firm:
        canvas.text(x, y, "·", "faint")
        return
    canvas.fill(area.x, area.y, area.columns, area.rows, "bar")
    if area.rows > 1:
        canvas.fill(area.x, area.y, area.columns, 1, "bar", "▔", "shine")
    canvas.fill(area.x + area.columns - 1, area.y, 1, area.rows, "bar", "▐", "bar2")
    if area.rows > 2:  # room for a lower edge
        canvas.fill(area.x, area.y + area.rows - 1, area.columns - 1, 1, "bar", "▁", "bar2")
    if cell.mark != "#":
        canvas.text(x, y, cell.mark, "white", bold=True)


Painter = Callable[[Canvas, Area, Board, Place, Cell], None]
PAINTERS: dict[Ground, Painter] = {Ground.FRAME: paint_hole, Ground.CHOCOLATE: paint_chocolate}
