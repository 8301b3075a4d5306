"""Backgammon boards and boards of pits: points with checkers, the bar, the dice; pits, stores and the seeds in them."""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from games.picture import Pits, Points
from referee.drawing.highlights import CURSOR, FROM, Marks
from referee.drawing.looks import HALF, Stack, owner, seat_colour, sides, stacks
from referee.drawing.palette import SEEN, read_on, rim
from referee.drawing.themes import Theme
from referee.drawing.vector.hands import die, seat_ink
from referee.drawing.vector.image import Circle, Group, Polygon, Rectangle, Shape, VectorImage, Where, centred
from referee.drawing.vector.pieces import Shapes, at, cell_mark, from_sign, piece_mark

PIT, STEP = 31.0, 72.0  # radius of a pit, and from one to the next
PITS_HIGH = 96.0  # from one row to the other, with room for the numbers
SEED, SPREAD = 4.2, 7.2  # radius of a seed, and how far apart they lie
MOST = 18  # seeds that fit in a pit
STORE = 62.0  # how wide one is
PITS_LABEL = 15.0
PITS_HEAD = 24.0  # room for labels above and below
TURN = pi * (3 - sqrt(5))  # from one seed to the next, as in a sunflower
WIDE = 42.0  # of a point
TALL = 178.0  # of a point
CHECKER = 38.0  # across
STACK = 5  # checkers that lie on a point; more are a number
BAR, TRAY, RIM = 46.0, 52.0, 12.0
HIGH = 2 * TALL + 66  # of the felt
HEAD = 22.0  # room for numbers above and below
LABEL = 14.0
DIE = 40.0
CUBE, NEARER = 34.0, 16.0  # of the doubling cube, and how far from the middle it lies when a seat owns it
FELT = 2 * HALF * WIDE + BAR  # from the left edge of the felt to its right edge


def pit_board(picture: Pits, marks: Marks, theme: Theme) -> VectorImage:
    """Return the board with the labels of its pits."""
    columns = len(picture.rows[0])
    wide, high = columns * STEP + 2 * (STORE + 24), 2 * PITS_HIGH + 12
    under: Shapes = [Rectangle(0, PITS_HEAD, wide, high, theme.colour("wood"), corner=26)]
    left = STORE + 24 + STEP / 2
    for row, labels in enumerate(picture.labels):
        y = PITS_HEAD + high + PITS_HEAD / 2 + 2 if row else PITS_HEAD / 2 - 2
        ink = seat_ink(theme, owner(picture, row))
        under += [
            centred(left + column * STEP, y, label.strip(), ink, PITS_LABEL) for column, label in enumerate(labels)
        ]
    shapes: Shapes = [Group(tuple(under))]
    for row, counts in enumerate(picture.rows):
        y = PITS_HEAD + 10 + row * PITS_HIGH + PIT
        for column, count in enumerate(counts):
            shapes.append(at(pit(count, theme), left + column * STEP, y))
            if mark := marks.at((row, column)):
                ink = read_on(theme.colour("wood"), theme.colour("cursor" if mark is CURSOR else "mark"), SEEN)
                shapes.append(at(cell_mark(mark, 2 * PIT + 10, 2 * PIT + 8, ink), left + column * STEP, y))
    for row, x in enumerate((16 + STORE / 2, wide - 16 - STORE / 2)):
        shapes.append(at(store(picture.stores[owner(picture, row)], high - 24, theme), x, PITS_HEAD + high / 2))
    return VectorImage(wide, high + 2 * PITS_HEAD, tuple(shapes))


def pit(count: int, theme: Theme) -> Shapes:
    """Return a pit with its seeds, and their number below it."""
    well = theme.colour("well")
    number = centred(0, PIT + 12, str(count), read_on(theme.colour("wood")), PITS_LABEL + 1, bold=True)
    return [Circle(0, 0, PIT, well, rim(well, 0.4), 2), *seeds(min(count, MOST), theme), number]


def seeds(count: int, theme: Theme, spread: Where = (SPREAD, SPREAD)) -> Shapes:
    """Return `count` seeds around the middle; `spread` is how far apart they lie, across and down."""
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
    """Return a store with its seeds, and their number at its foot."""
    well = theme.colour("well")
    number = centred(0, high / 2 - 16, str(count), read_on(well), PITS_LABEL + 3, bold=True)
    return [
        Rectangle(-STORE / 2, -high / 2, STORE, high, well, rim(well, 0.4), 2, STORE / 2),
        at(seeds(min(count, 2 * MOST), theme, (SPREAD * 0.58, SPREAD * 1.75)), 0, -14),
        number,
    ]


def points_board(picture: Points, marks: Marks, theme: Theme) -> VectorImage:
    """Return the board with the numbers of its points."""
    under = [*board(theme)]
    for row, heaps in enumerate(picture.rows):
        for column, heap in enumerate(heaps):
            x, y = middle(column), HEAD / 2 - 3 if not row else HEAD + RIM * 2 + HIGH + HEAD / 2 + 3
            under.append(centred(x, y, heap.label, theme.colour("shadow"), LABEL))
    shapes: Shapes = [Group(tuple(under))]
    for stack in stacks(picture, marks):
        shapes += checkers(picture, theme, stack)
    for row, seat in enumerate(sides(picture)):
        shapes += borne_off(picture, theme, seat, row)
    for number, face in enumerate(picture.dice):
        x = RIM + FELT - (HALF / 2) * WIDE + (number - (len(picture.dice) - 1) / 2) * (DIE + 12)
        shapes.append(at(die(str(face), DIE, theme), x, HEAD + RIM + HIGH / 2))
    if picture.cube is not None:
        shapes.append(doubling_cube(picture, picture.cube, theme))
    return VectorImage(FELT + TRAY + 3 * RIM, HIGH + 2 * RIM + 2 * HEAD, tuple(shapes))


