"""Pictures as lines of text: the same lines for every screen, with roles that a screen may give colours.

Whatever a role marks is marked by a character too: the last move stands in brackets, the seats differ in sign.
"""

from collections.abc import Collection
from textwrap import wrap

from games.picture import Grid, Hands, Heap, Heaps, Picture, Pits, Points
from referee.boards import grid, pits
from referee.hands import hands
from referee.points import points
from referee.signs import OWNER, Line, Place, Signs, Span

ENDLESS = 1 << 30  # lines where there is no window


def draw(picture: Picture, signs: Signs, width: int, last: Collection[Place] = (), height: int = ENDLESS) -> list[Line]:
    """The picture in lines at most `width` cells wide, and fewer than `height`, where it can be.

    The cells of the last move stand in brackets.
    """
    if not isinstance(picture, (Grid, Pits, Hands, Points, Heaps)):
        return [[Span(row)] for row in str(picture).splitlines()]
    note = noted(picture.note, width)
    match picture:
        case Grid():
            return grid(picture, signs, width, height - len(note), last) + note
        case Pits():
            return pits(picture, signs, width, height - len(note), last) + note
        case Points():
            return points(picture, signs, width, height - len(note), last) + note
        case Hands():
            return hands(picture, signs, width, height - len(note)) + note
        case Heaps():
            return heaps(picture, signs, width) + note


def heaps(picture: Heaps, signs: Signs, width: int) -> list[Line]:
    """Each heap in a line: its label, its size and its things in fives."""
    name = max(len(heap.label) for heap in picture.heaps)
    digits = max(len(str(heap.count)) for heap in picture.heaps)
    unit = signs.finer.get(picture.unit, picture.unit)
    room = width - name - digits - 6
    return [
        [
            Span(f"  {heap.label:<{name}}  ", OWNER[heap.seat] if heap.seat is not None else ""),
            Span(f"{heap.count:>{digits}}  ", "strong"),
            Span(things(heap, unit, signs, room), OWNER[heap.seat] if heap.seat is not None else ""),
        ]
        for heap in picture.heaps
    ]


def things(heap: Heap, unit: str, signs: Signs, room: int) -> str:
    """The things of a heap in fives, cut where they leave the room."""
    drawn = min(heap.count, max(room, 0))
    fives, rest = divmod(drawn, 5)
    text = " ".join([unit * 5] * fives + [unit * rest] * (rest > 0))
    return text if len(text) <= room and drawn == heap.count else text[: max(room - len(signs.more), 0)] + signs.more


def noted(note: str, width: int) -> list[Line]:
    """The note below a picture."""
    return [[Span(f"  {row}", "faint")] for row in wrap(note, max(width - 2, 10))]
