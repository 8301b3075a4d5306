"""Hands of cards or dice, and heaps of things, one below the other."""

from games.picture import Hand, Hands, Heap, Heaps
from referee.drawing.paint.dice import PIPS
from referee.drawing.paint.hands import HIDDEN
from referee.drawing.themes import Theme
from referee.drawing.vector.cards import CARD, DIE, card, die
from referee.drawing.vector.colours import PAGE, mixed
from referee.drawing.vector.image import Circle, Rectangle, Shape, Text, VectorImage, centred, room_for
from referee.drawing.vector.pieces import Shapes, at

SIZE = 17.0  # of labels
BOLD = 1.15  # times as wide as others are bold letters
GAP = 8.0
STEP, ROW = 15.0, 30.0  # from one thing of a heap to the next, and from one row of them
FIVES = 5  # of those rows are wide
MOST = 5  # rows of things in a heap


def seat_ink(theme: Theme, seat: int | None) -> str:
    """The colour of what is a seat's, or nobody's."""
    if seat is None:
        return theme.colour("ink")
    return mixed(theme.style("second" if seat else "first").fg, theme.colour("ink"), 0.25)


def hands(picture: Hands, theme: Theme) -> VectorImage:
    """The hands with their labels on the left and their notes on the right."""
    left = max((room_for(hand.label, SIZE) for hand in picture.hands), default=0) * BOLD + 16
    shapes: Shapes = []
    y = wide = 0.0
    faces = {face for hand in picture.hands for face in hand.cards} - {HIDDEN}
    rolled = bool(faces) and faces <= PIPS.keys()
    for hand in picture.hands:
        drawn = hand_shapes(hand, theme, left, rolled)
        high = drawn.height
        shapes.append(at(drawn.shapes, 0, y))
        y += high + 2 * GAP
        wide = max(wide, drawn.width)
    return VectorImage(wide, max(0, y - 2 * GAP), tuple(shapes))


def hand_shapes(hand: Hand, theme: Theme, left: float, rolled: bool) -> VectorImage:
    """A hand of cards, or of dice that were rolled."""
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
    """The heaps, each with its label, its number and its things in fives."""
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
    """The things of a heap in fives, so many in a row; where there are more than fit, how many more follows."""
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
    """One thing of a heap: a chip, a match, or what its sign says."""
    if unit == "o":
        return Circle(0, 0, STEP * 0.42, colour, mixed(colour, PAGE, 0.4), 1.5)
    if unit == "|":
        return Rectangle(-2.5, -11, 5, 22, colour, corner=2.5)
    return centred(0, 0, unit, colour, SIZE, bold=True)
