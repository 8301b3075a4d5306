"""Cards with their suits, and dice as faces with pips: each hand beside its name."""

from collections.abc import Callable

from games.picture import Hand, Hands
from referee.drawing.glyphs import OWNER, Line
from referee.drawing.looks import HIDDEN, PIPS, SUITS, has_dice, split_card
from referee.drawing.paint.canvas import Canvas
from referee.drawing.paint.pieces import Area
from referee.drawing.text_width import text_width

FACE, CARD = (7, 3), (7, 5)  # columns and rows of a die and of a card
SMALL = (3, 1)  # of either if there is no room for more
Draw = Callable[[Canvas, Area, str], None]


def draw_die(canvas: Canvas, area: Area, face: str) -> None:
    """Draw a die, with a number if there is no room for pips; `?` is a hidden one."""
    x, y = area.middle
    canvas.fill(*area, "card" if face in PIPS else "back")
    if face not in PIPS or area[2:] != FACE:
        canvas.text(x, y, face, "black" if face in PIPS else "mark", bold=True)
        return
    for across, down in PIPS[face]:
        canvas.text(x + 2 * across, y + down, "●", "black")


def draw_card(canvas: Canvas, area: Area, face: str) -> None:
    """Draw a card such as `Q` or `Qh`; `?` lies face down."""
    x, y = area.middle
    if face == HIDDEN:
        canvas.fill(*area, "back")
        for row in range(area.y + 1, area.y + area.rows - 1):
            canvas.text(area.x + 1, row, "░" * (area.columns - 2), "lit")
        if area.rows == 1:
            canvas.text(x, y, HIDDEN, "mark", bold=True)
        return
    rank, suit = split_card(face)
    sign, ink = SUITS.get(suit, ("", "black"))
    words = rank + sign
    canvas.fill(*area, "card")
    if area.rows == 1:
        canvas.text(area.x + (area.columns - len(words)) // 2, y, words, ink, bold=True)
        return
    canvas.text(area.x + 1, area.y, words, ink, bold=True)
    canvas.text(x, y, sign or rank, ink, bold=True)
    canvas.text(area.x + area.columns - 1 - len(words), area.y + area.rows - 1, sign + rank, ink, bold=True)


def paint_hands(picture: Hands, small: bool) -> list[Line]:
    """Return the hands one below the other."""
    name = max((text_width(hand.label) for hand in picture.hands), default=0)
    dice = has_dice(card for hand in picture.hands for card in hand.cards)
    draw: Draw = draw_die if dice else draw_card
    size = SMALL if small else FACE if dice else CARD
    lines: list[Line] = []
    for hand in picture.hands:
        lines += [*painted_hand(hand, name, size, draw), *[[]] * (not small and bool(hand.cards))]
    return lines


def painted_hand(hand: Hand, name: int, size: tuple[int, int], draw: Draw) -> list[Line]:
    """Return a hand beside its name, which has `name` columns; without cards or dice it is one line."""
    wide, high = size if hand.cards else SMALL
    left, right = name + 4, name + 4 + len(hand.cards) * (wide + 1)
    canvas = Canvas(right + text_width(hand.note) + 1, high)
    middle = (high - 1) // 2
    canvas.text(2, middle, hand.label, "" if hand.seat is None else OWNER[hand.seat])
    for number, card in enumerate(hand.cards):
        draw(canvas, Area(left + number * (wide + 1), 0, wide, high), card)
    canvas.text(right + bool(hand.cards), middle, hand.note, "faint")
    return canvas.lines()
