"""A tree in the language of Graphviz (graphviz.org/doc/info/lang.html).

What a label may hold: graphviz.org/docs/attr-types/escString.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.glyphs import UNICODE
from referee.reports.tree.box_drawing import Weight
from referee.reports.tree.node_text import NodeText, Viewer
from referee.trees.node import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from referee.trees.node import Node
    from referee.trees.run import NodeMark, Run

SHAPES = {Role.MAX: "triangle", Role.MIN: "invtriangle", Role.CHANCE: "circle", Role.END: "box"}
DRAWN = {
    Weight.DASHED: " style=dashed",
    Weight.LIGHT: "",
    Weight.HEAVY: " penwidth=3",
}


def digraph(
    run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node] = (), title: str = "Game tree"
) -> Iterator[str]:
    """The lines of the graph: nodes n0, n1, ... from the root on, then the edges, kids in the order of their moves.

    Below the picture stand its title and the reasons why nodes were pruned.
    """
    view = Viewer(run, marks, UNICODE).view(folded)
    names = {node: f"n{number}" for number, node in enumerate(view.kids)}
    footnotes = [f"{letter} {why}" for letter, why in view.reasons.items()]
    yield "digraph {"
    yield f"  graph [ordering=out label={quote_lines([title, *footnotes])}]"
    yield '  node [fontname="monospace" margin=0.03]'
    yield '  edge [fontname="monospace" arrowhead=none]'
    for node, face in view.faces.items():
        style = " style=dashed" if face.faint else ""
        yield f"  {names[node]} [shape={SHAPES[face.role]} label={quote_lines(rows(face))}{style}]"
    for node, kids in view.kids.items():
        for kid in kids:
            face = view.faces[kid]
            yield f"  {names[node]} -> {names[kid]} [label={quote_lines(face.edge)}{DRAWN[face.weight]}]"
    yield "}"


def rows(face: NodeText) -> list[str]:
    """What stands in the node."""
    position = ["".join(span.text for span in line) for line in face.label]
    value = " ".join(text for text in (face.value, face.letter) if text)
    return [row for row in (*position, value, *face.notes) if row]


def quote_lines(lines: Iterable[str]) -> str:
    """The lines as a quoted string that Graphviz shows as they are."""
    return '"' + "\\n".join(map(escape_dot, lines)) + '"'


def escape_dot(text: str) -> str:
    """The text without meaning: a backslash begins an escape and an ampersand an entity."""
    seen = "".join(char if char.isprintable() else " " for char in text)
    return seen.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
