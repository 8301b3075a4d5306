"""Pieces and the marks of cells, around the origin of a cell."""

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, pi, sin

from referee.drawing.figures import outline
from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, THREATENED, WON, Mark
from referee.drawing.palette import SEEN, read_on, rim
from referee.drawing.vector.image import Circle, Group, Polygon, Polyline, Rectangle, Shape

Shapes = list[Shape]
CORNER = {
    LAST: (0.24, 3.5), FROM: (0.16, 2), TARGET: (0.16, 2), WON: (0.24, 2), CURSOR: (0.5, 3), THREATENED: (0.24, 3),
}  # fmt: skip
INSET = 3  # pixels from the edge of a cell to its mark
CROWN = (-0.3, 0.2), (-0.36, -0.2), (-0.16, 0), (0, -0.28), (0.16, 0), (0.36, -0.2), (0.3, 0.2)


def disc(size: float, colour: str) -> Shapes:
    """Return a disc with an edge."""
    return [Circle(0, 0, size * 0.41, colour, rim(colour), size * 0.035)]


def stone(size: float, colour: str) -> Shapes:
    """Return a stone, which fills its cell."""
    return [Circle(0, 0, size * 0.45, colour, rim(colour), size * 0.03)]


def man(size: float, colour: str) -> Shapes:
    """Return a man of checkers, with the rings that keep a pile of them together."""
    rings = [Circle(0, 0, size * part, stroke=rim(colour), thick=size * 0.03) for part in (0.32, 0.22)]
    return [*disc(size, colour), *rings]


def king(size: float, colour: str) -> Shapes:
    """Return a king of checkers: a disc with a crown."""
    crown = Polygon(tuple((x * size * 0.8, y * size * 0.8) for x, y in CROWN), read_on(colour, rim(colour, 0.9)))
    return [*disc(size, colour), crown]


def pawn(size: float, colour: str) -> Shapes:
    """Return a pawn: a head, a body that widens, and a foot."""
    edge, thick = rim(colour), size * 0.03
    body = (-0.09, -0.1), (0.09, -0.1), (0.2, 0.26), (-0.2, 0.26)
    return [
        Polygon(tuple((x * size, y * size) for x, y in body), colour, edge, thick),
        Rectangle(-0.28 * size, 0.24 * size, 0.56 * size, 0.13 * size, colour, edge, thick, size * 0.04),
        Circle(0, -0.19 * size, size * 0.16, colour, edge, thick),
    ]


def cross(size: float, colour: str) -> Shapes:
    """Return two diagonal strokes."""
    far = size * 0.29
    return [Polyline(ends, colour, size * 0.13) for ends in (((-far, -far), (far, far)), ((-far, far), (far, -far)))]


def nought(size: float, colour: str) -> Shapes:
    """Return a ring."""
    return [Circle(0, 0, size * 0.3, stroke=colour, thick=size * 0.12)]


def figure(word: str, size: float, colour: str) -> Shapes:
    """Return a figure of chess."""
    return [Polygon(tuple((x * size, y * size) for x, y in outline(word)), colour, rim(colour), size * 0.035)]


PIECES: dict[str, Callable[[float, str], Shapes]] = {
    "disc": disc, "stone": stone, "man": man, "king": king, "pawn": pawn, "cross": cross, "nought": nought,
}  # fmt: skip


def cell_mark(mark: Mark, width: float, height: float, ink: str) -> Shapes:
    """Return the mark of a cell around the origin: corners that differ, and a sign in the middle."""
    reach, thick = CORNER[mark]
    x, y, long = width / 2 - INSET, height / 2 - INSET, min(width, height) * reach
    corners: Shapes = [
        Polyline(((a * x, b * (y - long)), (a * x, b * y), (a * (x - long), b * y)), ink, thick)
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    extra: dict[Mark, Callable[[], Shapes]] = {
        FROM: partial(from_sign, min(width, height) / 5, ink),
        TARGET: partial(target_sign, min(width, height) / 9, ink),
        CURSOR: lambda: [arrow(side * x, side * height / 12, ink) for side in (-1, 1)],
    }
    return [*corners, *extra[mark]()] if mark in extra else corners


def from_sign(radius: float, ink: str) -> Shapes:
    """Return a ring: something stood here."""
    return [Circle(0, 0, radius, stroke=ink, thick=2)]


def target_sign(radius: float, ink: str) -> Shapes:
    """Return a dot: something may go here."""
    return [Circle(0, 0, radius, ink)]


def arrow(x: float, size: float, ink: str) -> Shape:
    """Return a triangle that points from `x` to the middle."""
    return Polygon(((x, -abs(size)), (x - size * 1.4, 0), (x, abs(size))), ink)


def piece_mark(mark: Mark, size: float, ground: str) -> Shapes:
    """Return the mark on a piece or, without one, on the ground; `ground` is the colour of either."""
    ink = read_on(ground, least=SEEN)
    if mark is WON:
        return diamond(size * 0.17, ink)
    if mark is LAST:
        return [Rectangle(-size * 0.11, -size * 0.11, size * 0.22, size * 0.22, ink)]
    if mark is FROM:
        return from_sign(size * 0.22, ink)
    return target_sign(size * 0.14, ink) if mark is TARGET else cell_mark(mark, size, size, ink)


def diamond(radius: float, colour: str) -> Shapes:
    """Return a square on its corner."""
    return [Polygon(((0, -radius), (radius, 0), (0, radius), (-radius, 0)), colour)]


def regular(count: int, radius: float, turn: float = 0.0) -> tuple[tuple[float, float], ...]:
    """Return the corners of a polygon with `count` equal sides, the first at the top unless it is turned."""
    angles = (turn + 2 * pi * corner / count for corner in range(count))
    return tuple((round(radius * sin(angle), 2), round(-radius * cos(angle), 2)) for angle in angles)


def at(shapes: Sequence[Shape], x: float, y: float) -> Group:
    """Return the shapes around a point."""
    return Group(tuple(shapes), x, y)
