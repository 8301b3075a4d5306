"""Grids in colours: squares, crossings of lines on wood, hexagons as bricks, and lattices of dots and lines."""

from collections.abc import Callable, Iterator

from games.dataclass import dataclass
from games.picture import Cell, Grid, Ground
from referee.drawing.figures import SIGNS, figure_of
from referee.drawing.glyphs import Line, Place, Signs
from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, WON, Mark, Marks
from referee.drawing.paint.canvas import PAGE, Canvas, Ink, box, chip, disc, round_in
from referee.drawing.paint.pieces import DOT, INKS, Area, draw_dot, draw_figure, draw_mark, draw_piece, on, readable
from referee.drawing.text_width import pad, text_width

Size = tuple[int, int]
SQUARES: tuple[Size, ...] = (9, 4), (7, 3), (5, 2), (3, 1)  # columns and rows of a square
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
LARGE, SMALL = (4, 2), (2, 1)  # columns and rows from one crossing to the next
EDGES = {
    (-1, -1): "┌", (-1, 1): "┐", (1, -1): "└", (1, 1): "┘", (-1, 0): "┬", (1, 0): "┴", (0, -1): "├", (0, 1): "┤",
}  # fmt: skip
SPOTS = {LAST: (2, 2), WON: (1, 2)}  # units from left to right and from top to bottom, on a stone
STAR = "•"
STARRED, MIDDLING, LARGEST = 9, 13, 19  # lines of the least board with stars, with stars further in, with nine of them
BRICKS = (6, 3), (4, 2), (2, 1)  # columns and rows of a brick
BRICK_TONES = "stone", "stone2", "stone3"
DISC, DISC_ROWS = disc(2.4), 3  # for bricks of so many rows; for lower ones there is a chip
DEEP = {"red": "crimson", "blue": "navy"}  # colours that are read on a bright ground
STEPS = (8, 4), (6, 3), (4, 2)  # columns and rows from one dot to the next
LINE_INKS = {LAST: "key", FROM: "from", CURSOR: "cursor", TARGET: "target", WON: "key"}


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
        """Return the colour of a seat's piece there: where some cells have won, all others are dimmed."""
        return seat_colour(self.picture, seat) + "~" * bool(self.marks.won and place not in self.marks.won)


def seat_colour(picture: Grid, seat: int) -> str:
    """Return the colour of a seat's pieces."""
    return picture.colours[seat] or SUITED[seat]


