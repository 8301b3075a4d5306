"""Hands of cards or dice, and heaps of things, one below the other."""

from games.picture import Hand, Hands, Heap, Heaps
from referee.drawing.looks import HIDDEN, PIPS, SUITS, has_dice, split_card
from referee.drawing.palette import PAGE, mixed, rim
from referee.drawing.themes import Theme
from referee.drawing.vector.image import (
    Circle,
    Polygon,
    Polyline,
    Rectangle,
    Shape,
    Text,
    VectorImage,
    centred,
    room_for,
)
from referee.drawing.vector.pieces import Shapes, at

CARD = 50.0, 70.0  # how wide and high one is
DIE = 44.0
SIZE = 17.0  # of labels
BOLD = 1.15  # how many times wider bold letters are
GAP = 8.0
STEP, ROW = 15.0, 30.0  # from one thing of a heap to the next, and from one row of things to the next
FIVES = 5  # groups of five things in a row
MOST = 5  # rows of things in a heap


def die(face: str, size: float, theme: Theme) -> Shapes:
    """Return a die that shows a face; `?` is a hidden one."""
    if face == HIDDEN:
        back, ink = theme.colour("back"), theme.colour("mark")
        return [
            Rectangle(-size / 2, -size / 2, size, size, back, corner=size * 0.16),
            centred(0, 0, face, ink, 22, True),
        ]
    card, ink = theme.colour("card"), theme.colour("black")
    shapes: Shapes = [Rectangle(-size / 2, -size / 2, size, size, card, rim(card), 1, size * 0.16)]
    return [*shapes, *(Circle(x * size * 0.27, y * size * 0.27, size * 0.09, ink) for x, y in PIPS[face])]


def card(face: str, theme: Theme) -> Shapes:
    """Return a card with its rank and suit; `?` is a back."""
    if face == HIDDEN:
        return back(theme)
    rank, suit = split_card(face)
    ink = theme.colour(SUITS[suit][1] if suit else "black")
    (wide, high), paper = CARD, theme.colour("card")
    shapes: Shapes = [Rectangle(-wide / 2, -high / 2, wide, high, paper, rim(paper), 1, 6)]
    if not suit:
        return [*shapes, centred(0, 0, rank, ink, 28 if len(rank) < 3 else 16, bold=True)]
    return [*shapes, centred(-wide / 2 + 12, -high / 2 + 15, rank, ink, 18, bold=True), at(pip(suit, 15, ink), 3, 9)]


def back(theme: Theme) -> Shapes:
    """Return the back of a card."""
    (wide, high), colour = CARD, theme.colour("back")
    bright = rim(colour, 0.35)
    lines = (Polyline(((-14, y), (0, y - 9), (14, y)), bright, 1.5) for y in range(-12, 28, 8))
    return [
        Rectangle(-wide / 2, -high / 2, wide, high, theme.colour("card"), corner=6),
        Rectangle(-wide / 2 + 3, -high / 2 + 3, wide - 6, high - 6, colour, corner=4),
        *lines,
    ]


LOBES = {
    "h": ((-0.48, -0.3, 0.52), (0.48, -0.3, 0.52)),
    "s": ((-0.48, 0.3, 0.52), (0.48, 0.3, 0.52)),
    "c": ((0, -0.5, 0.45), (-0.5, 0.25, 0.45), (0.5, 0.25, 0.45)),
    "d": (),
}  # the round parts of the sign of a suit: their middles and radii
FOOT = (0, 0), (0.35, 1), (-0.35, 1)  # what a spade and a club stand on
CORNERS = {
    "h": (((-0.93, -0.02), (0, 1), (0.93, -0.02), (0, -0.35)),),
    "s": (((-0.93, 0.12), (0, -1), (0.93, 0.12), (0, 0.4)), FOOT),
    "c": (FOOT,),
    "d": (((0, -1), (0.72, 0), (0, 1), (-0.72, 0)),),
}  # and the corners of the other parts


def pip(suit: str, size: float, ink: str) -> Shapes:
    """Return the sign of a suit; `size` is from its middle to its edge."""
    parts = (Polygon(tuple((x * size, y * size) for x, y in corners), ink) for corners in CORNERS[suit])
    return [*(Circle(x * size, y * size, radius * size, ink) for x, y, radius in LOBES[suit]), *parts]


