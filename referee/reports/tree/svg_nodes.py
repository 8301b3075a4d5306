"""A node as a piece of SVG: its shape, its position, what is written at it; and the room that it takes in pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.picture import Form, Grid
from referee.drawing.glyphs import OWNER, UNICODE
from referee.drawing.grid import bare_cell
from referee.drawing.markup import Markup, element
from referee.drawing.text_width import size, text_width
from referee.reports.tree.cells import Box, owner
from referee.trees.node import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.picture import Cell
    from referee.reports.tree.node_text import NodeText

CHAR, LINE = 8, 16  # of a character
WIDE, TALL = 36, 32  # of a shape
INSIDE = 2  # characters that have room in it
BASELINE = {Role.MAX: 27, Role.MIN: 15, Role.CHANCE: 21, Role.END: 21}  # of what stands there, from its top
CELL = 16  # of a small board
GAP = 4  # between shape, position and notes
APART = 8  # left free on either side of a node
ALONG = 0.7  # where on an edge its move stands, of the way to the kid, or further


def box(face: NodeText) -> Box:
    """The room of the node. What stands at its edge has so much that it is free of its neighbours on slanted edges."""
    half = max(WIDE, below(face)[0]) / 2
    right = WIDE / 2 + (GAP + CHAR * text_width(beside(face)) if beside(face) else 0)
    move = (max(map(text_width, face.edge), default=0) * CHAR / 2 + GAP) / ALONG
    bands = (-move, move), (-half - APART, max(half, right) + APART)
    return Box(tuple((int(low) - 1, int(high) + 1) for low, high in bands), LINE * len(face.edge), below(face)[1])


def below(face: NodeText) -> tuple[int, int]:
    """How wide the node is without its value, and how high."""
    wide, high = position(face)
    notes = len(face.notes) * LINE + GAP if face.notes else 0
    wide = max([wide, *(text_width(note) * CHAR for note in face.notes)])
    return wide, TALL + (high + GAP if high else 0) + notes


def position(face: NodeText) -> tuple[int, int]:
    """How wide and how high what stands below the shape is, without the notes."""
    if face.board:
        return extent(face.board)
    if not face.label or inside(face):
        return 0, 0
    return size(face.label)[0] * CHAR, len(face.label) * LINE


def extent(board: Grid) -> tuple[int, int]:
    """The width and height of a board."""
    rows, columns = len(board.rows), len(board.rows[0])
    slant = CELL // 2 * (rows - 1) if board.form is Form.SLANTED else 0
    return columns * CELL + slant, rows * CELL


def inside(face: NodeText) -> str:
    """What stands in the shape, empty if it has no room."""
    word = "".join(span.text for line in face.label for span in line)
    return word if len(face.label) == 1 and text_width(word) <= INSIDE else ""


def beside(face: NodeText) -> str:
    """What stands to the right of the shape."""
    return " ".join(text for text in (face.value, face.letter) if text)


def text_element(text: str, x: float, y: float, kind: str = "", anchor: str = "middle") -> Markup:
    """A text whose width does not depend on what fonts there are."""
    return fixed(text, text_width(text) * CHAR, class_=kind or None, x=f"{x:g}", y=f"{y:g}", text_anchor=anchor)


def fixed(text: str, length: int, **attributes: object) -> Markup:
    """A text that takes so many pixels."""
    return element("text", text, **attributes, textLength=length, lengthAdjust="spacingAndGlyphs")


def node_elements(face: NodeText, x: int, y: int, seat: int) -> Iterator[Markup]:
    """The elements of a node whose axis is x and whose top is y."""
    yield shape_element(face, x, y, owner(face, seat) or "plain")
    look = "faint" if face.faint else ""
    if inside(face):
        yield text_element(inside(face), x, y + BASELINE[face.role], look)
    if beside(face):
        left = x + WIDE / 2 + GAP
        yield text_element(beside(face), left, y + 21, look or "strong", "start")
    down = y + TALL + GAP
    high = position(face)[1]
    if face.board:
        yield from board(face.board, x - extent(face.board)[0] / 2, down)
    elif high:
        yield from texts(["".join(span.text for span in line) for line in face.label], x, down, look)
    yield from texts(face.notes, x, down + (high + GAP if high else 0), "faint")


def texts(rows: list[str] | tuple[str, ...], x: int, y: float, kind: str) -> Iterator[Markup]:
    """Lines below each other, each in the middle."""
    return (text_element(row, x, y + LINE * number + 12, kind) for number, row in enumerate(rows))


def shape_element(face: NodeText, x: int, y: int, kind: str) -> Markup:
    """The shape that tells whose turn it is; its top and its foot lie on the axis."""
    left, right, foot = x - WIDE // 2, x + WIDE // 2, y + TALL
    look = f"shape {kind}"
    match face.role:
        case Role.MAX:
            return element("polygon", class_=look, points=f"{x},{y} {right},{foot} {left},{foot}")
        case Role.MIN:
            return element("polygon", class_=look, points=f"{left},{y} {right},{y} {x},{foot}")
        case Role.CHANCE:
            return element("circle", class_=look, cx=x, cy=y + TALL // 2, r=TALL // 2)
        case Role.END:
            return element("rect", class_=look, x=x - TALL // 2, y=y, width=TALL, height=TALL)


# Boards.


def board(picture: Grid, left: float, top: float) -> Iterator[Markup]:
    """The elements of a board, its cells or its dots first."""
    lined = picture.form is Form.LATTICE
    for row, cells in enumerate(picture.rows):
        slant = CELL // 2 * row if picture.form is Form.SLANTED else 0
        for column, cell in enumerate(cells):
            x, y = left + slant + column * CELL, top + row * CELL
            yield from stroke(cell, row, column, x, y) if lined else square(cell, x, y)


def square(cell: Cell, x: float, y: float) -> Iterator[Markup]:
    """A cell and what stands on it; none where nothing can ever stand."""
    if cell.mark and not cell.mark.strip():
        return
    yield element("rect", class_="cell", x=f"{x:g}", y=f"{y:g}", width=CELL, height=CELL)
    if cell.mark:
        yield piece(cell, x, y)


def piece(cell: Cell, x: float, y: float) -> Markup:
    """The mark on a cell, no wider than that."""
    mark = bare_cell(cell, UNICODE)
    kind = "piece" if cell.seat is None else f"piece {OWNER[cell.seat]}"
    length = min(text_width(mark) * CHAR, CELL - 2)
    return fixed(mark, length, class_=kind, x=f"{x + CELL / 2:g}", y=f"{y + 12:g}", text_anchor="middle")


def stroke(cell: Cell, row: int, column: int, x: float, y: float) -> Iterator[Markup]:
    """A dot of a lattice, a line between two of them, or what stands in a box."""
    middle_x, middle_y = x + CELL / 2, y + CELL / 2
    if row % 2 == column % 2 == 0:
        yield element("circle", class_="dot", cx=f"{middle_x:g}", cy=f"{middle_y:g}", r=2)
    elif row % 2 and column % 2:
        if cell.mark.strip():
            yield piece(cell, x, y)
    elif cell.mark:
        across, down = (CELL, 0) if column % 2 else (0, CELL)
        yield side("side", middle_x - across, middle_y - down, middle_x + across, middle_y + down, "g")


def side(kind: str, x1: float, y1: float, x2: float, y2: float, form: str = ".1f") -> Markup:
    """A straight line."""
    return element("line", class_=kind, x1=f"{x1:{form}}", y1=f"{y1:{form}}", x2=f"{x2:{form}}", y2=f"{y2:{form}}")