def square_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint the board, the largest first; with generous those for boards with a page to themselves too."""
    sheet = picture.ground is Ground.SHEET
    wide = max(text_width(cell.mark) for row in picture.rows for cell in row)
    left = max((text_width(label) for label in picture.row_labels), default=-2) + 2
    sizes = SHEETS if sheet else SQUARES
    return (
        paint_squares(Board(picture, marks, signs, (max(columns, wide + 2), rows), left, int(sheet)))
        for columns, rows in (sizes if generous else sizes[-USUAL:])
    )


def paint_squares(board: Board) -> list[Line]:
    """Return the board as lines."""
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


def crossing_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """Return the ways to paint the board, the largest first; the large one is for boards with a page to themselves."""
    return (paint_crossings(picture, signs, marks, size) for size in ((LARGE, SMALL) if generous else (SMALL,)))


def paint_crossings(picture: Grid, signs: Signs, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """Return the board as lines, with so many columns and rows from one crossing to the next."""
    wide, high = size
    rows, columns = len(picture.rows), len(picture.rows[0])
    left = max((text_width(label) for label in picture.row_labels), default=-1) + 2
    below = any(label.strip() for label in picture.column_labels)
    canvas = Canvas(left + columns * wide + 1, rows * high + below)
    canvas.fill(left - 1, 0, columns * wide + 2 - wide % 2, rows * high, "wood")
    draw_lines = cross_underlined if size == LARGE else cross_ruled
    for place in ((row, column) for row in range(rows) for column in range(columns)):
        draw_lines(canvas, Area(left + place[1] * wide, place[0] * high, wide, high), place, (rows, columns))
    for place in ((row, column) for row in range(rows) for column in range(columns)):
        area = Area(left + place[1] * wide, place[0] * high, wide, high)
        cell = picture.rows[place[0]][place[1]]
        if cell.seat is not None:
            dim = "~" * bool(marks.won and place not in marks.won)
            draw_stone(canvas, area, seat_colour(picture, cell.seat) + dim, cell.mark if signs.lettered else "")
        if mark := marks.at(place):
            draw_stone_mark(canvas, area, mark)
        canvas.assign(area.x, area.y, wide, high, place)
    for row, label in enumerate(picture.row_labels):
        canvas.label(0, row * high, left - 2, pad(label, left - 2, ">"))
    for column, label in enumerate(picture.column_labels):
        canvas.label(left + column * wide, rows * high, 1 if wide == SMALL[0] else wide, label)
    return canvas.lines()


def is_star(place: Place, shape: tuple[int, int]) -> bool:
    """Whether a board of so many rows and columns has a dot there, for the eye: near the corners and in the middle."""
    rows, columns = shape
    if min(shape) < STARRED or not (rows % 2 and columns % 2):
        return False
    spaced = 2 if min(shape) < MIDDLING else 3
    ends = [at in (spaced, count - 1 - spaced) for at, count in zip(place, shape, strict=True)]
    middles = [at == count // 2 for at, count in zip(place, shape, strict=True)]
    if min(shape) >= LARGEST:
        return all(end or middle for end, middle in zip(ends, middles, strict=True))
    return all(ends) or all(middles)


def edge_of(at: int, count: int) -> int:
    """-1 on the first of so many lines, 1 on the last, 0 between."""
    return -1 if at == 0 else int(at == count - 1)


def cross_ruled(canvas: Canvas, area: Area, place: Place, shape: tuple[int, int]) -> None:
    """Draw the crossing with rules, in one row."""
    edges = edge_of(place[0], shape[0]), edge_of(place[1], shape[1])
    canvas.text(area.x, area.y, STAR if is_star(place, shape) else EDGES.get(edges, "┼"), "grain")
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
        canvas.stamp(area.x, area.y, area.columns, area.rows, box(1, 2), "grain")


def draw_stone(canvas: Canvas, area: Area, colour: str, letter: str) -> None:
    """Draw a stone, and its letter where it has one."""
    if area.rows == 1:
        canvas.text(area.x, area.y, letter or "●", colour, bold=True)
        return
    canvas.fill(area.x, area.y, area.columns, area.rows, "wood")
    canvas.stamp(area.x, area.y, area.columns, area.rows, chip(area.columns), colour)
    if letter:
        canvas.text(area.x + 1, area.y + 1, letter, readable("white", colour), bold=True)


def draw_stone_mark(canvas: Canvas, area: Area, mark: Mark) -> None:
    """Mark a crossing: by what stands around it, or by a spot on the stone where it has two rows."""
    ink = readable(INKS[mark], canvas.ground(*area.middle))
    if area.rows == 1:
        signs = "black" if mark is not CURSOR else "cursor"
        canvas.text(area.x - 1, area.y, mark.before, signs, bold=True)
        canvas.text(area.x + 1, area.y, mark.after, signs, bold=True)
    elif mark in SPOTS:
        canvas.stamp(area.x, area.y, area.columns, area.rows, box(*SPOTS[mark]), ink)
    else:
        for x, glyph in ((area.x, mark.before), (area.x + area.columns - 1, mark.after)):
            canvas.text(x, area.y, glyph, "cursor" if mark is CURSOR else "black", bold=True)


def brick_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """Return the ways to paint the board, the largest first; the smallest is for boards that share the screen too."""
    return (paint_bricks(picture, signs, marks, size) for size in (BRICKS if generous else BRICKS[-1:]))


def paint_bricks(picture: Grid, signs: Signs, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """Return the board as lines, with bricks of so many columns and rows."""
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
            canvas.fill(area.x, y, wide, high, BRICK_TONES[(column - row) % 3])
            if cell.seat is not None:
                dim = "~" * bool(marks.won and (row, column) not in marks.won)
                draw_brick_stone(canvas, area, deep(picture, cell.seat) + dim, cell.mark if signs.lettered else "")
            elif high == 1:
                canvas.text(area.x, y, "·", "shadow")
            if mark := marks.at((row, column)):
                draw_stone_mark(canvas, area, mark)
            canvas.assign(area.x, y, wide, high, (row, column))
    for column, label in enumerate(picture.column_labels):
        canvas.label(left + column * wide, 0, 1 if wide == BRICKS[-1][0] else wide, label)
    draw_ends(canvas, picture, signs, Area(left, 1, columns * wide, rows * high), (rows - 1) * (wide // 2))
    return canvas.lines()


def deep(picture: Grid, seat: int) -> str:
    """Return the colour of a seat's stones on a bright ground."""
    colour = seat_colour(picture, seat)
    return DEEP.get(colour, colour)


def draw_brick_stone(canvas: Canvas, area: Area, colour: str, letter: str) -> None:
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
    """Return the letter of a seat's colour."""
    return seat_colour(picture, seat)[0].upper()


def lattice_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """Return the ways to paint the board, the largest first; the smallest is for boards that share the screen too."""
    return (paint_lattice(picture, marks, size) for size in (STEPS if generous else STEPS[-1:]))


def paint_lattice(picture: Grid, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """Return the board as lines, with so many columns and rows from one dot to the next."""
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
            canvas.text(area.x, y, glyph * area.columns, LINE_INKS[mark] if mark else "", bold=bool(mark))
    if mark:
        draw_line_mark(canvas, area, mark)


def draw_line_mark(canvas: Canvas, area: Area, mark: Mark) -> None:
    """Mark a line in its middle: what stands around it takes the place of what is beside it."""
    x, y = area.middle
    canvas.text(x - 1, y, mark.before, LINE_INKS[mark], bold=True)
    canvas.text(x + 1, y, mark.after, LINE_INKS[mark], bold=True)
