"""Minimax on a tree, step by step; expectiminimax where there is chance.

S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, figure 6.3 and section 6.5; for chance
D. Michie, "Game-playing and game-learning automata", 1966. Averages are exact: weights and sums are fractions.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.trees.build import open_to
from referee.trees.node import Role
from referee.trees.run import Mark, Run, State
from referee.trees.trace import NAMES, Telling, averaging, concluding, entering, line, reckoning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.trees.leaf_values import Measure
    from referee.trees.node import Node

Value = float | Fraction  # a Fraction above nodes of chance


def run(root: Node, measure: Measure) -> Run:
    """Minimax on the whole tree. Raises SpecError where cards are hidden."""
    method = "expectiminimax" if any(node.role is Role.CHANCE for node in root.walk()) else "minimax"
    open_to(method, root.game)
    telling = Minimax(root, measure)
    value = telling.look(root)
    seen = telling.seen()
    leaves = sum(not node.kids for node in seen)
    facts = (
        f"value for MAX: {measure.said(float(value))}",
        f"nodes looked at: {len(seen):,}",
        f"leaves looked at: {leaves:,}",
    )
    return telling.run(method, facts)


class Minimax(Telling):
    """The algorithm on one tree.

    choice  by node of a seat the kid that it takes: the first of the best.
    """

    def __init__(self, root: Node, measure: Measure):
        super().__init__(root, measure)
        self.choice: dict[Node, Node] = {}

    def look(self, node: Node) -> Value:
        """The value of a node, told step by step."""
        if not node.kids:
            value = self.measure.of(node)
            self.tell(node, reckoning(node, self.measure), {node: Mark(State.DONE, value)})
            return value
        self.tell(node, entering(node), {node: Mark(State.OPEN)})
        values: list[Value] = []
        for kid in node.kids:
            values.append(self.look(kid))
            self.rise(node, values)
        return backed_up(node, values)

    def rise(self, node: Node, values: Sequence[Value]) -> None:
        """Tell what the value that came last means to its parent."""
        last = len(values) == len(node.kids)
        if node.role is Role.CHANCE:
            said, mark = self.weighed(node, values, last)
        else:
            said, mark = self.chosen(node, values, last)
        changed = {node: mark}
        if last and node is self.root:
            changed |= {each: replace(self.marks[each], best=True) for each in line(node, self.choice)}
        self.tell(node, said, changed)

    def weighed(self, node: Node, values: Sequence[Value], last: bool) -> tuple[str, Mark]:
        """The same at a node of chance, which is worth nothing certain until all is known."""
        if last:
            value = float(backed_up(node, values))
            return averaging(node, values, self.measure, self.measure.said(value)), Mark(State.DONE, value)
        kid = node.kids[len(values) - 1]
        said = f"{self.measure.said(float(values[-1]))} counts {kid.weight} {node.where}."
        return said, Mark(State.OPEN)

    def chosen(self, node: Node, values: Sequence[Value], last: bool) -> tuple[str, Mark]:
        """The same at a node of a seat."""
        best = values.index(backed_up(node, values))
        self.choice[node] = node.kids[best]
        value = self.measure.said(float(values[best]))
        if last:
            return concluding(node, node.kids[best], value), Mark(State.DONE, float(values[best]))
        bound = bound_of(node)
        so_far = f"{NAMES[node.role]} has {'at least' if bound == '>=' else 'at most'} {value} {node.where}"
        came = self.measure.said(float(values[-1]))
        news = f"by {node.kids[best].move}" if best == len(values) - 1 else f"and {came} is no better"
        return f"{so_far}, {news}.", Mark(State.OPEN, float(values[best]), bound)


def bound_of(node: Node) -> str:
    """How the best value so far bounds that of a node where moves are left."""
    return ">=" if node.role is Role.MAX else "<="


def backed_up(node: Node, values: Sequence[Value]) -> Value:
    """The value of a node by those of its kids, or of the first of them."""
    if node.role is Role.CHANCE:
        weights = [kid.weight or Fraction() for kid in node.kids]
        return sum((weight * Fraction(value) for weight, value in zip(weights, values, strict=True)), Fraction())
    return max(values) if node.role is Role.MAX else min(values)


def values_of(root: Node, measure: Measure) -> dict[Node, Value]:
    """The minimax value of each node of the tree, without a word."""
    found: dict[Node, Value] = {}
    for node in reversed(list(root.walk())):  # kids before their parents
        kids = [found[kid] for kid in node.kids]
        found[node] = backed_up(node, kids) if kids else measure.of(node)
    return found
