"""A tree as lines of text with roles, as textbooks draw it; as an outline where the window is too narrow for that."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING

from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import line_width, pieces, text_width
from referee.reports.tree import cells
from referee.reports.tree.box_drawing import Arms, TreeGlyphs, Weight, joint_glyph, tree_glyphs
from referee.reports.tree.layout import extent, layers, place_nodes, tops
from referee.reports.tree.legend import legend_lines
from referee.reports.tree.node_text import TreeView, Viewer
from referee.reports.tree.outline import outline

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from referee.reports.tree.node_text import NodeText
    from referee.trees.node import Node
    from referee.trees.run import NodeMark, Run

UP, DOWN, LEFT, RIGHT = range(4)
INK = {Weight.DASHED: "faint", Weight.LIGHT: "faint", Weight.HEAVY: "target"}  # the roles of edges


def tree_lines(
    run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node], signs: Signs, width: int, at: Node | None = None
) -> list[Line]:
    """The tree, the reasons why nodes were pruned, and what the signs mean; no line is longer than the width.

    A node that has no mark is not drawn, nor is what lies below one that is folded. Where the drawing would be too wide
    it is an outline, a line for each node.
    at  the node with the cursor on it: the line that has a span of that role.
    """
    view, pens, seat = Viewer(run, marks, signs).view(folded), tree_glyphs(signs), run.measure.seat
    drawn = drawing(view, signs, seat, at, width) or outline(view, pens, seat, width, at)
    return [*drawn, *legend_lines(view, marks, pens, seat, width, at)]


def drawing(view: TreeView, signs: Signs, seat: int, at: Node | None = None, width: float = inf) -> list[Line]:
    """The tree alone; no lines where it would be wider than that."""
    pens = tree_glyphs(signs)
    boxes = {node: cells.box(face, pens) for node, face in view.faces.items()}
    axes = place_nodes(view.kids, boxes)
    if extent(axes, boxes) > width:
        return []
    return TreeDrawing(view, pens, seat, axes, tops(layers(view.root, view.kids), boxes, {})).lines(at)


class TreeDrawing:
    """A tree put on lines and columns, character by character."""

    def __init__(self, view: TreeView, pens: TreeGlyphs, seat: int, axes: Mapping[Node, int], layer_tops: list[int]):
        self.view, self.pens, self.seat, self.axes = view, pens, seat, axes
        depths = layers(view.root, view.kids)
        self.top = {node: layer_tops[depth] for node, depth in depths.items()}
        rise = dict.fromkeys(layer_tops, 1)
        for node, face in view.faces.items():
            rise[self.top[node]] = max(rise[self.top[node]], len(face.edge))
        self.turns = {node: top - rise[top] - 1 for node, top in self.top.items()}  # the lines where edges go across
        self.cells: dict[tuple[int, int], Span] = {}  # by line and column
        self.arms: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def lines(self, at: Node | None) -> list[Line]:
        """All of it."""
        for node, kids in self.view.kids.items():
            height = self.put_node(node, node is at)
            for kid in kids:
                self.put_edge(node, kid, self.top[node] + height)
        for (line, column), arms in self.arms.items():
            weight = Weight(max(arms))
            directions: Arms = arms[UP], arms[DOWN], arms[LEFT], arms[RIGHT]
            self.cells[line, column] = Span(joint_glyph(directions, self.pens), INK[weight])
        return rows(self.cells)

    def put_node(self, node: Node, here: bool) -> int:
        """Draw the node; how many lines it takes."""
        drawn = cells.lines(self.view.faces[node], self.pens, self.seat)
        for number, line in enumerate(drawn):
            column = self.axes[node] + cells.start(line_width(line))
            if here and number == 0:
                line, column = cells.pointed(line), column - 1  # noqa: PLW2901
            self.put(self.top[node] + number, column, line)
        return len(drawn)

    def put_edge(self, node: Node, kid: Node, line: int) -> None:
        """Draw the edge from below the node down to its kid, and what stands at it, on its right."""
        face, here, there = self.view.faces[kid], self.axes[node], self.axes[kid]
        end = self.top[kid]
        turn = self.turns[kid]
        for number in range(line, turn):
            self.stroke(number, here, (UP, DOWN), face.weight)
        self.stroke(turn, here, (UP,), face.weight)
        step, out, back = (1, RIGHT, LEFT) if there > here else (-1, LEFT, RIGHT)
        for column in range(here, there, step):
            self.stroke(turn, column, (out,), face.weight)
            self.stroke(turn, column + step, (back,), face.weight)
        self.stroke(turn, there, (DOWN,), face.weight)
        for number in range(turn + 1, end):
            self.stroke(number, there, (UP, DOWN), face.weight)
        for number, text in enumerate(face.edge):
            self.put(turn + 1 + number, there + 1, [Span(text, ink(face))])

    def stroke(self, line: int, column: int, sides: tuple[int, ...], weight: Weight) -> None:
        """Draw on these sides of a cell; the heavier stroke stays."""
        arms = self.arms[line, column]
        for side in sides:
            arms[side] = max(arms[side], weight)

    def put(self, line: int, column: int, spans: Line) -> None:
        """Write from that place on."""
        for span in spans:
            for piece in pieces(span.text):
                self.cells[line, column] = Span(piece, span.role)
                column += text_width(piece)


def ink(face: NodeText) -> str:
    """The role of what stands at an edge."""
    return "target" if face.weight is Weight.HEAVY else "faint" if face.faint else ""


def rows(drawn: Mapping[tuple[int, int], Span]) -> list[Line]:
    """The characters by line and column as lines, from line 0 on; what looks alike is one span."""
    found: list[Line] = [[] for _ in range(max(line for line, _ in drawn) + 1)]
    ends = [0] * len(found)
    for (line, column), char in sorted(drawn.items(), key=lambda item: item[0]):
        spans = found[line]
        if column > ends[line]:
            spans.append(Span(" " * (column - ends[line])))
        if spans and column == ends[line] and spans[-1].role == char.role:
            spans[-1] = Span(spans[-1].text + char.text, char.role)
        else:
            spans.append(char)
        ends[line] = column + text_width(char.text)
    return found
