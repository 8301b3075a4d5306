"""Boards of lines on wood, with stones where the lines cross."""

from collections.abc import Iterator

from games.picture import Grid
from referee.drawing.glyphs import Line, Place, Signs
from referee.drawing.highlights import CURSOR, LAST, WON, Mark, Marks
from referee.drawing.paint.canvas import Canvas, Ink
from referee.drawing.paint.pieces import INKS, Area, readable
from referee.drawing.paint.shapes import box, chip
from referee.drawing.paint.squares import seat_colour
from referee.drawing.text_width import pad, text_width

LARGE, SMALL = (4, 2), (2, 1)  # columns and rows from one crossing to the next
EDGES = {
    (-1, -1): "┌", (-1, 1): "┐", (1, -1): "└", (1, 1): "┘", (-1, 0): "┬", (1, 0): "┴", (0, -1): "├", (0, 1): "┤",
}  # fmt: skip
SPOTS = {LAST: (2, 2), WON: (1, 2)}  # units from left to right and from top to bottom, on a stone
STAR = "•"
STARRED, MIDDLING, LARGEST = 9, 13, 19  # lines of the least board with stars, with stars further in, with nine of them


def crossing_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint the board, the largest first; the large one is for boards with a page to themselves."""
    return (paint(picture, signs, marks, size) for size in ((LARGE, SMALL) if generous else (SMALL,)))


def paint(picture: Grid, signs: Signs, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """The board as lines, with so many columns and rows from one crossing to the next."""
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
