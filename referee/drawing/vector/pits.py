"""Boards of pits and stores, with the seeds that lie in them."""

from math import cos, pi, sin, sqrt

from games.picture import Pits
from referee.drawing.highlights import CURSOR, Marks
from referee.drawing.pits import owner
from referee.drawing.themes import Theme
from referee.drawing.vector.colours import SEEN, read_on, rim
from referee.drawing.vector.hands import seat_ink
from referee.drawing.vector.image import Circle, Group, Rectangle, VectorImage, Where, centred
from referee.drawing.vector.pieces import Shapes, at, cell_mark

PIT, STEP = 31.0, 72.0  # radius of a pit, and from one to the next
HIGH = 96.0  # from one row to the other, with room for the numbers
SEED, SPREAD = 4.2, 7.2  # radius of a seed, and how far apart they lie
MOST = 18  # seeds that fit in a pit
STORE = 62.0  # how wide one is
LABEL = 15.0
HEAD = 24.0  # room for labels above and below
TURN = pi * (3 - sqrt(5))  # from one seed to the next, as in a sunflower


def pit_board(picture: Pits, marks: Marks, theme: Theme) -> VectorImage:
    """The board with the labels of its pits."""
    columns = len(picture.rows[0])
    wide, high = columns * STEP + 2 * (STORE + 24), 2 * HIGH + 12
    under: Shapes = [Rectangle(0, HEAD, wide, high, theme.colour("wood"), corner=26)]
    left = STORE + 24 + STEP / 2
    for row, labels in enumerate(picture.labels):
        y = HEAD + high + HEAD / 2 + 2 if row else HEAD / 2 - 2
        ink = seat_ink(theme, owner(picture, row))
        under += [centred(left + column * STEP, y, label.strip(), ink, LABEL) for column, label in enumerate(labels)]
    shapes: Shapes = [Group(tuple(under))]
    for row, counts in enumerate(picture.rows):
        y = HEAD + 10 + row * HIGH + PIT
        for column, count in enumerate(counts):
            shapes.append(at(pit(count, theme), left + column * STEP, y))
            if mark := marks.at((row, column)):
                ink = read_on(theme.colour("wood"), theme.colour("cursor" if mark is CURSOR else "mark"), SEEN)
                shapes.append(at(cell_mark(mark, 2 * PIT + 10, 2 * PIT + 8, ink), left + column * STEP, y))
    for row, x in enumerate((16 + STORE / 2, wide - 16 - STORE / 2)):
        shapes.append(at(store(picture.stores[owner(picture, row)], high - 24, theme), x, HEAD + high / 2))
    return VectorImage(wide, high + 2 * HEAD, tuple(shapes))


def pit(count: int, theme: Theme) -> Shapes:
    """A pit with its seeds, and their number below it."""
    well = theme.colour("well")
    number = centred(0, PIT + 12, str(count), read_on(theme.colour("wood")), LABEL + 1, bold=True)
    return [Circle(0, 0, PIT, well, rim(well, 0.4), 2), *seeds(min(count, MOST), theme), number]


def seeds(count: int, theme: Theme, spread: Where = (SPREAD, SPREAD)) -> Shapes:
    """So many seeds around the middle, so far apart from left to right and downwards."""
    colour = theme.colour("light")
    spots = ((sqrt(number + (count > 1) * 0.3), number * TURN) for number in range(count))
    return [
        Circle(
            round(far * cos(angle) * spread[0], 1),
            round(far * sin(angle) * spread[1], 1),
            SEED,
            colour,
            rim(colour, 0.45),
            1,
        )
        for far, angle in spots
    ]


def store(count: int, high: float, theme: Theme) -> Shapes:
    """A store with its seeds, and their number at its foot."""
    well = theme.colour("well")
    number = centred(0, high / 2 - 16, str(count), read_on(well), LABEL + 3, bold=True)
    return [
        Rectangle(-STORE / 2, -high / 2, STORE, high, well, rim(well, 0.4), 2, STORE / 2),
        at(seeds(min(count, 2 * MOST), theme, (SPREAD * 0.58, SPREAD * 1.75)), 0, -14),
        number,
    ]
