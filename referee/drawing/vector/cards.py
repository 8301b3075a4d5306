"""Cards and dice, around their middle."""

from referee.drawing.paint.hands import HIDDEN
from referee.drawing.themes import Theme
from referee.drawing.vector.colours import rim
from referee.drawing.vector.image import Circle, Polygon, Polyline, Rectangle, Shape, centred
from referee.drawing.vector.pieces import Shapes, at

CARD = 50.0, 70.0  # how wide and high one is
DIE = 44.0
FACES = ("5", "19", "159", "1379", "13579", "134679")  # of dice, as keys of a telephone
SUITS = "hdsc"  # hearts, diamonds, spades, clubs
RED = {"h", "d"}


def die(face: str, size: float, theme: Theme) -> Shapes:
    """A die that shows so many dots, of that size; `?` is one that is hidden."""
    if face == HIDDEN:
        back, ink = theme.colour("back"), theme.colour("mark")
        return [
            Rectangle(-size / 2, -size / 2, size, size, back, corner=size * 0.16),
            centred(0, 0, face, ink, 22, True),
        ]
    card, ink = theme.colour("card"), theme.colour("black")
    dots = (
        ((int(key) - 1) % 3 - 1 for key in FACES[int(face) - 1]),
        ((int(key) - 1) // 3 - 1 for key in FACES[int(face) - 1]),
    )
    shapes: Shapes = [Rectangle(-size / 2, -size / 2, size, size, card, rim(card), 1, size * 0.16)]
    return [*shapes, *(Circle(x * size * 0.27, y * size * 0.27, size * 0.09, ink) for x, y in zip(*dots, strict=True))]


def card(face: str, theme: Theme) -> Shapes:
    """A card with its rank and, where it has one, its suit; `?` is the back of one."""
    if face == HIDDEN:
        return back(theme)
    suit = face[-1:] if len(face) > 1 and face[-1:] in SUITS else ""
    rank = face.removesuffix(suit) if suit else face
    ink = theme.colour("crimson" if suit in RED else "black")
    (wide, high), paper = CARD, theme.colour("card")
    shapes: Shapes = [Rectangle(-wide / 2, -high / 2, wide, high, paper, rim(paper), 1, 6)]
    if not suit:
        return [*shapes, centred(0, 0, rank, ink, 28 if len(rank) < 3 else 16, bold=True)]
    return [*shapes, centred(-wide / 2 + 12, -high / 2 + 15, rank, ink, 18, bold=True), at(pip(suit, 15, ink), 3, 9)]


def back(theme: Theme) -> Shapes:
    """The back of a card."""
    (wide, high), colour = CARD, theme.colour("back")
    bright = rim(colour, 0.35)
    lines = (Polyline(((-14, y), (0, y - 9), (14, y)), bright, 1.5) for y in range(-12, 28, 8))
    return [
        Rectangle(-wide / 2, -high / 2, wide, high, theme.colour("card"), corner=6),
        Rectangle(-wide / 2 + 3, -high / 2 + 3, wide - 6, high - 6, colour, corner=4),
        *lines,
    ]


def pip(suit: str, size: float, ink: str) -> Shapes:
    """The sign of a suit, so far from its middle to its edge."""
    return {"h": heart, "d": rhomb, "s": spade, "c": club}[suit](size, ink)


def heart(size: float, ink: str) -> Shapes:
    """A heart."""
    return [
        *lobes(size, -0.3, ink),
        Polygon(((-0.93 * size, -0.02 * size), (0, size), (0.93 * size, -0.02 * size), (0, -0.35 * size)), ink),
    ]


def spade(size: float, ink: str) -> Shapes:
    """A spade: a heart upside down on a foot."""
    leaf = (-0.93 * size, 0.12 * size), (0, -size), (0.93 * size, 0.12 * size), (0, 0.4 * size)
    return [*lobes(size, 0.3, ink), Polygon(leaf, ink), foot(size, ink)]


def lobes(size: float, y: float, ink: str) -> Shapes:
    """The two round ends of a heart."""
    return [Circle(side * 0.48 * size, y * size, 0.52 * size, ink) for side in (-1, 1)]


def foot(size: float, ink: str) -> Shape:
    """What a spade and a club stand on."""
    return Polygon(((0, 0), (0.35 * size, size), (-0.35 * size, size)), ink)


def club(size: float, ink: str) -> Shapes:
    """A club."""
    leaves = ((0, -0.5), (-0.5, 0.25), (0.5, 0.25))
    return [*(Circle(x * size, y * size, 0.45 * size, ink) for x, y in leaves), foot(size, ink)]


def rhomb(size: float, ink: str) -> Shapes:
    """The sign of diamonds."""
    return [Polygon(((0, -size), (0.72 * size, 0), (0, size), (-0.72 * size, 0)), ink)]
