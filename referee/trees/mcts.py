"""Monte Carlo tree search, playout by playout: plain UCT, with its four phases in words.

L. Kocsis and C. Szepesvari, "Bandit Based Monte-Carlo Planning", ECML 2006. Each playout

    selects   goes down; if all moves of a node were tried, by the one with the highest bound for the seat to move:
              mean + c * sqrt(log(visits of the node) / visits of the kid)
    expands   makes the first untried move: one new node
    plays     continues at random to the end of the game
    backs up  adds MAX's result, 1, 1/2 or 0, to all nodes on its way

Chance is drawn by its weights wherever it occurs.
"""

from __future__ import annotations

from dataclasses import replace
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from games.base.rule_values import chances_of, legal_moves, score_of, text_of
from games.capabilities import counts_points, own_method
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count, format_number
from referee.errors.attribution import note_errors
from referee.statistics.scoring import FEW, playout_interval
from referee.trees.run import NAMES, NodeMark, Run, State, Tracer, ValueScale, best_line
from referee.trees.tree import Node, Role, child_after, max_seat, refuse_hidden, role_of, weighted_moves

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from games.game import Game


RESULTS = {1.0: "MAX wins", 0.5: "it is a draw", 0.0: "MIN wins"}
EXPLORE = 0.5  # as of the player
MOST = 5_000  # playouts: each phase is a step that stores its changes
LONGEST = 10_000  # moves of one playout


class KidBound(NamedTuple):
    """A kid, its wins and visits for the seat that chooses, and its upper bound."""

    kid: Node
    won: float
    visits: int
    bound: float


def ending_sentence(node: Node, untried: int, moves: int) -> str:
    """Say why the selection ends at the root at once: it is over, chance draws, or moves are untried."""
    if node.role is Role.END:
        return f"selection ends {node.where}, where the game is over."
    if node.role is Role.CHANCE:
        return f"selection ends {node.where}, where chance draws an outcome for the first time."
    return f"selection ends {node.where}, with {untried} of {format_count(moves, 'move')} never tried."


def selection_sentence(node: Node, ranked: Sequence[KidBound]) -> str:
    """Say which kid was selected and why; `ranked` starts with the highest bound."""
    first, *others = ranked
    seat, move = NAMES[node.role], first.kid.move
    if not others:
        return f"selection {node.where}: {move} is {seat}'s only move."
    if others[0].bound == first.bound:
        return f"selection {node.where}: {move} is the first of {seat}'s moves with the highest bound."
    return f"selection {node.where}: {move} has the highest bound for {seat}."


def bound_lines(ranked: Sequence[KidBound], visits: int, explore: float) -> tuple[str, ...]:
    """Return the arithmetic of each kid's bound in columns.

    Such as `2  28.5/44 + 0.5*sqrt(ln 60 / 44) = 0.800`: wins by visits for the seat that chooses, and the bonus.
    """
    shares = [f"{format_won(each.won)}/{each.visits:,}" for each in ranked]
    bonuses = [f"{explore:g}*sqrt(ln {visits:,} / {each.visits:,})" for each in ranked]
    moves, wide, wider = max(len(each.kid.move) for each in ranked), max(map(len, shares)), max(map(len, bonuses))
    return tuple(
        f"{each.kid.move:<{moves}}  {share:>{wide}} + {bonus:<{wider}} = {each.bound:.3f}"
        for each, share, bonus in zip(ranked, shares, bonuses, strict=True)
    )


def expansion_sentence(node: Node, new: bool) -> str:
    """Describe the node that was added and reached."""
    if not new or node.parent is None:
        return f"expansion adds no node: the game is over {node.where}."
    by = "chance draws" if node.parent.role is Role.CHANCE else "the first move never tried is"
    return f"expansion {node.parent.where}: {by} {node.move}; its node is added."


def simulation_sentence(moves: Sequence[str], share: float) -> str:
    """Describe the random game and who won it."""
    if not moves:
        return f"simulation has no move to play: {result_words(share)}."
    return f"simulation: {result_words(share)} after {format_count(len(moves), 'random move')}: {' '.join(moves)}."


def format_won(won: float) -> str:
    """Return wins, draws counting a half; shares of points with two decimals."""
    return format_number(won) if won % 0.5 == 0 else f"{won:,.2f}"


def result_words(share: float) -> str:
    """Say who won a playout; if points count, how much of them MAX got."""
    return RESULTS.get(share) or f"{format_won(share)}/1 for MAX"


def backpropagation_sentence(share: float, count: int) -> str:
    """Say what counts at how many nodes."""
    return f"backpropagation: {format_won(share)}/1 for MAX counts at {format_count(count, 'node')}."


def count_lines(way: Sequence[Node], before: Sequence[tuple[float, int]], share: float) -> tuple[str, ...]:
    """Return the wins and visits of each node before and after, from the last node back to the root."""
    wide = max(len(node.where) for node in way)
    return tuple(
        f"{node.where:<{wide}}  {format_won(won)}/{visits:,} -> {format_won(won + share)}/{visits + 1:,}"
        for node, (won, visits) in reversed([*zip(way, before, strict=True)])
    )


