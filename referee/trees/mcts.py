"""Monte Carlo tree search on a tree, playout by playout: plain UCT.

L. Kocsis and C. Szepesvari, "Bandit Based Monte-Carlo Planning", ECML 2006. Each playout

    selects   goes down the tree, where all moves of a node were tried by that with the highest bound for who moves:
              mean + c * sqrt(log(visits of the node) / visits of the kid)
    expands   makes the first move not tried yet: one new node
    plays     goes on at random to the end of the game
    backs up  counts what MAX has won, 1, 1/2 or 0, at all nodes on its way

and chance is drawn by its weights wherever it is met.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING

from games.catalogue import SpecError
from games.game import CHANCE
from referee.drawing.number_format import format_count
from referee.errors.attribution import note_errors
from referee.trees.build import child_after, legal_moves, max_seat, refuse_hidden, role_of, weighted_moves
from referee.trees.leaf_values import ValueScale
from referee.trees.node import Node, Role
from referee.trees.run import NodeMark, Run, State
from referee.trees.trace import Tracer, best_line

if TYPE_CHECKING:
    from fractions import Fraction

    from games.game import Game

EXPLORE = 0.5  # as of the player
MOST = 5_000  # playouts: each is a step that keeps what it changed
LONGEST = 10_000  # moves of one playout
RESULTS = {1.0: "MAX wins", 0.5: "it is a draw", 0.0: "MIN wins"}


def run(game: Game, playouts: int, c: float = EXPLORE, seed: int | None = None, depth: int | None = None) -> Run:
    """So many playouts from that position, a step each, and the tree that they grow.

    Values are shares of games that MAX won. A mark has notes, as "12 visits" and "UCB 0.47+0.41": the mean for the
    seat that chooses among these kids, and what is added so that all are explored. The line of best play is that of the
    moves visited most.

    depth  nodes further down than so many moves get no marks, and so are not drawn; None: all are.

    Raises SpecError where cards are hidden, for too many playouts, and for random games that do not end.
    """
    refuse_hidden("mcts", game)
    if not 1 <= playouts <= MOST:
        raise SpecError(f"playouts={playouts} must be from 1 to {MOST:,}")
    seat = max_seat(game)
    root = Node(game.copy(), role_of(game, seat), cut=game.score() is None)
    tracer = UctRun(root, ValueScale(seat, shares=True), c, Random(seed), depth)
    for number in range(1, playouts + 1):
        tracer.play_one(number)
    return tracer.finish("mcts", tracer.facts())


@dataclass
class NodeStatistics:
    """What is known of a node: how often it was visited, and the games that MAX won there, a draw as a half.

    moves    all that lead on, each with its weight where chance makes it;  kids  those that were tried.
    """

    moves: list[tuple[int, Fraction | None]]
    kids: dict[int, Node]
    visits: int = 0
    won: float = 0.0

    @property
    def mean(self) -> float:
        """The share of games that MAX won."""
        return self.won / self.visits


class UctRun(Tracer):
    """The algorithm from one position.

    known   the nodes of the tree, with what is known of them.
    choice  by node of a seat the kid visited most;  best: the nodes on the line of such kids.
    """

    def __init__(self, root: Node, measure: ValueScale, explore: float, random: Random, depth: int | None):
        super().__init__(root, measure)
        self.explore = explore
        self.random = random
        self.depth = depth
        self.known: dict[Node, NodeStatistics] = {}
        self.choice: dict[Node, Node] = {}
        self.best: dict[Node, None] = {}
        self.add(root)

    def add(self, node: Node) -> None:
        """Add a node to the tree."""
        self.known[node] = NodeStatistics([] if node.role is Role.END else weighted_moves(node), {})

    def play_one(self, number: int) -> None:
        """Play one playout, and record it as a step."""
        with note_errors(lambda: f"in playout {number}"):
            way, new = self.select()
            made, share = self.play_out(way[-1].game)
        for node in way:
            self.known[node].visits += 1
            self.known[node].won += share
        for node in way:
            kids = list(self.known[node].kids.values())
            if kids and node.role is not Role.CHANCE:
                self.choice[node] = max(kids, key=lambda kid: self.known[kid].visits)
        result = RESULTS[share]
        where = way[-1].where
        if new and made:
            said = f"the position {where} is new; {format_count(made, 'random move')} later {result}"
        else:
            said = f"the game is over {where}, {result}"
        drawn = [node for depth, node in enumerate(way) if self.depth is None or depth <= self.depth]
        self.add_step(drawn[-1], f"Playout {number}: {said}.", self.changed(drawn))

    def select(self) -> tuple[list[Node], bool]:
        """The path of a playout down the tree, and whether its last node is new."""
        way, new = [self.root], False
        while way[-1].role is not Role.END and not new:
            node = way[-1]
            tally = self.known[node]
            move, weight = self.choose_move(node)
            new = move not in tally.kids
            if new:
                self.add_kid(node, move, weight)
            way.append(tally.kids[move])
        return way, new

    def choose_move(self, node: Node) -> tuple[int, Fraction | None]:
        """The move that a playout makes at a node of the tree, and its weight."""
        tally = self.known[node]
        if node.role is Role.CHANCE:
            return self.random.choices(tally.moves, [float(weight or 0) for _, weight in tally.moves])[0]
        if len(tally.kids) < len(tally.moves):
            return next(choice for choice in tally.moves if choice[0] not in tally.kids)
        return max(tally.moves, key=lambda choice: sum(self.bound(tally.kids[choice[0]])))

    def add_kid(self, node: Node, move: int, weight: Fraction | None) -> None:
        """Add the node to which that move leads."""
        tally = self.known[node]
        tally.kids[move] = child_after(node, move, weight, self.measure.seat)
        node.kids = [tally.kids[each] for each, _ in tally.moves if each in tally.kids]
        node.cut = len(node.kids) < len(tally.moves)
        self.add(tally.kids[move])

    def bound(self, kid: Node) -> tuple[float, float]:
        """The mean of a kid for the seat that chooses it, and what is added to it."""
        parent = kid.parent or self.root
        tally = self.known[kid]
        mean = tally.mean if parent.role is Role.MAX else 1 - tally.mean
        return mean, self.explore * sqrt(log(self.known[parent].visits) / tally.visits)

    def play_out(self, start: Game) -> tuple[int, float]:
        """Play a random game from there: its moves, and what MAX won, 1, 1/2 or 0. Raises SpecError."""
        game = start.copy()
        for made in range(LONGEST):
            score = game.score()
            if score is not None:
                won = (score > 0) - (score < 0)
                return made, (1 + (won if self.measure.seat == 0 else -won)) / 2
            if game.turn == CHANCE:
                moves, weights = zip(*game.chances(), strict=True)
                game.make(self.random.choices(moves, weights)[0])
            else:
                game.make(self.random.choice(legal_moves(game)))
        raise SpecError(f"a random game of {type(game).__name__} was not over after {LONGEST:,} moves")

    def changed(self, way: list[Node]) -> dict[Node, NodeMark]:
        """The marks that a playout changes, by that part of its way which is drawn: those of all kids on it too."""
        before = self.best
        self.best = dict.fromkeys(best_line(self.root, self.choice))
        there = dict.fromkeys([*way, *(kid for node in way[: self.depth] for kid in node.kids)])
        marks = {node: self.mark(node) for node in there}
        others = [node for node in {**before, **self.best} if node in self.marks and node not in marks]
        return marks | {node: replace(self.marks[node], best=node in self.best) for node in others}

    def mark(self, node: Node) -> NodeMark:
        """The mark that shows what is known of a node."""
        tally = self.known[node]
        notes = [format_count(tally.visits, "visit")]
        if node.parent and node.parent.role is not Role.CHANCE:
            notes.append("UCB {:.2f}+{:.2f}".format(*self.bound(node)))
        return NodeMark(State.DONE, tally.mean, best=node in self.best, notes=tuple(notes))

    def facts(self) -> tuple[str, ...]:
        """Sentences about the whole run."""
        root = self.known[self.root]
        mean = f"won by MAX: {root.mean:.2f} of {format_count(root.visits, 'playout')}"
        deepest = max(node.depth for node in self.known)
        size = f"nodes in the tree: {len(self.known):,}, to {format_count(deepest, 'move')} from the root"
        best = self.choice.get(self.root)
        if best is None:
            return mean, size
        found = self.known[best]
        error = sqrt(found.mean * (1 - found.mean) / found.visits)
        chosen = (
            f"visited most: {best.move}, {format_count(found.visits, 'visit')}, mean {found.mean:.2f} +- {error:.2f}"
        )
        return mean, size, chosen
