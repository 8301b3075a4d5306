"""Cards with their suits, and dice as faces with pips: each hand beside its name."""

from collections.abc import Callable, Iterator

from games.picture import Hand, Hands
from referee.drawing.glyphs import OWNER, Line, Signs
from referee.drawing.paint.canvas import Canvas
from referee.drawing.paint.pieces import Area
from referee.drawing.text_width import text_width

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
CARD = (7, 5)
SMALL = (3, 1)  # columns and rows of a card or a die if there is no room for more
SUITS = {"s": ("♠", "black"), "c": ("♣", "black"), "h": ("♥", "crimson"), "d": ("♦", "crimson")}
HIDDEN = "?"
RANKS = 2  # characters of a card with its suit


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


def hand_layouts(picture: Hands, signs: Signs) -> Iterator[list[Line]]:
    """Return the ways to paint the hands one below the other, the largest first."""
    return (paint(picture, signs, small) for small in (False, True))


def paint(picture: Hands, signs: Signs, small: bool) -> list[Line]:
    """Return the hands as lines."""
    name = max((text_width(hand.label) for hand in picture.hands), default=0)
    dice = any(card in PIPS for hand in picture.hands for card in hand.cards)
    size = SMALL if small else FACE if dice else CARD
    draw: Callable[[Canvas, Area, str], None] = draw_die if dice else draw_card
    lines: list[Line] = []
    for hand in picture.hands:
        lines += [*painted_hand(hand, name, size, draw), *[[]] * (not small and bool(hand.cards))]
    return lines


def painted_hand(hand: Hand, name: int, size: tuple[int, int], draw: Callable[[Canvas, Area, str], None]) -> list[Line]:
    """Return a hand, its cards or dice of that size; without any it is one line."""
    wide, high = size if hand.cards else SMALL
    left, right = name + 4, name + 4 + len(hand.cards) * (wide + 1)
    canvas = Canvas(right + text_width(hand.note) + 1, high)
    middle = (high - 1) // 2
    canvas.text(2, middle, hand.label, "" if hand.seat is None else OWNER[hand.seat])
    for number, card in enumerate(hand.cards):
        draw(canvas, Area(left + number * (wide + 1), 0, wide, high), card)
    canvas.text(right + 1 if hand.cards else right, middle, hand.note, "faint")
    return canvas.lines()


def draw_card(canvas: Canvas, area: Area, face: str) -> None:
    """Draw a card such as Q, Qh or `?`, which lies face down."""
    x, y = area.middle
    if face == HIDDEN:
        canvas.fill(area.x, area.y, area.columns, area.rows, "back")
        for row in range(area.y + 1, area.y + area.rows - 1):
            canvas.text(area.x + 1, row, "░" * (area.columns - 2), "lit")
        if area.rows == 1:
            canvas.text(x, y, HIDDEN, "mark", bold=True)
        return
    suit, ink = SUITS.get(face[1:], ("", "black"))
    words = face[0] + suit if len(face) == RANKS else face
    canvas.fill(area.x, area.y, area.columns, area.rows, "card")
    if area.rows == 1:
        canvas.text(area.x + (area.columns - len(words)) // 2, y, words, ink, bold=True)
        return
    canvas.text(area.x + 1, area.y, words, ink, bold=True)
    canvas.text(x, y, suit or face[0], ink, bold=True)
    canvas.text(area.x + area.columns - 1 - len(words), area.y + area.rows - 1, words[::-1], ink, bold=True)
