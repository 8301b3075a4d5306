"""Moments of a run of Monte Carlo tree search before it chooses by UCB, by the visits and values of the marks alone."""

from __future__ import annotations

import re
from math import log, sqrt
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.number_format import format_count
from referee.trees.node import Role
from referee.trees.run import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from referee.trees.node import Node
    from referee.trees.run import NodeMark, Run, Step

VISITS = re.compile(r"([\d,]+) visits?")
CLOSE = 0.02  # bounds as near as that cannot be told apart by means of two decimals


@dataclass(frozen=True)
class UcbOption:
    """A move that was tried, with its mean for the seat that chooses and what is added to it."""

    node: Node
    visits: int
    mean: float
    bonus: float

    @property
    def bound(self) -> float:
        """The upper confidence bound."""
        return self.mean + self.bonus

    def facts(self) -> str:
        """What must be known to work out its bound."""
        return f"{self.node.move} has {format_count(self.visits, 'visit')}, mean {self.mean:.2f}"

    def sum_text(self) -> str:
        """How its bound is worked out."""
        return f"{self.node.move} {self.mean:.2f} + {self.bonus:.2f} = {self.bound:.2f}"


@dataclass(frozen=True)
class UcbMoment:
    """After so many steps a playout stands at a node, and the next step chooses among these moves."""

    steps: int
    playout: int
    node: Node
    options: tuple[UcbOption, ...]
    chosen: UcbOption

    def explain(self) -> str:
        """The bounds of all moves, and whose is the highest."""
        sums = "; ".join(each.sum_text() for each in self.options)
        formula = "the mean + c * sqrt(ln(visits of the node) / visits)"
        return f"UCB is {formula}: {sums}. The highest is that of {self.chosen.node.move}."

    @property
    def explores(self) -> bool:
        """Whether another move has a higher mean."""
        return any(each.mean > self.chosen.mean for each in self.options)


def count_visits(mark: NodeMark | None) -> int:
    """The visits that a mark tells of, 0 without one."""
    notes = mark.notes if mark else ()
    found = next(filter(None, map(VISITS.fullmatch, notes)), None)
    return int(found[1].replace(",", "")) if found else 0


def ucb_moments(run: Run, explore: float) -> Iterator[UcbMoment]:
    """Those in which one bound is clearly the highest."""
    marks = dict(run.start)
    for number, step in enumerate(run.steps):
        if selects(step, marks):
            yield from moment_of(run, marks, number, explore)
        marks |= step.changed


def selects(step: Step, before: Mapping[Node, NodeMark]) -> bool:
    """Whether a playout comes by the step to a node that was visited, which it had not reached yet."""
    mark = before.get(step.node)
    return (
        step.node.parent is not None
        and mark is not None
        and mark.state is State.DONE
        and step.changed[step.node].state is State.OPEN
    )


def moment_of(run: Run, marks: Mapping[Node, NodeMark], steps: int, explore: float) -> Iterator[UcbMoment]:
    """The moment before a selection, by the marks at that time, if a seat has to choose among moves all tried."""
    taken = run.steps[steps].node
    node = taken.parent
    if node is None or node.role is Role.CHANCE or len(node.kids) < 2:
        return
    options = tuple(option(node, kid, marks, explore) for kid in node.kids)
    chosen = options[node.kids.index(taken)]
    others = max(each.bound for each in options if each is not chosen)
    if chosen.bound > others + CLOSE:
        yield UcbMoment(steps, count_visits(marks[run.root]) + 1, node, options, chosen)


def option(node: Node, kid: Node, marks: Mapping[Node, NodeMark], explore: float) -> UcbOption:
    """A move as the seat sees it that chooses at the node."""
    visits, value = count_visits(marks[kid]), marks[kid].value or 0.0
    mean = value if node.role is Role.MAX else 1 - value
    return UcbOption(kid, visits, mean, explore * sqrt(log(count_visits(marks[node])) / visits))
