"""A run of an algorithm on a tree: its steps, and what it knows of each node after each of them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.trees.leaf_values import ValueScale
    from referee.trees.node import Node


class State(Enum):
    """How far the algorithm is with a node."""

    UNSEEN = "unseen"
    OPEN = "open"  # it is at work on it, or below it
    DONE = "done"
    PRUNED = "pruned"


@dataclass(frozen=True)
class NodeMark:
    """What an algorithm knows of a node at some moment.

    value  what the position is worth to MAX, in the measure of its Run; None if nothing is known yet.
    bound  how that is meant: "" exactly, ">=" at least, "<=" at most.
    alpha, beta  the window, of alpha-beta only, as (a, b); None of others.
    best   whether the move to it is on the line of best play.
    notes  what else is to be drawn, a short text each: "12 visits", "mean 0.53", "UCB 0.53+0.41".
    why    of a pruned node: the reason in a sentence, which names the ancestor whose bound it is.
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
    """One step: at which node it happened, what in one sentence, and the marks that it changed.

    workings  the arithmetic behind the sentence, in lines below each other; empty if there is none.
    """

    node: Node
    sentence: str
    changed: Mapping[Node, NodeMark]
    workings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """All steps of an algorithm on a tree.

    method   its name: "minimax", "alphabeta", "expectiminimax", "mcts", "bestfirst".
    start    the marks before the first step; a node without a mark is not drawn.
    measure  the scale of the values (referee/trees/leaf_values.py).
    facts    sentences about the whole run: the nodes looked at, compared with plain minimax and the best case.
    playouts, c  of mcts: how many there are, and how much they explore.
    expansions  of bestfirst: how many there are.
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
        """What is known of each node after so many steps, None: after all."""
        found = dict(self.start)
        for step in self.steps[:count]:
            found |= step.changed
        return found
