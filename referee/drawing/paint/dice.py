"""Dice as faces with pips."""

from referee.drawing.paint.canvas import Canvas
from referee.drawing.paint.pieces import Area

CORNERS, MIDST, BESIDE = ((1, 0), (5, 0), (1, 2), (5, 2)), ((3, 1),), ((1, 1), (5, 1))
PIPS = {
    "1": MIDST,
    "2": (CORNERS[1], CORNERS[2]),
    "3": (CORNERS[1], CORNERS[2], *MIDST),
    "4": CORNERS,
    "5": (*CORNERS, *MIDST),
    "6": (*CORNERS, *BESIDE),
}  # the columns and rows of the pips of a face of seven columns by three rows
FACE = (7, 3)


def draw_die(canvas: Canvas, area: Area, face: str) -> None:
    """Draw a die with that face, as a number if there is no room for pips; `?` is one that is hidden."""
    hidden = face not in PIPS
    canvas.fill(area.x, area.y, area.columns, area.rows, "back" if hidden else "card")
    if (area.columns, area.rows) != FACE or hidden:
        x, y = area.middle
        canvas.text(x, y, face, "mark" if hidden else "black", bold=True)
        return
    for column, row in PIPS[face]:
        canvas.text(area.x + column, area.y + row, "●", "black")
