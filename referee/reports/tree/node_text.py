"""The pieces of text of each node that is drawn, shared by text, SVG and DOT."""

from __future__ import annotations

from dataclasses import field
from math import inf
from typing import TYPE_CHECKING

from games.base.notation import letters
from games.dataclass import dataclass
from referee.drawing.glyphs import UNICODE, Line, Signs
from referee.drawing.text_width import cut
from referee.reports.tree.box_drawing import TreeGlyphs, Weight, to_cells, tree_glyphs
from referee.reports.tree.position_label import board, position_lines
from referee.trees.run import NodeMark, State

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from games.picture import Grid
    from referee.trees.node import Node, Role
    from referee.trees.run import Run

MOVE = 14  # characters of the longest move on an edge
NOTE = 24  # of the longest note at a node
UNKNOWN = "?"  # the value of a node that the algorithm is at work on


@dataclass(frozen=True)
class NodeText:
    """What is drawn of a node.

    label  the position (see position_label.py);  board  the same as a picture, where it is a small board.
    value  as it is said, with its bound, empty if none is known.
    notes  what stands below, a line each: the window, the notes of the mark, how much is folded away.
    edge   what stands at the edge to it, a line each: the move, its weight;  weight  how the edge is drawn.
    hidden  how many positions are folded away;  state  how far the algorithm is.
    letter  of the footnote that tells why it was pruned, empty if none does.
    """

    role: Role
    label: tuple[Line, ...]
    value: str
    notes: tuple[str, ...]
    edge: tuple[str, ...]
    weight: Weight
    state: State
    letter: str = ""
    hidden: int = 0
    board: Grid | None = None

    @property
    def faint(self) -> bool:
        """Whether the algorithm has not come here."""
        return self.state in {State.UNSEEN, State.PRUNED}


@dataclass(frozen=True)
class TreeView:
    """The part of a tree that is drawn.

    kids   of each node that is drawn those that are, parents before their kids.
    faces  what is drawn of each;  reasons  the footnotes, by their letters.
    """

    root: Node
    kids: Mapping[Node, Sequence[Node]]
    faces: Mapping[Node, NodeText]
    reasons: Mapping[str, str] = field(default_factory=dict)


def drawn_kids(root: Node, marks: Mapping[Node, NodeMark], folded: Collection[Node] = ()) -> dict[Node, list[Node]]:
    """Of each node that is drawn the kids that are, from the top and from the left."""
    kids: dict[Node, list[Node]] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        kids[node] = [] if node in folded else [kid for kid in node.kids if kid in marks]
        waiting += reversed(kids[node])
    return kids


class Viewer:
    """Views of one tree, with different nodes folded."""

    def __init__(self, run: Run, marks: Mapping[Node, NodeMark], signs: Signs = UNICODE):
        self.run, self.marks, self.signs = run, marks, signs
        self.whole = drawn_kids(run.root, marks)
        self.labels: dict[Node, tuple[tuple[Line, ...], Grid | None]] = {}
        self.below: dict[Node, int] = {}
        for node in reversed(self.whole):
            self.below[node] = sum(1 + self.below[kid] for kid in self.whole[node])

    def view(self, folded: Collection[Node] = ()) -> TreeView:
        """The tree with these nodes folded."""
        kids = drawn_kids(self.run.root, self.marks, folded)
        reasons: dict[str, str] = {}
        faces = {node: self.face(node, node in folded, reasons) for node in kids}
        return TreeView(self.run.root, kids, faces, {letter: why for why, letter in reasons.items()})

    def face(self, node: Node, folded: bool, reasons: dict[str, str]) -> NodeText:
        """What is drawn of the node; a reason that is new gets the next letter."""
        mark, pens = self.marks.get(node, NodeMark()), tree_glyphs(self.signs)
        if node not in self.labels:
            self.labels[node] = tuple(position_lines(node.game, self.signs)), board(node.game)
        standing, picture = self.labels[node]
        letter = ""
        if mark.why and is_pruned_here(node, self.marks):
            letter = reasons.setdefault(mark.why, letters(len(reasons)))
        return NodeText(
            node.role,
            standing,
            to_cells(value_text(mark, self.run, pens), pens),
            self.notes(node, mark, folded),
            edge_lines(node, pens),
            Weight.DASHED if mark.state is State.PRUNED else Weight.HEAVY if mark.best else Weight.LIGHT,
            mark.state,
            letter,
            self.below[node] if folded else 0,
            picture,
        )

    def notes(self, node: Node, mark: NodeMark, folded: bool) -> tuple[str, ...]:
        """The lines below the node."""
        pens = tree_glyphs(self.signs)
        told = [window_text(mark, self.run, pens)] if mark.window else []
        told += [cut(to_cells(note, pens), NOTE, pens.more) for note in mark.notes if note.strip()]
        if folded and self.below[node]:
            told.append(f"{pens.more}{self.below[node]}")
        elif (node.cut or node.kids) and not self.whole[node]:
            told.append(pens.deeper)
        return tuple(told)


def is_pruned_here(node: Node, marks: Mapping[Node, NodeMark]) -> bool:
    """Whether the node was pruned and the one above it was not."""
    above = marks.get(node.parent, NodeMark()) if node.parent else NodeMark()
    return marks[node].state is State.PRUNED and above.state is not State.PRUNED


def edge_lines(node: Node, pens: TreeGlyphs) -> tuple[str, ...]:
    """The move, and its weight where chance makes it."""
    move = cut(to_cells(node.move, pens), MOVE, pens.more)
    return tuple(text for text in (move, "" if node.weight is None else str(node.weight)) if text)


def value_text(mark: NodeMark, run: Run, pens: TreeGlyphs) -> str:
    """The value as it is said: `W`, `≤2`; a question mark where the algorithm is still looking for one."""
    if mark.value is None:
        return UNKNOWN if mark.state is State.OPEN else ""
    if mark.state is State.UNSEEN:
        return ""
    return pens.bounds[mark.bound] + limit_text(mark.value, run, pens)


def window_text(mark: NodeMark, run: Run, pens: TreeGlyphs) -> str:
    """The window, alpha and beta: `[3, +∞]`."""
    return f"[{', '.join(limit_text(bound, run, pens) for bound in mark.window or ())}]"


def limit_text(value: float, run: Run, pens: TreeGlyphs) -> str:
    """A value that may be without limit, as it is said."""
    if value in {inf, -inf}:
        return ("+" if value > 0 else "-") + pens.infinity
    return run.measure.format_value(value)