def middle(column: int | None) -> float:
    """Return the middle of a column of points, or of the bar, from the left."""
    if column is None:
        return RIM + HALF * WIDE + BAR / 2
    return RIM + (column + 0.5) * WIDE + BAR * (column >= HALF)


def board(theme: Theme) -> Iterator[Shape]:
    """Yield the frame, the felt with its points, the bar and the tray."""
    well, top = theme.colour("well"), HEAD + RIM
    yield Rectangle(0, HEAD, FELT + TRAY + 3 * RIM, HIGH + 2 * RIM, well, corner=8)
    for x in (RIM, RIM + HALF * WIDE + BAR):
        yield Rectangle(x, top, HALF * WIDE, HIGH, theme.colour("table"))
    for column in range(2 * HALF):
        x = middle(column)
        for row, (foot, tip) in enumerate(((top, top + TALL), (top + HIGH, top + HIGH - TALL))):
            colour = theme.colour("point2" if (column + row) % 2 == 0 else "point")
            yield Polygon(((x - WIDE / 2 + 1, foot), (x + WIDE / 2 - 1, foot), (x, tip)), colour)
    dark = rim(well, 0.12)
    for y in (top, top + HIGH / 2 + RIM / 2):
        yield Rectangle(FELT + 2 * RIM, y, TRAY, HIGH / 2 - RIM / 2, dark, corner=4)


def checkers(picture: Points, theme: Theme, stack: Stack) -> Shapes:
    """Return the checkers of a point or of half the bar, from the edge inwards; the last one bears the mark."""
    x, row, heap, mark = middle(stack.column), stack.row, stack.heap, stack.mark
    shown = min(heap.count, STACK)
    if heap.seat is None or not heap.count:
        return [at(from_sign(CHECKER / 2 - 5, theme.colour("mark")), x, level_height(0, row))] if mark else []
    colour = theme.colour(seat_colour(picture, heap.seat))
    checker = (
        Circle(0, 0, CHECKER / 2, colour, rim(colour), 2),
        Circle(0, 0, CHECKER / 4, stroke=rim(colour), thick=1.5),
    )
    shapes: Shapes = [at(checker, x, level_height(level, row)) for level in range(shown)]
    last = level_height(shown - 1, row)
    if heap.count > STACK:
        shapes.append(at([*checker[:1], centred(0, 0, str(heap.count), read_on(colour), 18, bold=True)], x, last))
    if mark is FROM and shown < STACK:
        shapes.append(at(from_sign(CHECKER / 2 - 5, theme.colour("mark")), x, level_height(shown, row)))
    elif mark and heap.count > STACK:
        shapes.append(at([Circle(0, 0, CHECKER / 2 - 3, stroke=read_on(colour), thick=2)], x, last))
    elif mark:
        shapes.append(at(piece_mark(mark, CHECKER, colour), x, last))
    return shapes


def level_height(level: int, row: int) -> float:
    """Return the middle of the checker at a level of a pile, from the top of the picture."""
    far = CHECKER / 2 + 1 + level * (CHECKER - 2)
    return HEAD + RIM + (far if not row else HIGH - far)


def doubling_cube(picture: Points, cube: tuple[int, int | None], theme: Theme) -> Shape:
    """Return the doubling cube between the points: in the middle, or on the side of the seat that has it."""
    says, owner = cube
    down = 0 if owner is None else NEARER if owner == sides(picture)[1] else -NEARER
    paper = theme.colour("card")
    face = Rectangle(-CUBE / 2, -CUBE / 2, CUBE, CUBE, paper, rim(paper), 1, 6)
    number = centred(0, 0, str(says), theme.colour("black"), 17 if says < 100 else 13, bold=True)
    return at([face, number], RIM + HALF / 2 * WIDE, HEAD + RIM + HIGH / 2 + down)


def borne_off(picture: Points, theme: Theme, seat: int, row: int) -> Shapes:
    """Return the checkers of a seat that have left the board, on edge in their half of the tray, and their number."""
    colour = theme.colour(seat_colour(picture, seat))
    x, top = FELT + 2 * RIM, HEAD + RIM
    edge = Rectangle(x + 6, 0, TRAY - 12, 9, colour, rim(colour), 1, 2)
    heights = (top + 6 + 10.5 * number for number in range(picture.off[seat]))
    piled: Shapes = [at([edge], 0, y if not row else 2 * top + HIGH - y - 9) for y in heights]
    y = top + HIGH / 2 + (RIM if row else -RIM) * 1.6
    words = f"off {picture.off[seat]}"
    return [*piled, centred(x + TRAY / 2, y, words, theme.colour("ink"), LABEL)] if picture.off[seat] else piled
