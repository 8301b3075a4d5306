"""Which ways there are to paint a picture."""

from collections.abc import Iterator

from games.picture import Form, Grid, Ground, Hands, Heaps, Pits, Points
from referee.drawing.glyphs import Line, Signs
from referee.drawing.highlights import Marks
from referee.drawing.paint.grids import brick_layouts, crossing_layouts, lattice_layouts, square_layouts
from referee.drawing.paint.hands import hand_layouts
from referee.drawing.paint.pieces import ROUND
from referee.drawing.paint.points import mancala_layouts, point_layouts


def painted_layouts(
    picture: Grid | Pits | Hands | Points | Heaps, signs: Signs, marks: Marks, generous: bool
) -> Iterator[list[Line]]:
    """The ways to paint the picture, the largest first; none where it is not painted.

    With generous these are also those for a board that has a page to itself.
    """
    match picture:
        case Grid():
            return board_layouts(picture, signs, marks, generous)
        case Points():
            return point_layouts(picture, signs, marks, generous)
        case Pits():
            return mancala_layouts(picture, marks, generous)
        case Hands():
            return hand_layouts(picture, signs)
        case Heaps():
            return iter(())


def board_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint a board of cells. On bricks and crossings only what is round is painted."""
    if picture.form is Form.LATTICE:
        return lattice_layouts(picture, signs, marks, generous)
    if picture.form is Form.SQUARES and picture.ground is not Ground.WOOD:
        return square_layouts(picture, signs, marks, generous)
    words = dict(picture.pieces)
    if any(cell.mark and words.get(cell.mark) not in ROUND for row in picture.rows for cell in row):
        return iter(())
    layouts = brick_layouts if picture.form is Form.SLANTED else crossing_layouts
    return layouts(picture, signs, marks, generous)
