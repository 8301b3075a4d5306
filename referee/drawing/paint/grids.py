"""Grids in colours: squares, crossings of lines on wood, hexagons as bricks, and lattices of dots and lines."""

from collections.abc import Callable, Iterator
from functools import partial

from games.dataclass import dataclass
from games.picture import Form, Grid, Ground
from referee.drawing.glyphs import Layout, Line, Place, Signs
from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, THREATENED, WON, Mark, Marks
from referee.drawing.looks import (
    INKS,
    CellLook,
    cell_looks,
    grid_shape,
    has_column_labels,
    is_star,
    piece_colour,
    seat_colour,
)
from referee.drawing.paint.canvas import PAGE, Canvas, Ink, Shape, box, chip, disc, round_in
from referee.drawing.paint.pieces import DOT, Area, draw_dot, draw_figure, draw_mark, draw_piece, on, readable
from referee.drawing.text_width import pad, text_width

Size = tuple[int, int]  # columns and rows
SQUARES: tuple[Size, ...] = (9, 4), (7, 3), (5, 2), (3, 1)  # of a square
SHEETS: tuple[Size, ...] = (13, 6), (9, 4), (7, 3), (5, 1)  # of one on a sheet
USUAL = 2  # of these sizes for boards that share the screen with other lines: the last ones
LARGE, SMALL = (4, 2), (2, 1)  # from one crossing to the next
EDGES = {
    (-1, -1): "┌", (-1, 1): "┐", (1, -1): "└", (1, 1): "┘", (-1, 0): "┬", (1, 0): "┴", (0, -1): "├", (0, 1): "┤",
}  # fmt: skip
SPOTS = {LAST: (2, 2), WON: (1, 2), THREATENED: (2, 2)}  # how wide and high, on a stone
BRICKS = (6, 3), (4, 2), (2, 1)  # of a brick
DISC, DISC_ROWS = disc(2.4), 3  # for bricks of at least these rows; lower ones have a chip
STEPS = (8, 4), (6, 3), (4, 2)  # from one dot to the next
AREA = "■"  # on a crossing of one row
LINE_INKS = {LAST: "key", FROM: "from", CURSOR: "cursor", TARGET: "target", WON: "key", THREATENED: "urgent"}


@dataclass(frozen=True)
class PaintedBoard:
    """A board that is painted, and where its cells lie.

    size  the columns and rows of a cell;  left  the columns before the first one;  gap  between two cells: 1, or 0.
    """

    picture: Grid
    marks: Marks
    signs: Signs
    size: Size
    left: int
    gap: int = 0

    @property
    def shape(self) -> tuple[int, int]:
        return grid_shape(self.picture)

    def area(self, place: Place) -> Area:
        (row, column), (columns, rows) = place, self.size
        return Area(self.left + column * (columns + self.gap), row * (rows + self.gap), columns, rows)

    def looks(self) -> Iterator[CellLook]:
        return cell_looks(self.picture, self.marks)

    def letter(self, look: CellLook) -> str:
        """Return the letter on a stone, if the colours of the terminal do not tell it apart."""
        return look.cell.mark if self.signs.lettered else ""

    def label_rows(self, canvas: Canvas, place: Callable[[int], tuple[int, int]]) -> None:
        """Write the labels of rows, each where `place` says; two columns beside them stay free."""
        wide = self.left - 2
        for row, label in enumerate(self.picture.row_labels):
            canvas.label(*place(row), wide, pad(label, wide, ">"))


def left_of(picture: Grid, spare: int, bare: int) -> int:
    """Return the columns before a board: its longest label and some to spare, or `bare` without labels."""
    return max((text_width(label) + spare for label in picture.row_labels), default=bare)


def square_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> list[Layout]:
    """Return the ways to paint the board, the largest first; `generous`: also those for a page of its own."""
    sheet = picture.ground is Ground.SHEET
    wide = max(text_width(cell.mark) for row in picture.rows for cell in row)
    sizes = SHEETS if sheet else SQUARES
    left = left_of(picture, 2, 0)
    return [
        partial(paint_squares, PaintedBoard(picture, marks, signs, (max(columns, wide + 2), rows), left, int(sheet)))
        for columns, rows in (sizes if generous else sizes[-USUAL:])
    ]


