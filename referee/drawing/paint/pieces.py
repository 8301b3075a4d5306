"""Pieces, marks, cards and dice in a rectangle of a painted board."""

from collections.abc import Callable
from typing import NamedTuple

from games.picture import Hand, Hands
from referee.drawing.figures import DRAWINGS, SIGNS
from referee.drawing.glyphs import OWNER, Line, Signs
from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, THREATENED, WON, Mark
from referee.drawing.looks import HIDDEN, INKS, PIPS, SUITS, CellLook, has_dice, split_card
from referee.drawing.paint.canvas import Canvas, Shape, box, cross, disc, figure, pawn, round_in
from referee.drawing.text_width import text_width

BRIGHT = {"light", "stone", "stone2", "stone3", "card", "white", "yellow", "shine", "hint", "cursor"}
MIDDLING = {"board", "wood", "point"}  # grounds on which white is read, but no other bright ink
DOT = "•"
ROUND = {"disc", "stone", "man", "king", "checker"}  # words for pieces that are discs
CORNERS = {LAST: "┏┓┗┛", FROM: "╭╮╰╯", CURSOR: "┌┐└┘", TARGET: "╭╮╰╯", WON: "┌┐└┘", THREATENED: "!!  "}
TALL = 2  # rows from which a cell has corners
DETAILED = 3  # and a figure of chess is seen for what it is
FACE, CARD = (7, 3), (7, 5)  # columns and rows of a die and of a card
PIPPED = 5  # columns of the smallest die that shows pips
SMALL = (3, 1)  # of either if there is no room for more


class Area(NamedTuple):
    """A rectangle of a canvas."""

    x: int
    y: int
    columns: int
    rows: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.columns // 2, self.y + self.rows // 2


def readable(ink: str, ground: str) -> str:
    """Return the ink, or black where the ground is too bright for it."""
    return "black" if ground in BRIGHT or (ground in MIDDLING and ink not in ("mark", "white")) else ink


def on(colour: str) -> str:
    """Return the ink that is read on a piece: black or white."""
    return "black" if colour.rstrip("~") in BRIGHT | {"red", "blue"} else "white"


def shape_of(word: str, area: Area) -> Shape | None:
    """Return the shape of a piece in a cell; None if the word has none."""
    across = min(area.columns - 0.6, 2 * area.rows - 0.3)
    if word in ROUND:
        return round_in(area.columns, area.rows)
    shapes = {
        "pawn": pawn(across),
        "edge": box(1.0, across),
        "cross": cross(across / 2 - 0.4, across / 12 + 0.2),
        "nought": disc(across / 2, across / 2 * 0.62),
    }
    return shapes.get(word)


def draw_piece(canvas: Canvas, area: Area, word: str, colour: str, letter: str = "") -> None:
    """Draw the piece that `word` names, with a letter on it unless that is empty."""
    x, y = area.middle
    shape = shape_of(word, area)
    if area.rows < TALL or shape is None:
        glyph = {"cross": "X", "nought": "O", "edge": "|"}.get(word, letter or "●")
        canvas.text(area.x + (area.columns - 1) // 2, y, glyph, colour, bold=True)
        return
    canvas.stamp(*area, shape, colour)
    if letter and word not in ("cross", "nought"):
        canvas.text(x, y, letter, on(colour), bold=True)


def draw_figure(canvas: Canvas, area: Area, look: CellLook, signs: Signs) -> None:
    """Draw a figure of chess in the way that `signs` name, or by one character if the cell has no room for that."""
    word, colour, mark = look.word, look.colour, look.cell.mark
    letter = mark if signs.lettered else mark.upper()
    large = area.rows >= DETAILED
    kind = "signs" if signs.lettered and signs.figures == "drawings" and not large else signs.figures
    if area.rows < TALL or kind == "signs":
        sign = SIGNS[word][look.cell.seat or 0 if signs.lettered else 1]
        canvas.text(*area.middle, letter if kind == "letters" else sign, colour, bold=True)
    elif large:
        canvas.stamp(*area, figure(word, 2 * area.rows), colour)
        if word != "pawn":
            canvas.text(*area.middle, letter, on(colour), bold=True)
    elif kind == "drawings":
        draw_small_figure(canvas, area, word, colour)
    else:
        draw_piece(canvas, area, "pawn" if word == "pawn" else "disc", colour, "" if word == "pawn" else letter)


def draw_small_figure(canvas: Canvas, area: Area, word: str, colour: str) -> None:
    """Draw a figure of chess with block characters in the middle of a cell of two rows."""
    for down, row in enumerate(DRAWINGS[word]):
        for across, glyph in enumerate(row):
            if glyph != " ":
                canvas.text(area.x + (area.columns - len(row)) // 2 + across, area.y + down, glyph, colour)


def draw_dot(canvas: Canvas, area: Area, ink: str) -> None:
    """Draw a dot in the middle of a cell."""
    canvas.text(*area.middle, DOT, readable(ink, canvas.ground(*area.middle)), bold=True)


def draw_mark(canvas: Canvas, area: Area, mark: Mark) -> None:
    """Mark a cell: by its corners, or in one row by characters around it."""
    last = area.x + area.columns - 1
    ink = readable(INKS[mark], canvas.ground(area.x, area.y))
    if area.rows < TALL:
        canvas.text(area.x, area.y, mark.before, ink, bold=True)
        canvas.text(last, area.y, mark.after, ink, bold=True)
        return
    low = area.y + area.rows - 1
    places = (area.x, area.y), (last, area.y), (area.x, low), (last, low)
    for glyph, (x, y) in zip(CORNERS[mark], places, strict=True):
        canvas.text(x, y, glyph, ink, bold=True)
    if mark is CURSOR:
        canvas.text(area.x, area.middle[1], ">", ink, bold=True)
        canvas.text(last, area.middle[1], "<", ink, bold=True)


Draw = Callable[[Canvas, Area, str], None]


def draw_die(canvas: Canvas, area: Area, face: str) -> None:
    """Draw a die, with a number if there is no room for pips; `?` is a hidden one."""
    x, y = area.middle
    canvas.fill(*area, "card" if face in PIPS else "back")
    if face not in PIPS or area.columns < PIPPED or area.rows != FACE[1]:
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
