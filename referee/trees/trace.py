"""Recording the steps of an algorithm on a tree, and the sentences that the algorithms share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.number_format import format_count
from referee.trees.node import Role
from referee.trees.run import NodeMark, Run, State, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from referee.trees.leaf_values import ValueScale
    from referee.trees.node import Node

FEW = 4  # outcomes that a sentence names

NAMES = {Role.MAX: "MAX", Role.MIN: "MIN", Role.CHANCE: "Chance"}
AT = {">=": "at least ", "<=": "at most ", "": ""}
SUPERLATIVES = {Role.MAX: "largest", Role.MIN: "smallest"}


class Tracer:
    """Records the steps of a run on a tree, and the marks after them. At first no node is seen."""

    def __init__(self, root: Node, measure: ValueScale):
        self.root = root
        self.measure = measure
        self.start = {node: NodeMark() for node in root.walk()}
        self.marks = dict(self.start)
        self.steps: list[Step] = []

    def add_step(self, node: Node, said: str, changed: Mapping[Node, NodeMark], workings: tuple[str, ...] = ()) -> None:
        """Add a step at that node, with its sentence, the marks that it changes, and the arithmetic after it."""
        self.marks.update(changed)
        self.steps.append(Step(node, said, changed, workings))

    def finish(self, method: str, facts: Sequence[str]) -> Run:
        """The run that was recorded."""
        return Run(method, self.root, self.start, tuple(self.steps), self.measure, tuple(facts))

    def seen(self) -> list[Node]:
        """The nodes that were looked at."""
        return [node for node, mark in self.marks.items() if mark.state in (State.OPEN, State.DONE)]


def entry_sentence(node: Node) -> str:
    """The sentence for entering a node that has kids."""
    if node.role is Role.CHANCE:
        return f"Chance moves {node.where}: what counts is the average of {format_count(len(node.kids), 'outcome')}."
    wants = f"looks for the {SUPERLATIVES[node.role]} of {len(node.kids)} values"
    return f"{NAMES[node.role]} moves {node.where} and {wants if len(node.kids) > 1 else 'has one move only'}."


def leaf_sentence(node: Node, measure: ValueScale) -> str:
    """The sentence on what a leaf is worth."""
    value = measure.format_value(measure.of(node))
    if node.role is not Role.END:
        return f"The tree ends {node.where}: the estimate is {value}."
    return f"The game is over {node.where}: {'its static value is ' if measure.static else ''}{value}."


def least_sentence(node: Node, came: Node, said: str) -> str:
    """The sentence on a move that brings a seat no more than it has in any case."""
    return f"{came.move} brings {said}, the worst that {NAMES[node.role]} can have {node.where}."


def choice_sentence(node: Node, best: Node, said: str) -> str:
    """The sentence on what a seat takes once it has looked at all moves."""
    if len(node.kids) == 1:
        return f"{NAMES[node.role]} can only take {said}, by {best.move}."
    return f"{NAMES[node.role]} takes the {SUPERLATIVES[node.role]}: {said}, by {best.move}."


def average_sentence(node: Node, values: Sequence[float | Fraction], measure: ValueScale, whole: str) -> str:
    """The sentence on how the value of a chance node follows from its kids."""
    if len(node.kids) > FEW:
        return f"On average over {len(node.kids)} outcomes by their weights that is {whole}."
    parts = [
        f"{kid.weight} of {measure.format_value(float(value))}" for kid, value in zip(node.kids, values, strict=True)
    ]
    return f"On average that is {' and '.join(parts)}: {whole}."


def best_line(root: Node, choice: Mapping[Node, Node]) -> Iterator[Node]:
    """The nodes after the root on the line of best play, by the kid chosen at each; it ends where chance decides."""
    node = root
    while node in choice:
        node = choice[node]
        yield node
