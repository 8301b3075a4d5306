"""Minimax on a tree, step by step; expectiminimax where there is chance.

S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, figure 6.3 and section 6.5; for chance
D. Michie, "Game-playing and game-learning automata", 1966. Averages are exact: weights and sums are fractions.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.trees.run import (
    AT,
    NAMES,
    NodeMark,
    Run,
    State,
    Tracer,
    average_sentence,
    best_line,
    choice_sentence,
    entry_sentence,
    leaf_sentence,
    least_sentence,
)
from referee.trees.tree import Role, refuse_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.trees.leaf_values import ValueScale
    from referee.trees.tree import Node

Value = float | Fraction  # a Fraction above nodes of chance


def run(root: Node, measure: ValueScale) -> Run:
    """Run minimax, or expectiminimax if there is chance, on the whole tree. Raises SpecError for hidden information."""
    method = "expectiminimax" if any(node.role is Role.CHANCE for node in root.walk()) else "minimax"
    refuse_hidden(method, root.game)
    tracer = MinimaxRun(root, measure)
    value = tracer.search(root)
    seen = tracer.seen()
    leaves = sum(not node.kids for node in seen)
    facts = (
        f"value for MAX: {measure.format_value(float(value))}",
        f"nodes looked at: {len(seen):,}",
        f"leaves looked at: {leaves:,}",
    )
    return tracer.finish(method, facts)


class MinimaxRun(Tracer):
    """Minimax on one tree; `choice` maps each node to the first of its best kids."""

    def __init__(self, root: Node, measure: ValueScale):
        super().__init__(root, measure)
        self.choice: dict[Node, Node] = {}

    def search(self, node: Node) -> Value:
        """Return the value of `node`, and record each step."""
        if not node.kids:
            value = self.measure.of(node)
            self.add_step(node, leaf_sentence(node, self.measure), {node: NodeMark(State.DONE, value)})
            return value
        self.add_step(node, entry_sentence(node), {node: NodeMark(State.OPEN)})
        values: list[Value] = []
        for kid in node.kids:
            values.append(self.search(kid))
            self.add_result(node, values)
        return back_up(node, values)

    def add_result(self, node: Node, values: Sequence[Value]) -> None:
        """Record what the last value means for the parent."""
        last = len(values) == len(node.kids)
        if node.role is Role.CHANCE:
            said, mark = self.describe_average(node, values, last)
        else:
            said, mark = self.describe_choice(node, values, last)
        changed = {node: mark}
        if last and node is self.root:
            changed |= {each: replace(self.marks[each], best=True) for each in best_line(node, self.choice)}
        self.add_step(node, said, changed)

    def describe_average(self, node: Node, values: Sequence[Value], last: bool) -> tuple[str, NodeMark]:
        """Return the sentence and the mark at a chance node; its value is known only after all kids."""
        if last:
            value = float(back_up(node, values))
            return average_sentence(node, values, self.measure, self.measure.format_value(value)), NodeMark(
                State.DONE, value
            )
        kid = node.kids[len(values) - 1]
        said = f"{self.measure.format_value(float(values[-1]))} counts {kid.weight} {node.where}."
        return said, NodeMark(State.OPEN)

    def describe_choice(self, node: Node, values: Sequence[Value], last: bool) -> tuple[str, NodeMark]:
        """Return the sentence and the mark at a node where a seat moves."""
        best = values.index(back_up(node, values))
        self.choice[node] = node.kids[best]
        value = self.measure.format_value(float(values[best]))
        if last:
            return choice_sentence(node, node.kids[best], value), NodeMark(State.DONE, float(values[best]))
        bound = self.measure.meaning(float(values[best]), ">=" if node.role is Role.MAX else "<=")
        if bound is None:
            return least_sentence(node, node.kids[len(values) - 1], value), NodeMark(State.OPEN)
        so_far = f"{NAMES[node.role]} has {AT[bound]}{value} {node.where}"
        came = self.measure.format_value(float(values[-1]))
        news = f"by {node.kids[best].move}" if best == len(values) - 1 else f"and {came} is no better"
        return f"{so_far}, {news}.", NodeMark(State.OPEN, float(values[best]), bound)


def back_up(node: Node, values: Sequence[Value]) -> Value:
    """Return the value of `node` by the `values` of its kids, or of the first of them."""
    if node.role is Role.CHANCE:
        weights = [kid.weight or Fraction() for kid in node.kids]
        return sum((weight * Fraction(value) for weight, value in zip(weights, values, strict=True)), Fraction())
    return max(values) if node.role is Role.MAX else min(values)


def minimax_values(root: Node, measure: ValueScale) -> dict[Node, Value]:
    """Return the minimax value of each node of the tree, without recording steps."""
    found: dict[Node, Value] = {}
    for node in reversed(list(root.walk())):  # kids before their parents
        kids = [found[kid] for kid in node.kids]
        found[node] = back_up(node, kids) if kids else measure.of(node)
    return found