def run(game: Game, playouts: int, c: float = EXPLORE, seed: int | None = None, depth: int | None = None) -> Run:
    """Run `playouts` playouts, and return the tree that they grow.

    Each phase of a playout is a step; selection has a step for each node at which it chooses. Values are shares of
    games that MAX won; if points count, means of what it won, from 0 for the greatest loss to 1. A mark has notes, as
    "12 visits" and "UCB 0.47+0.41": the mean for the seat that chooses, and the exploration bonus. The best line
    follows the moves visited most.

    depth  deepest nodes to draw, in moves; None draws all.

    Raises SpecError for hidden information, too many playouts, and random games that do not end.
    """
    refuse_hidden("mcts", game)
    if not 1 <= playouts <= MOST:
        raise SpecError(f"playouts={playouts} must be from 1 to {MOST:,}")
    seat = max_seat(game)
    root = Node(game.copy(), role_of(game, seat), cut=game.score() is None)
    measure = ValueScale(seat, shares=True, points=says_points(game), stakes=game.stakes)
    tracer = UctRun(root, measure, c, Random(seed), depth)
    for number in range(1, playouts + 1):
        tracer.play_one(number)
    return replace(tracer.finish("mcts", tracer.facts()), playouts=playouts, c=c)


def says_points(game: Game) -> bool:
    """Return whether the game itself says that points count; by default wins do, as in the lecture."""
    return own_method(game, "counts_points") is not None and counts_points(game)


@dataclass
class NodeStatistics:
    """The visits of a node, and what MAX won there, 0 to 1 a game.

    moves  all legal moves, with their weights at chance nodes;  kids  those that were tried.
    """

    moves: list[tuple[int, Fraction | None]]
    kids: dict[int, Node]
    visits: int = 0
    won: float = 0.0

    @property
    def mean(self) -> float:
        return self.won / self.visits


