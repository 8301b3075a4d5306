"""Pieces, marks, cards and dice in a rectangle of a painted board."""

from typing import NamedTuple

from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, WON, Mark
from referee.drawing.looks import INKS
from referee.drawing.paint.canvas import Canvas, Shape, box, cross, disc, figure, pawn, round_in

BRIGHT = {"light", "stone", "stone2", "stone3", "card", "white", "yellow", "shine", "hint", "cursor"}
MIDDLING = {"board", "wood", "point"}  # grounds on which white is read, but no other bright ink
DOT = "•"
ROUND = {"disc", "stone", "man", "king", "checker"}  # words for pieces that are discs
CORNERS = {LAST: "┏┓┗┛", FROM: "╭╮╰╯", CURSOR: "┌┐└┘", TARGET: "╭╮╰╯", WON: "┌┐└┘"}
TALL = 2  # rows from which a cell has corners
DETAILED = 3  # and a figure of chess is seen for what it is


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


def draw_figure(canvas: Canvas, area: Area, word: str, colour: str, sign: str, letter: str) -> None:
    """Draw a figure of chess with its letter, or its sign in a cell of one row."""
    if area.rows < TALL:
        canvas.text(area.x + (area.columns - 1) // 2, area.y, sign, colour, bold=True)
    elif area.rows < DETAILED:
        draw_piece(canvas, area, "pawn" if word == "pawn" else "disc", colour, "" if word == "pawn" else letter)
    else:
        canvas.stamp(*area, figure(word, 2 * area.rows), colour)
        if word != "pawn":
            canvas.text(*area.middle, letter, on(colour), bold=True)


def draw_dot(canvas: Canvas, area: Area, ink: str) -> None:
    """Draw a dot in the middle of a cell."""
    canvas.text(*area.middle, DOT, readable(ink, canvas.ground(*area.middle)), bold=True)


def draw_mark(canvas: Canvas, area: Area, mark: Mark) -> None:
    """Mark a cell: by its corners, or by what stands around it where it has one row."""
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
