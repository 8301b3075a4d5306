"""A run of an algorithm on a tree: its steps, the marks after each, and the sentences shared by algorithms."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.number_format import format_count
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from referee.trees.leaf_values import ValueScale
    from referee.trees.tree import Node

FEW = 4  # outcomes that a sentence names
NAMES = {Role.MAX: "MAX", Role.MIN: "MIN", Role.CHANCE: "Chance"}
AT = {">=": "at least ", "<=": "at most ", "": ""}
SUPERLATIVES = {Role.MAX: "largest", Role.MIN: "smallest"}


class State(Enum):
    """How far the algorithm is with a node."""

    UNSEEN = "unseen"
    OPEN = "open"  # it works on the node, or below it
    DONE = "done"
    PRUNED = "pruned"


@dataclass(frozen=True)
class NodeMark:
    """What an algorithm knows of a node at some moment.

    value   what the position is worth to MAX, on the scale of the Run; None if nothing is known yet.
    bound   how the value is meant: "" exactly, ">=" at least, "<=" at most.
    window  (alpha, beta), of alpha-beta only.
    best    whether the node is on the line of best play.
    notes   other short texts to draw: "12 visits", "mean 0.53", "UCB 0.53+0.41".
    why     the reason why a node was pruned, which names the ancestor that has the bound.
    """

    state: State = State.UNSEEN
    value: float | None = None
    bound: str = ""
    window: tuple[float, float] | None = None
    best: bool = False
    notes: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Step:
    """One step: its node, its sentence, the marks that it changes, and the lines of arithmetic behind the sentence."""

    node: Node
    sentence: str
    changed: Mapping[Node, NodeMark]
    workings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """All steps of an algorithm on a tree.

    method   its name: "minimax", "alphabeta", "expectiminimax", "mcts", "bestfirst".
    start    the marks before the first step; a node without a mark is not drawn.
    measure  the scale of the values.
    facts    sentences about the whole run: the nodes looked at, compared with plain minimax and the best case.
    playouts, c  of mcts: their number, and the exploration constant;  expansions  of bestfirst.
    """

    method: str
    root: Node
    start: Mapping[Node, NodeMark]
    steps: tuple[Step, ...]
    measure: ValueScale
    facts: tuple[str, ...] = ()
    playouts: int = 0
    c: float = 0.0
    expansions: int = 0

    def marks(self, count: int | None = None) -> dict[Node, NodeMark]:
        """Return the marks after `count` steps, None: after all."""
        found = dict(self.start)
        for step in self.steps[:count]:
            found |= step.changed
        return found


class Tracer:
    """Records the steps of a run on a tree, and the marks after them. At first no node is seen."""

    def __init__(self, root: Node, measure: ValueScale):
        self.root = root
        self.measure = measure
        self.start = {node: NodeMark() for node in root.walk()}
        self.marks = dict(self.start)
        self.steps: list[Step] = []

    def add_step(self, node: Node, said: str, changed: Mapping[Node, NodeMark], workings: tuple[str, ...] = ()) -> None:
        self.marks.update(changed)
        self.steps.append(Step(node, said, changed, workings))

    def finish(self, method: str, facts: Sequence[str]) -> Run:
        return Run(method, self.root, self.start, tuple(self.steps), self.measure, tuple(facts))

    def seen(self) -> list[Node]:
        """Return the nodes that were looked at."""
        return [node for node, mark in self.marks.items() if mark.state in (State.OPEN, State.DONE)]


def entry_sentence(node: Node) -> str:
    """Describe entering a node that has kids."""
    if node.role is Role.CHANCE:
        return f"Chance moves {node.where}: what counts is the average of {format_count(len(node.kids), 'outcome')}."
    wants = f"looks for the {SUPERLATIVES[node.role]} of {len(node.kids)} values"
    return f"{NAMES[node.role]} moves {node.where} and {wants if len(node.kids) > 1 else 'has one move only'}."


def leaf_sentence(node: Node, measure: ValueScale) -> str:
    """Say what a leaf is worth."""
    value = measure.format_value(measure.of(node))
    if node.role is not Role.END:
        return f"The tree ends {node.where}: the estimate is {value}."
    return f"The game is over {node.where}: {'its static value is ' if measure.static else ''}{value}."


def least_sentence(node: Node, came: Node, said: str) -> str:
    """Describe a move that brings a seat no more than it has in any case."""
    return f"{came.move} brings {said}, the worst that {NAMES[node.role]} can have {node.where}."


def choice_sentence(node: Node, best: Node, said: str) -> str:
    """Say what a seat takes once all moves were searched."""
    if len(node.kids) == 1:
        return f"{NAMES[node.role]} can only take {said}, by {best.move}."
    return f"{NAMES[node.role]} takes the {SUPERLATIVES[node.role]}: {said}, by {best.move}."


def average_sentence(node: Node, values: Sequence[float | Fraction], measure: ValueScale, whole: str) -> str:
    """Say how the value of a chance node follows from its kids."""
    if len(node.kids) > FEW:
        return f"On average over {len(node.kids)} outcomes by their weights that is {whole}."
    parts = [
        f"{kid.weight} of {measure.format_value(float(value))}" for kid, value in zip(node.kids, values, strict=True)
    ]
    return f"On average that is {' and '.join(parts)}: {whole}."


def best_line(root: Node, choice: Mapping[Node, Node]) -> Iterator[Node]:
    """Yield the nodes after `root` on the line of best play, which ends where chance decides."""
    node = root
    while node in choice:
        node = choice[node]
        yield node