class UctRun(Tracer):
    """UCT from one position.

    known   the statistics of each node;  number  the current playout.
    choice  the most visited kid of each node where a seat moves;  best  the nodes on the line of these kids.
    """

    def __init__(self, root: Node, measure: ValueScale, explore: float, random: Random, depth: int | None):
        super().__init__(root, measure)
        self.explore = explore
        self.random = random
        self.number = 0
        self.depth = depth
        self.known: dict[Node, NodeStatistics] = {}
        self.choice: dict[Node, Node] = {}
        self.best: dict[Node, None] = {}
        self.add(root)

    def add(self, node: Node) -> None:
        self.known[node] = NodeStatistics([] if node.role is Role.END else weighted_moves(node), {})

    def play_one(self, number: int) -> None:
        """Play one playout, and record its phases as steps."""
        self.number = number
        with note_errors(lambda: f"in playout {number}"):
            way, new = self.select()
            self.add_phase(way, expansion_sentence(way[-1], new))
            moves, share = self.play_out(way[-1].game)
        self.add_phase(way, simulation_sentence(moves, share))
        self.back_up(way, share)

    def select(self) -> tuple[list[Node], bool]:
        """Return the path of a playout through the tree, and whether its last node is new."""
        way, new = [self.root], False
        if self.root.role is Role.END:
            self.add_phase(way, ending_sentence(self.root, 0, 0))
        while way[-1].role is not Role.END and not new:
            node = way[-1]
            tally = self.known[node]
            untried = len(tally.moves) - len(tally.kids)
            move, weight = self.choose_move(node)
            new = move not in tally.kids
            if new:
                if node is self.root:
                    self.add_phase(way, ending_sentence(node, untried, len(tally.moves)))
                self.add_kid(node, move, weight)
            else:
                self.add_selection([*way, tally.kids[move]])
            way.append(tally.kids[move])
        return way, new

    def add_selection(self, way: list[Node]) -> None:
        """Record how the last node of `way` was chosen."""
        *_, node, kid = way
        if node.role is Role.CHANCE:
            self.add_phase(way, f"selection {node.where}: chance draws {kid.move}, {kid.weight} likely.")
            return
        ranked = self.ranked(node)
        workings = bound_lines(ranked, self.known[node].visits, self.explore)
        self.add_phase(way, selection_sentence(node, ranked), workings)

    def ranked(self, node: Node) -> list[KidBound]:
        """Return the kids of `node` with the terms of their bounds, the highest first; ties keep the game's order."""
        found: list[KidBound] = []
        for kid in node.kids:
            tally = self.known[kid]
            won = tally.won if node.role is Role.MAX else tally.visits - tally.won
            found.append(KidBound(kid, won, tally.visits, sum(self.bound(kid))))
        return sorted(found, key=lambda each: -each.bound)

    def add_phase(self, way: list[Node], said: str, workings: tuple[str, ...] = ()) -> None:
        """Record a phase at the end of `way`, with the nodes on it marked as open."""
        drawn = self.drawn(way)
        changed = {node: replace(self.marks.get(node, NodeMark()), state=State.OPEN) for node in drawn}
        self.add_step(drawn[-1], f"Playout {self.number}, {said}", changed, workings)

    def drawn(self, way: list[Node]) -> list[Node]:
        return way if self.depth is None else way[: self.depth + 1]

    def back_up(self, way: list[Node], share: float) -> None:
        """Count the playout at all nodes on `way`, and record the step."""
        before = [(self.known[node].won, self.known[node].visits) for node in way]
        for node in way:
            self.known[node].visits += 1
            self.known[node].won += share
        for node in way:
            kids = list(self.known[node].kids.values())
            if kids and node.role is not Role.CHANCE:
                self.choice[node] = max(kids, key=lambda kid: self.known[kid].visits)
        said = f"Playout {self.number}, {backpropagation_sentence(share, len(way))}"
        drawn = self.drawn(way)
        self.add_step(drawn[-1], said, self.changed(drawn), count_lines(way, before, share))

    def choose_move(self, node: Node) -> tuple[int, Fraction | None]:
        """Return the move of a playout at `node`, and its weight."""
        tally = self.known[node]
        if node.role is Role.CHANCE:
            return self.random.choices(tally.moves, [float(weight or 0) for _, weight in tally.moves])[0]
        if len(tally.kids) < len(tally.moves):
            return next(choice for choice in tally.moves if choice[0] not in tally.kids)
        return max(tally.moves, key=lambda choice: sum(self.bound(tally.kids[choice[0]])))

    def add_kid(self, node: Node, move: int, weight: Fraction | None) -> None:
        tally = self.known[node]
        tally.kids[move] = child_after(node, move, weight, self.measure.seat)
        node.kids = [tally.kids[each] for each, _ in tally.moves if each in tally.kids]
        node.cut = len(node.kids) < len(tally.moves)
        self.add(tally.kids[move])

    def bound(self, kid: Node) -> tuple[float, float]:
        """Return the mean of a kid for the seat that chooses it, and its exploration bonus."""
        parent = kid.parent or self.root
        tally = self.known[kid]
        mean = tally.mean if parent.role is Role.MAX else 1 - tally.mean
        return mean, self.explore * sqrt(log(self.known[parent].visits) / tally.visits)

    def play_out(self, start: Game) -> tuple[list[str], float]:
        """Play a random game from `start`; return the texts of its moves and what MAX won, 0 to 1."""
        game, texts = start.copy(), list[str]()
        for _ in range(LONGEST):
            score = score_of(game)
            if score is not None:
                won = score / game.stakes if self.measure.points else (score > 0) - (score < 0)
                return texts, (1 + (won if self.measure.seat == 0 else -won)) / 2
            if game.turn == CHANCE:
                moves, weights = zip(*chances_of(game), strict=True)
                move = self.random.choices(moves, weights)[0]
            else:
                move = self.random.choice(legal_moves(game))
            texts.append(text_of(game, move))
            game.make(move)
        raise SpecError(f"a random game of {type(game).__name__} was not over after {LONGEST:,} moves")

    def changed(self, way: list[Node]) -> dict[Node, NodeMark]:
        """Return the marks that a playout changes: of the drawn `way`, of all kids on it, and of the best line."""
        before = self.best
        self.best = dict.fromkeys(best_line(self.root, self.choice))
        there = dict.fromkeys([*way, *(kid for node in way[: self.depth] for kid in node.kids)])
        marks = {node: self.mark(node) for node in there}
        others = [node for node in {**before, **self.best} if node in self.marks and node not in marks]
        return marks | {node: replace(self.marks[node], best=node in self.best) for node in others}

    def mark(self, node: Node) -> NodeMark:
        tally = self.known[node]
        notes = [format_count(tally.visits, "visit")]
        if node.parent and node.parent.role is not Role.CHANCE:
            notes.append("UCB {:.2f}+{:.2f}".format(*self.bound(node)))
        return NodeMark(State.DONE, tally.mean, best=node in self.best, notes=tuple(notes))

    def facts(self) -> tuple[str, ...]:
        root = self.known[self.root]
        mean = f"won by MAX: {root.mean:.2f} of {format_count(root.visits, 'playout')}"
        deepest = max(node.depth for node in self.known)
        size = f"nodes in the tree: {len(self.known):,}, to {format_count(deepest, 'move')} from the root"
        best = self.choice.get(self.root)
        if best is None:
            return mean, size
        found = self.known[best]
        told = f"visited most: {best.move}, {format_count(found.visits, 'visit')}, mean {found.mean:.2f}"
        low, high = playout_interval(found.mean, found.visits, preferred=True)
        told += " (too few)" if found.visits < FEW else f" ({low:.2f}-{high:.2f})"
        return mean, size, told
