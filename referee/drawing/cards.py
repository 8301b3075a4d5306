"""Cards and dice as lines: in frames where there is room, else each hand in one line."""

from games.picture import Hand, Hands
from referee.drawing.glyphs import OWNER, Line, Signs, Span
from referee.drawing.text_width import pad, text_width


def hands_layouts(picture: Hands, signs: Signs) -> list[list[Line]]:
    """The ways to draw the hands one below the other, the largest first."""
    name = max((text_width(hand.label) for hand in picture.hands), default=0)
    return [
        [line for hand in picture.hands for line in framed_hand(hand, name, signs)],
        [hand_line(hand, name, signs) for hand in picture.hands],
    ]


def framed_hand(hand: Hand, name: int, signs: Signs) -> list[Line]:
    """A hand with a frame around each card; without any it is one line."""
    if not hand.cards:
        return [hand_line(hand, name, signs)]
    role = "" if hand.seat is None else OWNER[hand.seat]
    (left, _, right), _, (low, _, end) = signs.corners
    sizes = [text_width(card) + 2 for card in hand.cards]
    top, bottom = (
        " ".join(one + signs.rule * size + other for size in sizes) for one, other in ((left, right), (low, end))
    )
    faces = " ".join(f"{signs.wall} {card} {signs.wall}" for card in hand.cards)
    margin = Span(" " * (name + 4))
    label, note = Span(f"  {pad(hand.label, name)}  ", role), Span(f"  {hand.note}" if hand.note else "", "faint")
    return [[margin, Span(top, "faint")], [label, Span(faces, role), note], [margin, Span(bottom, "faint")]]


def hand_line(hand: Hand, name: int, signs: Signs) -> Line:
    """A hand in one line."""
    role = "" if hand.seat is None else OWNER[hand.seat]
    cards = signs.wall + signs.wall.join(hand.cards) + signs.wall if hand.cards else ""
    return [
        Span(f"  {pad(hand.label, name)}  ", role),
        Span(cards, role),
        Span(f"  {hand.note}" if hand.note else "", "faint"),
    ]
