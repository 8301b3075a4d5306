"""What is known of a node, in words: for people who listen, and beside the tree where a cursor walks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.number_format import format_count
from referee.reports.tree.position_label import position_lines
from referee.trees.node import Role
from referee.trees.run import NodeMark, State

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from referee.trees.node import Node
    from referee.trees.run import Run

BOUNDS = {"": "", ">=": "at least ", "<=": "at most "}


def node_phrases(run: Run, marks: Mapping[Node, NodeMark], node: Node) -> Iterator[str]:
    """Short phrases, each without a full stop except reasons: who moves, the value, the window, notes, why pruned."""
    mark = marks.get(node, NodeMark())
    yield turn_phrase(run, node)
    if node.weight is not None:
        yield f"by chance {node.weight}"
    yield from value_phrases(run, mark)
    if mark.window is not None:
        alpha, beta = map(run.measure.format_value, mark.window)
        yield f"window [{alpha}, {beta}]"
    yield from mark.notes
    if mark.best:
        yield "on the line of best play"
    if mark.why:
        yield mark.why


def turn_phrase(run: Run, node: Node) -> str:
    """Whose turn it is."""
    seat = run.measure.seat if node.role is Role.MAX else 1 - run.measure.seat
    said = {Role.END: "the game is over", Role.CHANCE: "chance moves"}
    return said.get(node.role) or f"{run.root.game.seats[seat]} moves, {node.role.name}"


def value_phrases(run: Run, mark: NodeMark) -> Iterator[str]:
    """What the position is worth to MAX, as far as that is known."""
    if mark.state is State.PRUNED:
        return
    if mark.state is State.UNSEEN:
        yield "not looked at yet"
    elif mark.value is not None:
        yield f"value {BOUNDS[mark.bound]}{run.measure.format_value(mark.value)}"
    else:
        yield "its value is not known yet"


def tree_sentences(run: Run, marks: Mapping[Node, NodeMark], folded: Collection[Node]) -> Iterator[str]:
    """The tree in sentences, one for each node that is not folded away: its path, the position, what is known of it."""
    waiting = [run.root]
    while waiting:
        node = waiting.pop()
        kids = [kid for kid in node.kids if kid in marks]
        said = [*position_phrase(node), *node_phrases(run, marks, node), *hidden_phrases(node, marks, folded)]
        yield f"{' '.join(node.path) or 'The root'}: {', '.join(said)}."
        waiting += [] if node in folded else reversed(kids)


def position_phrase(node: Node) -> Iterator[str]:
    """The position, where it is a word: the pile, the heaps. What is drawn as a board no sentence tells."""
    match position_lines(node.game):
        case [line] if word := "".join(span.text for span in line).strip():
            yield f"position {word}"


def hidden_phrases(node: Node, marks: Mapping[Node, NodeMark], folded: Collection[Node]) -> Iterator[str]:
    """How much below the node is not shown."""
    if node in folded:
        count = sum(1 for each in walk_marked(node, marks)) - 1
        yield f"{format_count(count, 'position')} folded"
    elif (node.cut or node.kids) and not any(kid in marks for kid in node.kids):
        yield "the tree is cut here"


def walk_marked(node: Node, marks: Mapping[Node, NodeMark]) -> Iterator[Node]:
    """The node and all below it that have marks."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += [kid for kid in each.kids if kid in marks]
