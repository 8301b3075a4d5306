"""Boards of pits and stores: hollows in wood with the seeds in them."""

from collections.abc import Iterator

from games.picture import BESIDE, Pits
from referee.drawing.glyphs import Line
from referee.drawing.highlights import Marks
from referee.drawing.paint.canvas import Canvas
from referee.drawing.paint.pieces import Area, draw_mark
from referee.drawing.paint.shapes import pill
from referee.drawing.pits import owner

SIZES = (13, 7), (11, 6), (8, 4), (5, 2)  # columns and rows of a pit
USUAL = 2  # of these for boards that share the screen with other lines: the last ones
SEEDED = 3  # rows from which a pit shows its seeds


def mancala_layouts(picture: Pits, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint the board, the largest first; with generous those for boards with a page to themselves too."""
    return (paint(picture, marks, size) for size in (SIZES if generous else SIZES[-USUAL:]))


def paint(picture: Pits, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """The board as lines, with pits of so many columns and rows."""
    wide, high = size
    count = len(picture.rows[0])
    canvas = Canvas((count + 2) * wide + 2, 2 * high + 3)
    canvas.fill(0, 0, canvas.columns, canvas.rows, "wood")
    for row, (counts, labels) in enumerate(zip(picture.rows, picture.labels, strict=True)):
        for column, (seeds, label) in enumerate(zip(counts, labels, strict=True)):
            area = Area(1 + (column + 1) * wide, 1 + row * (high + 1), wide, high)
            paint_pit(canvas, area, seeds)
            y = row * (2 * high + 2)
            canvas.text(area.x + (wide - len(label)) // 2, y, label, "black")
            if mark := marks.at((row, column)):
                draw_mark(canvas, area, mark)
            canvas.assign(area.x, area.y, wide, high, (row, column))
    for x, row in ((1, 0), (1 + (count + 1) * wide, 1)):
        seat, area = owner(picture, row), Area(x, 1, wide, 2 * high + 1)
        paint_pit(canvas, area, picture.stores[seat])
        if mark := marks.at((seat, BESIDE)):
            draw_mark(canvas, area, mark)
        canvas.assign(area.x, area.y, area.columns, area.rows, (seat, BESIDE))
    return canvas.lines()


def paint_pit(canvas: Canvas, area: Area, seeds: int) -> None:
    """Paint a pit or a store: its seeds where there is room, and how many they are."""
    canvas.stamp(area.x, area.y, area.columns, area.rows, pill(area.columns - 1, 2 * area.rows - 0.3, 2.6), "well")
    across = max((area.columns - 4) // 2 + 1, 1)
    if area.rows >= SEEDED:
        first = area.x + (area.columns - 2 * across + 1) // 2
        for seed in range(min(seeds, across * (area.rows - 2))):
            canvas.text(first + seed % across * 2, area.y + 1 + seed // across, "●", "light")
    words = str(seeds)
    y = area.y + area.rows - 1 if area.rows >= SEEDED else area.y + (area.rows - 1) // 2
    canvas.text(area.x + (area.columns - len(words)) // 2, y, words, "mark", bold=True)
