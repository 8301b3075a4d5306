"""A node in cells of text: its lines, and the room that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.glyphs import OWNER, Line, Span
from referee.drawing.highlights import CURSOR
from referee.drawing.text_width import size, text_width
from referee.trees.node import Role

if TYPE_CHECKING:
    from referee.reports.tree.box_drawing import TreeGlyphs
    from referee.reports.tree.node_text import NodeText

APART = 1  # columns left free on either side of a node


@dataclass(frozen=True)
class Box:
    """The room of a node, in whatever a drawing is measured.

    bands   how far it reaches to the left of its axis (0 or less) and to the right: first what stands at its edge, then
            the node itself. What stands in one band of a layer does not overlap.
    rise    the height of what stands at its edge;  height  its own.
    """

    bands: tuple[tuple[int, int], ...]
    rise: int
    height: int


def box(face: NodeText, pens: TreeGlyphs) -> Box:
    """The room that the node takes in lines and columns."""
    columns, rows = size(lines(face, pens, 0))
    left = start(columns)
    return Box(
        bands=((0, max(map(text_width, face.edge), default=0) + 2), (left - APART, left + columns + APART)),
        rise=max(1, len(face.edge)),
        height=rows,
    )


def start(columns: int) -> int:
    """Where a line of so many columns begins, counted from the axis that it is centred on."""
    return -((columns - 1) // 2)


def lines(face: NodeText, pens: TreeGlyphs, seat: int) -> list[Line]:
    """The lines at the node: sign, position and value in one where the position is a word, else below each other.

    seat  who is MAX, whose nodes have the role of that seat.
    """
    head = [Span(pens.roles[face.role], owner(face, seat))]
    word = len(face.label) == 1
    if word:
        head += [Span(" "), *muted(face.label[0], face)]
    if face.value:
        head += [Span("  " if word else " "), Span(face.value, "faint" if face.faint else "strong")]
    if face.letter:
        head += [Span(" "), Span(f"{pens.pruned}{face.letter}", "bad")]
    board = [] if word else [muted(line, face) for line in face.label]
    return [head, *board, *([Span(note, "faint")] for note in face.notes)]


def owner(face: NodeText, seat: int) -> str:
    """The role of its sign: that of the seat that moves."""
    if face.faint or face.role not in {Role.MAX, Role.MIN}:
        return "faint" if face.faint else ""
    return OWNER[seat if face.role is Role.MAX else 1 - seat]


def muted(line: Line, face: NodeText) -> Line:
    """The line as it is, or faint where the algorithm has not come."""
    return [Span(span.text, "faint") for span in line] if face.faint else line


def pointed(line: Line) -> Line:
    """The line with the cursor around it, a column longer at both ends."""
    whole = "".join(span.text for span in line)
    return [Span(f"{CURSOR.before}{whole}{CURSOR.after}", CURSOR.role)]
