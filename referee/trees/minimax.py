"""Minimax, expectiminimax and alpha-beta on a tree, step by step.

S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 4th edition, figures 6.3 and 6.7 and section 6.5;
for chance D. Michie, "Game-playing and game-learning automata", 1966. Averages are exact: weights and sums are
fractions.

In alpha-beta a node that is cut off keeps the value that cut it off, even beyond its window (fail-soft); the `bound` of
its mark says what that value means. The window of such a node is empty: alpha is at or above beta. If only a win, a
draw or a loss can come out, the root's window is [L, W] instead of infinite: a seat that has a win looks no further,
and a bound that says nothing, such as "W or less", is not shown. The best case: D. E. Knuth, R. W. Moore, "An Analysis
of Alpha-Beta Pruning", Artificial Intelligence 6, 1975, pages 293-326, theorem 1 and corollary 1.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf, nan
from typing import TYPE_CHECKING

from games.base.spec_error import UnknownScore
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
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
    from collections.abc import Mapping, Sequence

    from referee.trees.run import ValueScale
    from referee.trees.tree import Node

Value = float | Fraction  # a Fraction above nodes of chance
ORDERS = {"listed": "as the game lists them", "best": "the best first", "worst": "the worst first"}


def run_minimax(root: Node, measure: ValueScale) -> Run:
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


def minimax_values(root: Node, measure: ValueScale, blanks: bool = False) -> dict[Node, Value]:
    """Return the minimax value of each node of the tree, without recording steps.

    blanks  whether a leaf without a score is allowed. It is worth nan then, which is neither better nor worse than any
            number. The value of the root is right if alpha-beta, with moves as listed, never looks at such a leaf.
    """
    found: dict[Node, Value] = {}
    for node in reversed(list(root.walk())):  # kids before their parents
        kids = [found[kid] for kid in node.kids]
        try:
            found[node] = back_up(node, kids) if kids else measure.of(node)
        except UnknownScore:
            if not blanks:
                raise
            found[node] = nan
    return found


def run_alphabeta(root: Node, measure: ValueScale, order: str = "listed") -> Run:
    """Run alpha-beta on the tree below `root`.

    order  how the moves of a node are ordered: "listed" as the game lists them; "best" or "worst" first, by the values
           that plain minimax finds.

    Raises SpecError for chance, hidden information, and any other order.
    """
    if order not in ORDERS:
        raise SpecError(f"order {order!r} must be one of {', '.join(ORDERS)}")
    refuse_hidden("alphabeta", root.game)
    if any(node.role is Role.CHANCE for node in root.walk()):
        raise SpecError(f"alphabeta has no bounds at chance, which {type(root.game).__name__} has: use expectiminimax")
    values = minimax_values(root, measure, blanks=order == "listed")
    tracer = AlphaBetaRun(root, measure, order, values)
    least, most = measure.ends
    tracer.search(root, Limit(least), Limit(most))
    return tracer.finish("alphabeta", (*run_facts(tracer, values), f"moves tried: {ORDERS[order]}"))


@dataclass(frozen=True)
class Limit:
    """One side of a window: what a seat has for sure, at which node, and by which move there.

    If `node` is None, the value is what the seat has in any case: math.inf, or the end of the scale.
    """

    value: float
    node: Node | None = None
    move: str = ""

    def describe(self, seat: Role, measure: ValueScale) -> str:
        """Return `MAX has 3 for sure by a1 at the root`, or "" if `node` is None."""
        if self.node is None:
            return ""
        return f"{NAMES[seat]} has {measure.format_value(self.value)} for sure by {self.move} {self.node.where}"


@dataclass(frozen=True)
class SearchedKid:
    """A kid that was searched, its value, and its bound as in NodeMark."""

    kid: Node
    value: float
    bound: str


class AlphaBetaRun(Tracer):
    """Alpha-beta on one tree; `choice` maps each node to the first kid that brought its value."""

    def __init__(self, root: Node, measure: ValueScale, order: str, values: Mapping[Node, Value]):
        super().__init__(root, measure)
        self.order = order
        self.values = values
        self.choice: dict[Node, Node] = {}

    def search(self, node: Node, alpha: Limit, beta: Limit) -> tuple[float, str]:
        """Return the value of `node` and its bound, and record each step."""
        if not node.kids:
            value = self.measure.of(node)
            mark = NodeMark(State.DONE, value, window=(alpha.value, beta.value))
            self.add_step(node, leaf_sentence(node, self.measure), {node: mark})
            return value, ""
        known = [
            said for said in (alpha.describe(Role.MAX, self.measure), beta.describe(Role.MIN, self.measure)) if said
        ]
        said = " ".join((entry_sentence(node), *(f"{each}." for each in known)))
        self.add_step(node, said, {node: NodeMark(State.OPEN, window=(alpha.value, beta.value))})
        found: list[SearchedKid] = []
        for kid in self.order_kids(node):
            found.append(SearchedKid(kid, *self.search(kid, alpha, beta)))
            best = best_of(node, found)
            self.choice[node] = best.kid
            if node.role is Role.MAX and best.value > alpha.value:
                alpha = Limit(best.value, node, kid.move)
            elif node.role is Role.MIN and best.value < beta.value:
                beta = Limit(best.value, node, kid.move)
            self.add_result(node, found, alpha, beta)
            if alpha.value >= beta.value:
                break
        return best.value, self.bound(node, found) or ""

    def bound(self, node: Node, found: Sequence[SearchedKid]) -> str | None:
        """Return the bound that the best value so far gives the node; None if it says nothing yet."""
        bound = bound_of_best(node, found)
        return bound if bound is None else self.measure.meaning(best_of(node, found).value, bound)

    def order_kids(self, node: Node) -> list[Node]:
        if self.order == "listed":
            return node.kids
        descending = (node.role is Role.MAX) == (self.order == "best")
        return sorted(node.kids, key=lambda kid: -self.values[kid] if descending else self.values[kid])

    def add_result(self, node: Node, found: Sequence[SearchedKid], alpha: Limit, beta: Limit) -> None:
        """Record what the last value means for its parent, and which kids it prunes."""
        best, bound = best_of(node, found), self.bound(node, found)
        done = len(found) == len(node.kids)
        cut = alpha.value >= beta.value and not done
        window = alpha.value, beta.value
        value = None if bound is None else best.value
        changed = {node: NodeMark(State.DONE if done or cut else State.OPEN, value, bound or "", window)}
        said = self.measure.format_value(best.value)
        if cut:
            reason = cutoff_reason(node, said, alpha, beta, self.measure)
            left = [kid for kid in node.kids if kid not in {look.kid for look in found}]
            pruned = NodeMark(State.PRUNED, why=f"not looked at: {reason}")
            changed |= {below: pruned for kid in left for below in kid.walk()}
            said = f"{reason[0].upper()}{reason[1:]}: {pruned_words(left)}."
        elif done:
            said = self.closing_sentence(node, best, bound or "")
        else:
            said = self.progress_sentence(node, found, best, bound)
        if (done or cut) and node is self.root:
            changed |= {each: replace(self.marks[each], best=True) for each in best_line(node, self.choice)}
        self.add_step(node, said, changed)

    def closing_sentence(self, node: Node, best: SearchedKid, bound: str) -> str:
        """Describe `node` after all its kids were searched."""
        said = choice_sentence(node, best.kid, self.measure.format_value(best.value))
        if not bound:
            return said
        return f"{said} That is a bound: it is worth {self.measure.format_value(best.value)} or {bound_words(bound)}."

    def progress_sentence(self, node: Node, found: Sequence[SearchedKid], best: SearchedKid, bound: str | None) -> str:
        """Describe `node` while it has unsearched kids."""
        came, seat = found[-1], NAMES[node.role]
        or_worse = f" or {bound_words(came.bound)}" if came.bound else ""
        value = self.measure.format_value(best.value)
        if bound is None and best.value in self.measure.ends:
            return least_sentence(node, came.kid, value)
        if bound is None:
            brings = f"{came.kid.move} brings {self.measure.format_value(came.value)}{or_worse}"
            return f"{brings}, too little for {seat} {node.where}."
        has = f"{seat} has {AT[bound]}{value} {node.where}"
        if best is came:
            return f"{has}, by {came.kid.move}."
        return f"{has}, and {self.measure.format_value(came.value)}{or_worse} is no better."


def best_of(node: Node, found: Sequence[SearchedKid]) -> SearchedKid:
    """Return the searched kid that is best for the seat to move at `node`; the first of equal ones."""
    return (max if node.role is Role.MAX else min)(found, key=lambda look: look.value)


def bound_of_best(node: Node, found: Sequence[SearchedKid]) -> str | None:
    """Return the bound that the best value so far gives `node`; None if it bounds nothing yet."""
    best = best_of(node, found).value
    own, other = (">=", "<=") if node.role is Role.MAX else ("<=", ">=")
    reached = any(look.value == best and look.bound in ("", own) for look in found)
    all_held = len(found) == len(node.kids) and all(look.bound in ("", other) for look in found)
    if reached and all_held:
        return ""
    return own if reached else other if all_held else None


def cutoff_reason(node: Node, said: str, alpha: Limit, beta: Limit, measure: ValueScale) -> str:
    """Say why the remaining kids of `node` cannot matter."""
    other = beta if node.role is Role.MAX else alpha
    if other.node is None:
        return f"{node.where} {NAMES[node.role]} already wins, and no move can do better"
    if node.role is Role.MIN:
        return f"{node.where} MIN already holds it to {said}, and {alpha.describe(Role.MAX, measure)}"
    return f"{node.where} MAX already brings it to {said}, and {beta.describe(Role.MIN, measure)}"


def pruned_words(left: Sequence[Node]) -> str:
    """Say which moves are pruned."""
    if len(left) > 1:
        return f"the other {len(left)} moves are not looked at"
    return f"{left[0].move} is not looked at"


def bound_words(bound: str) -> str:
    """Return "more" or "less"."""
    return "more" if bound == ">=" else "less"


def run_facts(tracer: Tracer, values: Mapping[Node, Value]) -> tuple[str, ...]:
    """Compare the work done with plain minimax and with the best case."""
    root, measure = tracer.root, tracer.measure
    seen = tracer.seen()
    leaves = sum(not node.kids for node in values)
    decided = measure.ends != (-inf, inf)
    even = None if decided else uniform_shape(root)
    if even:
        kids, depth = even
        formula = f"{kids}^{depth - depth // 2} + {kids}^{depth // 2} - 1 leaves (Knuth and Moore)"
        best_case = f"best case: {formula} = {kids ** (depth - depth // 2) + kids ** (depth // 2) - 1:,}"
    elif not root.kids:
        best_case = "best case: 1 leaf"
    else:
        fewest = format_count(count_critical_leaves(root, values, measure.ends), "leaf", "leaves")
        best_case = f"best case of this tree{'' if decided else ', which is not uniform'}: {fewest}"
    return (
        f"value for MAX: {measure.format_value(float(values[root]))}",
        f"nodes looked at: {len(seen):,}; plain minimax: {len(values):,}",
        f"leaves looked at: {sum(not node.kids for node in seen):,}; plain minimax: {leaves:,}",
        best_case,
    )


def uniform_shape(root: Node) -> tuple[int, int] | None:
    """Return (kids, depth) of a uniform tree with alternating seats; None for any other tree."""
    level, depth, role = [root], 0, root.role
    width = len(root.kids)
    while level[0].kids:
        other = Role.MIN if role is Role.MAX else Role.MAX
        if any(len(node.kids) != width or node.role is not role for node in level):
            return None
        level, depth, role = [kid for node in level for kid in node.kids], depth + 1, other
    return None if not depth or any(node.kids for node in level) else (width, depth)


def count_critical_leaves(root: Node, values: Mapping[Node, Value], ends: tuple[float, float] = (-inf, inf)) -> int:
    """Return the size of the smallest critical tree: the fewest leaves that prove the value of `root`.

    They are the leaves of an optimal strategy of MAX and of one of MIN, which share one leaf. Alpha-beta needs no more
    if it tries the best moves first. If the value is one of `ends`, the least and the most possible, one strategy is
    enough.
    """
    value = values[root]
    sides = [seat for seat, end in ((Role.MAX, ends[0]), (Role.MIN, ends[1])) if value != end]
    return int(sum(count_proof_leaves(root, values, seat, value) for seat in sides)) - (len(sides) - 1)


def count_proof_leaves(node: Node, values: Mapping[Node, Value], seat: Role, goal: Value) -> float:
    """Return the fewest leaves that prove that `seat` can reach `goal`; math.inf if it cannot."""
    if not node.kids:
        reached = values[node] >= goal if seat is Role.MAX else values[node] <= goal
        return 1 if reached else inf
    counts = (count_proof_leaves(kid, values, seat, goal) for kid in node.kids)
    return min(counts) if node.role is seat else sum(counts)