def seat_ink(theme: Theme, seat: int | None) -> str:
    """Return the colour of what belongs to a seat, or to nobody."""
    if seat is None:
        return theme.colour("ink")
    return mixed(theme.style("second" if seat else "first").fg, theme.colour("ink"), 0.25)


def hands(picture: Hands, theme: Theme) -> VectorImage:
    """Return the hands with their labels on the left and their notes on the right."""
    left = max((room_for(hand.label, SIZE) for hand in picture.hands), default=0) * BOLD + 16
    shapes: Shapes = []
    y = wide = 0.0
    rolled = has_dice(face for hand in picture.hands for face in hand.cards)
    for hand in picture.hands:
        drawn = hand_shapes(hand, theme, left, rolled)
        high = drawn.height
        shapes.append(at(drawn.shapes, 0, y))
        y += high + 2 * GAP
        wide = max(wide, drawn.width)
    return VectorImage(wide, max(0, y - 2 * GAP), tuple(shapes))


def hand_shapes(hand: Hand, theme: Theme, left: float, rolled: bool) -> VectorImage:
    """Return a hand of cards, or of dice that were rolled."""
    (wide, high), x = (DIE, DIE) if rolled else CARD, left
    high = high if hand.cards else SIZE * 2
    shapes: Shapes = [Text(0, high / 2 + SIZE * 0.36, hand.label, seat_ink(theme, hand.seat), SIZE, True, "start")]
    for face in hand.cards:
        shapes.append(at(die(face, DIE, theme) if rolled else card(face, theme), x + wide / 2, high / 2))
        x += wide + GAP
    if hand.note:
        shapes.append(Text(x + GAP, high / 2 + 5, hand.note, theme.colour("shadow"), SIZE - 2, align="start"))
        x += GAP + room_for(hand.note, SIZE - 2)
    return VectorImage(x, high, tuple(shapes))


def heaps(picture: Heaps, theme: Theme) -> VectorImage:
    """Return the heaps, each with its label, its number and its things in fives."""
    left = max((room_for(heap.label, SIZE) for heap in picture.heaps), default=0) * BOLD + 16
    number = left + max(room_for(str(heap.count), SIZE) for heap in picture.heaps)
    shapes: Shapes = []
    y = wide = 0.0
    for heap in picture.heaps:
        ink = seat_ink(theme, heap.seat)
        shapes += [
            Text(0, y + ROW / 2 + SIZE * 0.36, heap.label, ink, SIZE, True, "start"),
            Text(number, y + ROW / 2 + SIZE * 0.36, str(heap.count), theme.colour("ink"), SIZE, True, "end"),
        ]
        things = heap_things(heap, picture.unit, theme)
        shapes.append(at(things.shapes, number + 20, y))
        y += max(ROW, things.height) + GAP
        wide = max(wide, number + 20 + things.width)
    return VectorImage(wide, y - GAP, tuple(shapes))


def heap_things(heap: Heap, unit: str, theme: Theme) -> VectorImage:
    """Return the things of a heap in fives; how many more there are follows if not all fit."""
    full = 5 * FIVES
    shapes: Shapes = []
    colour = seat_ink(theme, heap.seat) if heap.seat is not None else theme.colour("yellow")
    shown = min(heap.count, full * MOST)
    for number in range(shown):
        row, place = divmod(number, full)
        x = place * STEP + place // 5 * STEP / 2 + STEP / 2
        shapes.append(at([thing(unit, colour)], x, row * ROW + ROW / 2))
    rows = max(1, -(-shown // full))
    wide = full * (STEP + STEP / 10)
    if heap.count > shown:
        words = f"and {heap.count - shown} more"
        shapes.append(Text(0, rows * ROW + SIZE, words, theme.colour("shadow"), SIZE - 2, align="start"))
        rows += 1
    return VectorImage(wide, rows * ROW, tuple(shapes))


def thing(unit: str, colour: str) -> Shape:
    """Return one thing of a heap: a chip, a match, or what its sign says."""
    if unit == "o":
        return Circle(0, 0, STEP * 0.42, colour, mixed(colour, PAGE, 0.4), 1.5)
    if unit == "|":
        return Rectangle(-2.5, -11, 5, 22, colour, corner=2.5)
    return centred(0, 0, unit, colour, SIZE, bold=True)
