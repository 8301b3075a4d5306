"""A tree as an outline: a line for each node, its kids below it and further right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.glyphs import Line, Span
from referee.drawing.highlights import CURSOR
from referee.drawing.text_width import cut_line, cut_start
from referee.reports.tree.box_drawing import Weight
from referee.reports.tree.cells import owner

if TYPE_CHECKING:
    from referee.reports.tree.box_drawing import TreeGlyphs
    from referee.reports.tree.node_text import NodeText, TreeView
    from referee.trees.node import Node


def outline(view: TreeView, pens: TreeGlyphs, seat: int, width: int, at: Node | None = None) -> list[Line]:
    """The lines, none longer than the width; a line's own end gives way, and where it is deep its beginning."""
    trunks = {view.root: ""}  # what stands before the kids of each node
    found = [row("", view.faces[view.root], pens, seat, width, at is view.root)]
    waiting = [(view.root, kid) for kid in reversed(view.kids[view.root])]
    while waiting:
        above, node = waiting.pop()
        face, last = view.faces[node], node is view.kids[above][-1]
        twig = f"{trunks[above]}{pens.twigs[face.weight][last]} "
        trunks[node] = trunks[above] + (" " if last else pens.trunk) + "  "
        found.append(row(twig, face, pens, seat, width, node is at))
        waiting += [(node, kid) for kid in reversed(view.kids[node])]
    return found


def row(twig: str, face: NodeText, pens: TreeGlyphs, seat: int, width: int, here: bool) -> Line:
    """One node: what leads to it, its move, its sign, position, value and notes."""
    twig = cut_start(twig, width // 2, pens.more)
    rows = ["".join(span.text for span in line).strip() for line in face.label]
    position = rows[0] if len(rows) == 1 else "/".join("".join(row.split()) for row in rows)
    before, after = (CURSOR.before, CURSOR.after) if here else ("", "")
    role = "faint" if face.faint else ""
    spans = [
        Span(twig, "target" if face.weight is Weight.HEAVY else "faint"),
        Span(" ".join([*face.edge, ""]), "target" if face.weight is Weight.HEAVY else role),
        Span(f"{before}{pens.roles[face.role]}", "cursor" if here else owner(face, seat)),
        Span(f" {position}" if position else "", "cursor" if here else role),
        Span(f" {face.value}" if face.value else "", "cursor" if here else role or "strong"),
        Span(after, "cursor"),
        Span(f" {pens.pruned}{face.letter}" if face.letter else "", "bad"),
        Span("".join(f" {note}" for note in face.notes), "faint"),
    ]
    return cut_line([span for span in spans if span.text], width, pens.more)
