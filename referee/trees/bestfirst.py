"""Unbounded best-first minimax with completion, expansion by expansion.

Q. Cohen-Solal, "Learning to Play Two-Player Perfect-Information Games without Knowledge", arXiv 2008.01188, 2020. Each
expansion

    goes down  to the unresolved kid that is best for the seat to move; of equal kids, to the one chosen least often
    evaluates  all positions after the node it reaches: by the score, which resolves them, or by the estimate
    backs up   minimax values; a node is resolved if all its kids are, or if the seat to move wins

The move played is the safe decision: a proven win; otherwise the move chosen most often that is not a proven loss,
unless a resolved move is worth at least as much.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.capabilities import has_chance
from games.names.catalogue import SpecError
from players.search.alphabeta.table import HALF, SPAN
from referee.drawing.number_format import format_count
from referee.trees.run import NAMES, NodeMark, Run, State, Tracer, ValueScale, best_line
from referee.trees.tree import MOST as MOST_NODES
from referee.trees.tree import Node, Role, expand, max_seat, refuse_hidden, role_of

if TYPE_CHECKING:
    from games.game import Game

MOST = 2_000  # expansions


def run(game: Game, expansions: int, depth: int | None = None, static: bool = False) -> Run:
    """Make `expansions` expansions, fewer if the root is resolved, and return the tree that they grow.

    Each has three steps: it goes down, evaluates and backs up. Marks have notes: "chosen 12 times", "resolved".

    depth   deepest nodes to draw, in moves; None draws all.
    static  whether positions are worth the static evaluation even if the game is over.

    Raises SpecError for chance, hidden information, and too many expansions or nodes.
    """
    refuse_hidden("bestfirst", game)
    if has_chance(game):
        raise SpecError(f"bestfirst cannot search chance, which {type(game).__name__} has; allowed: expectiminimax")
    if not 1 <= expansions <= MOST:
        raise SpecError(f"expansions={expansions} must be from 1 to {MOST:,}")
    seat = max_seat(game)
    root = Node(game.copy(), role_of(game, seat), cut=game.score() is None)
    tracer = BestFirstRun(root, ValueScale(seat, static, root.cut, stakes=game.stakes), depth)
    done = 0
    while done < expansions and root not in tracer.resolved:
        done += 1
        tracer.expand_one(done)
    return replace(tracer.finish("bestfirst", tracer.facts(done)), expansions=done)


class BestFirstRun(Tracer):
    """Best-first minimax from one position.

    values  the worth of each node to MAX;  visits  how often it was chosen;  resolved  the resolved nodes.
    choice  the expected kid of each node, at the root the safe decision;  best  the nodes on that line.
    """

    def __init__(self, root: Node, measure: ValueScale, depth: int | None):
        super().__init__(root, measure)
        self.depth = depth
        self.whole = measure.stakes * SPAN - HALF
        self.values: dict[Node, float] = {}
        self.visits: dict[Node, int] = {root: 0}
        self.resolved: set[Node] = set()
        self.choice: dict[Node, Node] = {}
        self.best: dict[Node, None] = {}
        self.appraise(root)
        if root in self.resolved:
            said = f"The game is over at the root: {measure.format_value(self.values[root])}."
            self.add_step(root, said, {root: self.mark(root)})

    def appraise(self, node: Node) -> None:
        """Evaluate a new node."""
        self.values[node] = self.measure.of(node)
        self.visits[node] = 0
        if node.role is Role.END:
            self.resolved.add(node)

    def expand_one(self, number: int) -> None:
        """Make one expansion, and record its three steps."""
        way = [self.root]
        while way[-1].kids:
            node = way[-1]
            there = [kid for kid in node.kids if kid not in self.resolved]
            way.append(max(there, key=lambda kid: (self.worth(node, kid), -self.visits[kid])))
        down = f"goes down {way[-1].where}" if len(way) > 1 else "begins at the root"
        self.record(way, f"Expansion {number} {down}.", {}, tuple(map(self.reason, way[1:])))
        room = MOST_NODES - len(self.values)
        if expand(way[-1], self.measure.seat, room) > room:
            raise SpecError(f"the tree would have more than {MOST_NODES:,} nodes: give a smaller --expansions")
        for kid in way[-1].kids:
            self.appraise(kid)
        said = f"Expansion {number} evaluates {format_count(len(way[-1].kids), 'position')} {way[-1].where}."
        self.record(way, said, self.marks_of(way[-1].kids), tuple(map(self.valued, way[-1].kids)))
        self.back_up(number, way)

    def worth(self, node: Node, kid: Node) -> float:
        """Return the value of `kid` to the seat to move at `node`."""
        return self.values[kid] if node.role is Role.MAX else -self.values[kid]

    def back_up(self, number: int, way: list[Node]) -> None:
        """Back up values along `way`, and record the step."""
        before, news = set(self.resolved), []
        for node in reversed(way):
            old = self.values[node]
            best = max(node.kids, key=lambda kid: (self.worth(node, kid), kid in self.resolved, self.visits[kid]))
            self.values[node], self.choice[node] = self.values[best], best
            self.visits[node] += node is not self.root
            if all(kid in self.resolved for kid in node.kids) or self.worth(node, best) > self.whole:
                self.resolved.add(node)
            now = f"{NAMES[node.role]} takes {self.measure.format_value(self.values[node])}, by {best.move}"
            was = "" if old == self.values[node] else f", before {self.measure.format_value(old)}"
            news.append(f"{node.where}: {now}{was}{', resolved' if node in self.resolved else ''}")
        self.choice[self.root] = self.decision()
        closed = [node for node in way if node in self.resolved - before]
        value = self.measure.format_value(self.values[self.root])
        also = f", and {format_count(len(closed), 'node is', 'nodes are')} resolved now" if closed else ""
        said = f"Expansion {number} backs up: the root is worth {value}{also}."
        old_line, self.best = self.best, dict.fromkeys(best_line(self.root, self.choice))
        nodes = dict.fromkeys([*way, *way[-1].kids, *old_line, *self.best])
        self.record(way, said, self.marks_of(list(nodes)), tuple(news), still=True)

    def decision(self) -> Node:
        """Return the kid of the root that the safe decision chooses."""
        kids = self.root.kids
        best = max(kids, key=lambda kid: self.worth(self.root, kid))
        if abs(self.values[best]) > HALF:
            return best
        there = [kid for kid in kids if self.worth(self.root, kid) >= -HALF]
        most = max(there, key=lambda kid: (self.visits[kid], self.worth(self.root, kid)))
        sure = [kid for kid in there if kid is most or kid in self.resolved]
        return max(sure, key=lambda kid: (self.worth(self.root, kid), kid in self.resolved))

    def record(
        self, way: list[Node], said: str, marks: dict[Node, NodeMark], workings: tuple[str, ...], still: bool = False
    ) -> None:
        """Record a step at the end of `way`; the nodes on it are marked as open unless `still`."""
        drawn = way if self.depth is None else way[: self.depth + 1]
        at_work = {} if still else {node: replace(self.mark(node), state=State.OPEN) for node in drawn}
        self.add_step(drawn[-1], said, {**marks, **at_work}, workings)

    def marks_of(self, nodes: list[Node]) -> dict[Node, NodeMark]:
        """Return the marks of the drawn ones among `nodes`."""
        return {node: self.mark(node) for node in nodes if self.depth is None or node.depth <= self.depth}

    def mark(self, node: Node) -> NodeMark:
        notes = [f"chosen {self.visits[node]:,}"] if self.visits[node] else []
        notes += ["resolved"] if node in self.resolved else []
        return NodeMark(State.DONE, self.values[node], best=node in self.best, notes=tuple(notes))

    def reason(self, kid: Node) -> str:
        """Say why an expansion goes down to `kid`."""
        node = kid.parent or self.root
        alike = [each for each in node.kids if each not in self.resolved and self.values[each] == self.values[kid]]
        tied = f", chosen least of {len(alike)}" if len(alike) > 1 else ""
        value = self.measure.format_value(self.values[kid])
        return f"{node.where}: {kid.move} is best for {NAMES[node.role]}, {value}{tied}"

    def valued(self, kid: Node) -> str:
        over = ", the game is over" if kid.role is Role.END else ""
        return f"{kid.move}: {self.measure.format_value(self.values[kid])}{over}"

    def facts(self, done: int) -> tuple[str, ...]:
        exact = "" if self.root in self.resolved else ", not resolved"
        value = f"value for MAX: {self.measure.format_value(self.values[self.root])}{exact}"
        deepest = format_count(max(node.depth for node in self.values), "move")
        size = f"nodes in the tree: {len(self.values):,}, to {deepest} from the root; resolved: {len(self.resolved):,}"
        best = self.choice.get(self.root)
        if best is None:
            return value, size
        return value, size, f"safe decision: {best.move}, chosen {self.visits[best]:,} of {format_count(done, 'time')}"
