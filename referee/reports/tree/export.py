"""A tree as plain data for other programs, and in the language of Graphviz (graphviz.org/doc/info/lang.html).

Escapes in labels: graphviz.org/docs/attr-types/escString.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from referee.drawing.glyphs import UNICODE
from referee.reports.tree.node_text import NodeText, Viewer, Weight, position_word
from referee.trees.run import NodeMark
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from referee.trees.run import Run
    from referee.trees.tree import Node

SHAPES = {Role.MAX: "triangle", Role.MIN: "invtriangle", Role.CHANCE: "circle", Role.END: "box"}
DRAWN = {Weight.DASHED: " style=dashed", Weight.LIGHT: "", Weight.HEAVY: " penwidth=3"}


def as_dict(run: Run, marks: Mapping[Node, NodeMark]) -> dict[str, Any]:
    """Return the run and its tree as JSON types, with finite numbers only.

    Nodes without marks are left out, with all below them.

    method  the algorithm: "minimax", "expectiminimax", "alphabeta", "mcts", "bestfirst".
    max     the seat for which values count;  min  the other one.
    facts   sentences on the whole run.
    tree    the root, where each node has
        move       the text of the move that led there, "" at the root.
        weight     its probability if chance made it, as "1/6", otherwise null.
        role       "max", "min", "chance" or "end".
        position   the position in one line, null if it has no short name: "4", "3/4/5", "XO./.X./...".
        value      its worth to MAX, null if unknown;  said  the same as people write it.
        bound      how the value is meant: "" exactly, ">=" at least, "<=" at most.
        window     [alpha, beta], null for an infinite limit; null if the algorithm has no window.
        best       whether it is on the line of best play.
        state      "unseen", "open", "done" or "pruned";  pruned  the reason in a sentence, or null.
        notes      further texts, as "12 visits";  cut  whether it has moves that are not in the tree.
        kids       the nodes after its moves, in the order of the game.
    Each level of the tree is two levels of JSON.
    """
    seats = run.root.game.seats
    made: dict[Node, dict[str, Any]] = {}
    waiting = [run.root]
    while waiting:
        node = waiting.pop()
        made[node] = entry(node, marks.get(node, NodeMark()), run)
        if node is not run.root and node.parent:
            made[node.parent]["kids"].append(made[node])
        waiting += [kid for kid in reversed(node.kids) if kid in marks]
    seat = run.measure.seat
    tree = made[run.root]
    return {"method": run.method, "max": seats[seat], "min": seats[1 - seat], "facts": list(run.facts), "tree": tree}


def entry(node: Node, mark: NodeMark, run: Run) -> dict[str, Any]:
    """Return a node, still without kids."""
    known = mark.value is not None and isfinite(mark.value)
    return {
        "move": node.move, "weight": None if node.weight is None else str(node.weight), "role": node.role.value,
        "position": position_word(node.game.show()) or None, "value": number(mark.value),
        "said": run.measure.format_value(mark.value) if known and mark.value is not None else None,
        "bound": mark.bound, "window": None if mark.window is None else [number(limit) for limit in mark.window],
        "best": mark.best, "state": mark.state.value, "pruned": mark.why or None, "notes": list(mark.notes),
        "cut": node.cut, "kids": [],
    }  # fmt: skip


def number(value: float | None) -> float | None:
    """Return the value for JSON: null if it is infinite, a whole number without a fraction."""
    if value is None or not isfinite(value):
        return None
    return int(value) if float(value).is_integer() else float(value)


def digraph(
    run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node] = (), title: str = "Game tree"
) -> Iterator[str]:
    """Yield the lines of the graph: nodes n0, n1, ... from the root on, then the edges in the order of the moves.

    Below the picture are its title and the reasons for pruning.
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
    """Return the lines in a node."""
    position = ["".join(span.text for span in line) for line in face.label]
    value = " ".join(text for text in (face.value, face.letter) if text)
    return [row for row in (*position, value, *face.notes) if row]


def quote_lines(lines: Iterable[str]) -> str:
    """Return the lines as a quoted string that Graphviz shows literally."""
    return '"' + "\\n".join(map(escape_dot, lines)) + '"'


def escape_dot(text: str) -> str:
    """Return the text without escapes and entities."""
    seen = "".join(char if char.isprintable() else " " for char in text)
    return seen.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