def paint_squares(board: PaintedBoard) -> list[Line]:
    """Return the board as lines."""
    (rows, columns), (wide, high) = board.shape, board.size
    width = board.left + columns * (wide + board.gap) - board.gap
    canvas = Canvas(width, rows * (high + board.gap) - board.gap + has_column_labels(board.picture))
    paint = PAINTERS.get(board.picture.ground, paint_square)
    for look in board.looks():
        area = board.area(look.place)
        paint(canvas, area, board, look)
        eaten = board.picture.ground is Ground.CHOCOLATE and not look.cell.firm
        if look.mark and not eaten:
            draw_mark(canvas, area, look.mark)
        canvas.assign(*area, look.place)
    board.label_rows(canvas, lambda row: (0, board.area((row, 0)).middle[1]))
    if has_column_labels(board.picture):
        label_columns(canvas, board)
    return canvas.lines()


def label_columns(canvas: Canvas, board: PaintedBoard) -> None:
    """Write the labels of columns below the board: of a frame on its foot."""
    foot, framed = canvas.rows - 1, board.picture.ground is Ground.FRAME
    if framed:
        canvas.fill(board.left, foot, canvas.columns - board.left, 1, "frame")
    for column, label in enumerate(board.picture.column_labels):
        area = board.area((0, column))
        if framed:
            canvas.text(area.x + (area.columns - len(label)) // 2, foot, label, "mark", bold=True)
        else:
            canvas.label(area.x, foot, area.columns, label.strip())


def paint_square(canvas: Canvas, area: Area, board: PaintedBoard, look: CellLook) -> None:
    """Paint a square and what is on it: a piece, a dot where one may be placed, or words."""
    canvas.fill(*area, look.tone)
    cell = look.cell
    if look.figure:
        draw_figure(canvas, area, look, board.signs)
    elif look.colour and look.word:
        letter = "K" if look.word == "king" else board.letter(look).upper()
        draw_piece(canvas, area, look.word, look.colour, letter or DOT * (look.won and area.rows > 1))
    elif cell.mark == "*":
        draw_dot(canvas, area, "hint")
    elif cell.mark.strip():
        chequered = board.picture.ground is Ground.CHEQUERED
        ink = look.colour or ("white" if cell.firm or chequered else "shadow")
        x, y = area.x + (area.columns - text_width(cell.mark)) // 2, area.y + (area.rows - 1) // 2
        if chequered and area.rows > 1:  # the number of the square
            x, y = area.x + 1, area.y
        canvas.text(x, y, cell.mark, readable(ink, look.tone), bool(look.colour))


def paint_hole(canvas: Canvas, area: Area, board: PaintedBoard, look: CellLook) -> None:
    """Paint a hole of a frame, or the piece in it."""
    if look.colour or look.won:
        paint_square(canvas, area, board, look)
        return
    canvas.fill(*area, look.tone)
    if area.rows == 1:
        canvas.text(*area.middle, "●", "hole")
    else:
        canvas.stamp(*area, round_in(area.columns, area.rows), "hole")


def paint_chocolate(canvas: Canvas, area: Area, board: PaintedBoard, look: CellLook) -> None:
    """Paint a square of chocolate, and nothing but a dot where it has been eaten."""
    x, y = area.x + area.columns // 2, area.y + (area.rows - 1) // 2
    if not look.cell.firm:
        canvas.text(x, y, "·", "faint")
        return
    canvas.fill(*area, look.tone)
    if area.rows > 1:
        canvas.fill(area.x, area.y, area.columns, 1, look.tone, "▔", "shine")
    canvas.fill(area.x + area.columns - 1, area.y, 1, area.rows, look.tone, "▐", "bar2")
    if area.rows > 2:  # room for a lower edge
        canvas.fill(area.x, area.y + area.rows - 1, area.columns - 1, 1, look.tone, "▁", "bar2")
    if look.cell.mark != "#":
        canvas.text(x, y, look.cell.mark, "white", bold=True)


Painter = Callable[[Canvas, Area, PaintedBoard, CellLook], None]
PAINTERS: dict[Ground, Painter] = {Ground.FRAME: paint_hole, Ground.CHOCOLATE: paint_chocolate}


def even_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> list[Layout]:
    """Return the ways to paint bricks, a lattice or crossings, the largest first; not `generous`: only the smallest."""
    paint, sizes, spare = {
        Form.SLANTED: (paint_bricks, BRICKS, 3),
        Form.LATTICE: (paint_lattice, STEPS, 3),
    }.get(picture.form, (paint_crossings, (LARGE, SMALL), 2))
    left = left_of(picture, spare, spare - 1)
    return [
        partial(paint, PaintedBoard(picture, marks, signs, size, left)) for size in (sizes if generous else sizes[-1:])
    ]


def paint_crossings(board: PaintedBoard) -> list[Line]:
    """Return the board as lines."""
    (rows, columns), (wide, high), left = board.shape, board.size, board.left
    canvas = Canvas(left + columns * wide + 1, rows * high + has_column_labels(board.picture))
    canvas.fill(left - 1, 0, columns * wide + 2 - wide % 2, rows * high, "wood")
    draw_lines = cross_underlined if board.size == LARGE else cross_ruled
    looks = [*board.looks()]
    for look in looks:
        draw_lines(canvas, board.area(look.place), look.place, board.shape)
    for look in looks:
        area = board.area(look.place)
        if look.colour and area.rows > 1:
            canvas.fill(*area, "wood")
        paint_stone(canvas, area, board, look, chip(wide))
    board.label_rows(canvas, lambda row: (0, row * high))
    for column, label in enumerate(board.picture.column_labels):
        canvas.label(left + column * wide, rows * high, 1 if board.size == SMALL else wide, label)
    return canvas.lines()


def edge_of(at: int, count: int) -> int:
    """Return -1 on the first of `count` lines, 1 on the last, 0 between."""
    return -1 if at == 0 else int(at == count - 1)


def cross_ruled(canvas: Canvas, area: Area, place: Place, shape: tuple[int, int]) -> None:
    """Draw the crossing with rules, in one row."""
    edges = edge_of(place[0], shape[0]), edge_of(place[1], shape[1])
    canvas.text(area.x, area.y, DOT if is_star(place, shape) else EDGES.get(edges, "┼"), "grain")
    if edges[1] != 1:
        canvas.text(area.x + 1, area.y, "─", "grain")


def cross_underlined(canvas: Canvas, area: Area, place: Place, shape: tuple[int, int]) -> None:
    """Draw the crossing in two rows: an underline along the upper one, and a thin bar in both."""
    down, across = edge_of(place[0], shape[0]), edge_of(place[1], shape[1])
    for column in range(area.columns):
        outside = column < 2 if across == -1 else column > 1 and across == 1
        if not outside:
            canvas.underline(area.x + column, area.y, "grain")
    for row in range(area.rows):
        if (row or down != -1) and (not row or down != 1):
            canvas.put(area.x + 2, area.y + row, "▏", Ink("grain", "wood", underline=row == 0 and across != 1))
    if is_star(place, shape):
        canvas.stamp(*area, box(1, 2), "grain")


def paint_stone(canvas: Canvas, area: Area, board: PaintedBoard, look: CellLook, shape: Shape) -> None:
    """Paint the stone on a crossing or a brick, with its letter where it has one, and the mark."""
    letter = board.letter(look)
    if look.colour and area.rows == 1:
        canvas.text(area.x, area.y, letter or "●", look.colour, bold=True)
    elif look.colour:
        canvas.stamp(*area, shape, look.colour)
        if letter:
            canvas.text(area.x + area.columns // 2 - 1, area.y + area.rows // 2, letter, on(look.colour), bold=True)
    if look.area and (board.signs.lettered or area.rows == 1):
        x, y = (area.x, area.y) if area.rows == 1 else area.middle
        canvas.text(x, y, look.area[0] if board.signs.lettered else AREA, look.area, bold=True)
    elif look.area:
        canvas.stamp(*area, box(1, 2), look.area)
    if look.mark:
        draw_stone_mark(canvas, area, look.mark)
    canvas.assign(*area, look.place)


def draw_stone_mark(canvas: Canvas, area: Area, mark: Mark) -> None:
    """Mark a crossing: by characters around it, or in two rows by a spot on the stone."""
    if area.rows > 1 and mark in SPOTS:
        canvas.stamp(*area, box(*SPOTS[mark]), readable(INKS[mark], canvas.ground(*area.middle)))
        return
    left, right = (area.x - 1, area.x + 1) if area.rows == 1 else (area.x, area.x + area.columns - 1)
    for x, sign in ((left, mark.before), (right, mark.after)):
        canvas.text(x, area.y, sign, "cursor" if mark is CURSOR else "black", bold=True)


def paint_bricks(board: PaintedBoard) -> list[Line]:
    """Return the board as lines: each row half a brick further right, in the edges of the seats."""
    (rows, columns), (wide, high), left = board.shape, board.size, board.left
    slant, top = wide // 2, 2
    canvas = Canvas(left + columns * wide + (rows - 1) * slant + 1, rows * high + 3)
    for row in range(rows):
        for x in (left + row * slant - 1, left + row * slant + columns * wide):
            draw_edge(canvas, board, 1, "█", Area(x, top + row * high, 1, high))
    board.label_rows(canvas, lambda row: (row * slant, top + row * high + (high - 1) // 2))
    for look in board.looks():
        row, column = look.place
        area = Area(left + row * slant + column * wide, top + row * high, wide, high)
        canvas.fill(*area, look.tone)
        if not look.colour and high == 1:
            canvas.text(area.x, area.y, "·", "shadow")
        paint_stone(canvas, area, board, look, chip(wide) if high < DISC_ROWS else DISC)
    for column, label in enumerate(board.picture.column_labels):
        canvas.label(left + column * wide, 0, 1 if board.size == BRICKS[-1] else wide, label)
    draw_edge(canvas, board, 0, "▄", Area(left, 1, columns * wide, 1))
    draw_edge(canvas, board, 0, "▀", Area(left + (rows - 1) * slant, top + rows * high, columns * wide, 1))
    return canvas.lines()


def draw_edge(canvas: Canvas, board: PaintedBoard, number: int, glyph: str, area: Area) -> None:
    """Draw an edge of the board in the colour of the seat that has it, or with the letter of its colour."""
    seat = board.picture.edges[number]
    if seat is not None:
        letter = seat_colour(board.picture, seat)[0].upper() if board.signs.lettered else ""
        canvas.fill(*area, PAGE, letter or glyph, piece_colour(board.picture, seat))


def paint_lattice(board: PaintedBoard) -> list[Line]:
    """Return the board as lines."""
    (rows, columns), (wide, high), left = board.shape, board.size, board.left
    canvas = Canvas(left + columns // 2 * wide + 2, rows // 2 * high + 1 + has_column_labels(board.picture))
    for look in board.looks():
        row, column = look.place
        x, y = left + column // 2 * wide + column % 2, row // 2 * high + row % 2
        area = Area(x, y, (1, wide - 1)[column % 2], (1, high - 1)[row % 2])
        paint_lattice_cell(canvas, area, look)
        canvas.assign(*area, look.place)
    board.label_rows(canvas, lambda row: (0, row * high // 2))
    for column, label in enumerate(board.picture.column_labels):
        canvas.label(left + column * wide // 2, canvas.rows - 1, 1, label)
    return canvas.lines()


def paint_lattice_cell(canvas: Canvas, area: Area, look: CellLook) -> None:
    """Paint a dot, a line or its absence, or a box and whose it is; and its mark in place of what is beside it."""
    (row, column), mark = look.place, look.mark
    if row % 2 == column % 2 == 0:
        canvas.text(area.x, area.y, "●", "", bold=True)
    elif row % 2 and column % 2:
        if look.colour:
            canvas.fill(*area, look.colour)
            canvas.text(*area.middle, look.cell.mark, on(look.colour), bold=True)
    elif look.cell.mark:
        glyph = "┃" if row % 2 else "━"
        for y in range(area.y, area.y + area.rows):
            canvas.text(area.x, y, glyph * area.columns, LINE_INKS[mark] if mark else "", bold=bool(mark))
    if mark:
        x, y = area.middle
        canvas.text(x - 1, y, mark.before, LINE_INKS[mark], bold=True)
        canvas.text(x + 1, y, mark.after, LINE_INKS[mark], bold=True)
