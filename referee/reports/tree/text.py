"""A tree as lines of text with roles, as in textbooks; as an outline if the window is too narrow."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING

from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.highlights import CURSOR
from referee.drawing.number_format import format_count
from referee.drawing.text_width import cut_line, cut_start, line_width, pieces, text_width, wrap
from referee.reports.tree import layout
from referee.reports.tree.layout import extent, layers, owner, place_nodes, tops
from referee.reports.tree.node_text import (
    UNKNOWN,
    Arms,
    TreeGlyphs,
    TreeView,
    Viewer,
    Weight,
    joint_glyph,
    to_cells,
    tree_glyphs,
)
from referee.trees.run import State
from referee.trees.tree import MOST, Role, count_plies

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from referee.reports.tree.node_text import NodeText
    from referee.trees.leaf_values import ValueScale
    from referee.trees.run import NodeMark, Run
    from referee.trees.tree import Node

UP, DOWN, LEFT, RIGHT = range(4)
INK = {Weight.DASHED: "faint", Weight.LIGHT: "faint", Weight.HEAVY: "target"}  # the roles of edges


def heading(run: Run, depth: int | None) -> str:
    """Return the algorithm and the tree in a line: `minimax on the whole tree, 14 positions`.

    depth  as asked for; None: what fits.
    """
    drawn = "" if depth is None else f", drawn to {format_count(depth, 'move')}"
    if run.method == "bestfirst":
        return f"{run.method}, {format_count(run.expansions, 'expansion')}{drawn}"
    if run.method == "mcts":
        return f"{run.method}, {format_count(run.playouts, 'playout')}, c = {run.c:g}{drawn}"
    nodes = list(run.root.walk())
    if not any(node.cut for node in nodes):
        return f"{run.method} on the whole tree, {format_count(len(nodes), 'position')}"
    deep = format_count(count_plies(run.root), "ply", "plies")
    fits = f"; one more would be over {MOST:,}" if depth is None else ""
    return f"{run.method} to {deep}, {format_count(len(nodes), 'position')}{fits}"


def scale_sentence(measure: ValueScale, seats: tuple[str, str]) -> str:
    """Say how to read values: for whom they count, who is MAX, and in what."""
    name = seats[measure.seat]
    seat = "MAX" if name.casefold() == "max" else f"{name}, who is MAX"
    if measure.shares:
        return share_sentence(measure, seat)
    if measure.static:
        return f"Values are the static evaluation for {seat}."
    if measure.chance:
        return f"Values are points for {seat}, on average{'; where the tree ends, estimates' if measure.cut else ''}."
    if measure.cut:
        margin = "W by 2 in 3" if measure.stakes > 1 else "W in 3"
        return f"Values are for {seat}: {margin} is a win after 3 plies; numbers are estimates."
    if measure.stakes > 1:
        return f"Values are points won by {seat}."
    return f"Values are for {seat}: W it wins, D a draw, L it loses."


def share_sentence(measure: ValueScale, seat: str) -> str:
    """Say how to read shares won in playouts by MAX, named `seat`."""
    if not measure.points:
        return f"Values are shares of the playouts won by {seat}."
    won = seat if seat == "MAX" else f"{seat},"
    return f"Values are means of the points won by {won} from 0 for {-measure.stakes:,} to 1 for {measure.stakes:,}."


def legend_lines(
    view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs, seat: int, width: int, at: Node | None = None
) -> list[Line]:
    """Return the reasons for pruning and what the signs mean, after a blank line, at most `width` wide."""
    notes = [line for letter, why in view.reasons.items() for line in footnote(letter, why, pens, width)]
    meanings = [
        *meanings_of(view, marks, pens, seat),
        *([f"{CURSOR.before} {CURSOR.after} you are here"] if at in view.kids else []),
    ]
    return [*([[], *notes] if notes else []), [], *([Span(row, "faint")] for row in fill_rows(meanings, width))]


def footnote(letter: str, why: str, pens: TreeGlyphs, width: int) -> list[Line]:
    """Return the reason after its letter."""
    sign = f"{pens.pruned}{letter}"
    rows = wrap(to_cells(why, pens), width - len(sign) - 1)
    blank = " " * len(sign)
    return [[Span(blank if number else sign, "bad"), Span(f" {row}")] for number, row in enumerate(rows)]


def fill_rows(meanings: list[str], width: int, gap: str = "   ") -> list[str]:
    """Return as many meanings in each row as fit."""
    found: list[str] = []
    for meaning in meanings:
        if found and text_width(found[-1] + gap + meaning) <= width:
            found[-1] += gap + meaning
        else:
            found += wrap(meaning, width)
    return found


def meanings_of(view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs, seat: int) -> Iterator[str]:
    """Yield what the signs mean: who moves, the edges, and the texts at nodes."""
    faces = view.faces.values()
    seats = view.root.game.seats
    said = {
        Role.MAX: role_words("MAX", to_cells(seats[seat], pens)),
        Role.MIN: role_words("MIN", to_cells(seats[1 - seat], pens)),
        Role.CHANCE: "chance",
        Role.END: "the end",
    }
    roles = {face.role for face in faces}
    yield from (f"{pens.roles[role]} {words}" for role, words in said.items() if role in roles)
    weights = {view.faces[kid].weight for kids in view.kids.values() for kid in kids}
    if Weight.HEAVY in weights:
        yield f"{pens.edges[Weight.HEAVY][1]} best play"
    if Weight.DASHED in weights:
        yield f"{pens.edges[Weight.DASHED][1]}{pens.pruned if view.reasons else ''} pruned"
    yield from (words for words, occurs in at_nodes(view, marks, pens) if occurs)


def role_words(role: str, seat: str) -> str:
    """Return the role and the name of its seat, unless that is the same."""
    return role if seat.casefold() == role.casefold() else f"{role}, {seat}"


def at_nodes(view: TreeView, marks: Mapping[Node, NodeMark], pens: TreeGlyphs) -> Iterator[tuple[str, bool]]:
    """Yield the meanings of texts at nodes, and whether they occur."""
    drawn = [marks[node] for node in view.kids if node in marks]
    valued = {mark.bound for mark in drawn if mark.value is not None and mark.state is not State.UNSEEN}
    yield f"{pens.bounds['<=']} at most", "<=" in valued
    yield f"{pens.bounds['>=']} at least", ">=" in valued
    yield "[ , ] alpha and beta", any(mark.window for mark in drawn)
    yield f"{pens.more}n folded, n positions", any(face.hidden for face in view.faces.values())
    yield f"{pens.deeper} goes on", any(pens.deeper in face.notes for face in view.faces.values())
    yield f"{UNKNOWN} at work", any(face.value == UNKNOWN for face in view.faces.values())


def outline(view: TreeView, pens: TreeGlyphs, seat: int, width: int, at: Node | None = None) -> list[Line]:
    """Return a line for each node, at most `width` wide; long lines lose their end, deep ones their beginning."""
    trunks = {view.root: ""}  # the text before the kids of each node
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
    """Return the line of one node: its twig, move, sign, position, value and notes."""
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


def tree_lines(
    run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node], signs: Signs, width: int, at: Node | None = None
) -> list[Line]:
    """Return the tree, the reasons for pruning, and what the signs mean, at most `width` wide.

    Nodes without marks are left out, and so is what is folded. If the drawing is too wide, it is an outline with a line
    for each node.

    at  the node with the cursor: the line that has a span of that role.
    """
    view, pens, seat = Viewer(run, marks, signs).view(folded), tree_glyphs(signs), run.measure.seat
    drawn = drawing(view, signs, seat, at, width) or outline(view, pens, seat, width, at)
    return [*drawn, *legend_lines(view, marks, pens, seat, width, at)]


def drawing(view: TreeView, signs: Signs, seat: int, at: Node | None = None, width: float = inf) -> list[Line]:
    """Return the tree alone; no lines if it is wider than `width`."""
    pens = tree_glyphs(signs)
    boxes = {node: layout.box(face, pens) for node, face in view.faces.items()}
    axes = place_nodes(view.kids, boxes)
    if extent(axes, boxes) > width:
        return []
    return TreeDrawing(view, pens, seat, axes, tops(layers(view.root, view.kids), boxes, {})).lines(at)


class TreeDrawing:
    """A tree drawn on lines and columns, character by character."""

    def __init__(self, view: TreeView, pens: TreeGlyphs, seat: int, axes: Mapping[Node, int], layer_tops: list[int]):
        self.view, self.pens, self.seat, self.axes = view, pens, seat, axes
        depths = layers(view.root, view.kids)
        self.top = {node: layer_tops[depth] for node, depth in depths.items()}
        rise = dict.fromkeys(layer_tops, 1)
        for node, face in view.faces.items():
            rise[self.top[node]] = max(rise[self.top[node]], len(face.edge))
        self.turns = {node: top - rise[top] - 1 for node, top in self.top.items()}  # the lines on which edges go across
        self.cells: dict[tuple[int, int], Span] = {}  # by line and column
        self.arms: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def lines(self, at: Node | None) -> list[Line]:
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
        """Draw the node; return its number of lines."""
        drawn = layout.lines(self.view.faces[node], self.pens, self.seat)
        for number, line in enumerate(drawn):
            column = self.axes[node] + layout.start(line_width(line))
            if here and number == 0:
                line, column = layout.pointed(line), column - 1  # noqa: PLW2901
            self.put(self.top[node] + number, column, line)
        return len(drawn)

    def put_edge(self, node: Node, kid: Node, line: int) -> None:
        """Draw the edge from line `line` down to the kid, with its texts on the right."""
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
        """Draw lines to these sides of a cell; the heaviest stays."""
        arms = self.arms[line, column]
        for side in sides:
            arms[side] = max(arms[side], weight)

    def put(self, line: int, column: int, spans: Line) -> None:
        for span in spans:
            for piece in pieces(span.text):
                self.cells[line, column] = Span(piece, span.role)
                column += text_width(piece)


def ink(face: NodeText) -> str:
    """Return the role of the text at an edge."""
    return "target" if face.weight is Weight.HEAVY else "faint" if face.faint else ""


def rows(drawn: Mapping[tuple[int, int], Span]) -> list[Line]:
    """Return the characters by line and column as lines; neighbours of one role are one span."""
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
