"""Count all positions of a game, and derive its tree, its value, and the chances of random play.

Positions are equal if the same seat is to move, their keys are equal, and an onlooker who sees all sees the same; if
cards are hidden, both seats must know the same too. A game that looks back at its past has as many positions as keys.
"""

from __future__ import annotations

from array import array
from collections import Counter
from math import fsum
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from games.base.rule_values import chances_of
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

OFTEN = 64  # positions between two reports of progress


class Chances(NamedTuple):
    """The outcomes of random play: shares from 0 to 1 that sum to 1, and means.

    first, draw, second  how often seat 0 wins, nobody wins, seat 1 wins;  points  of seat 0;  plies  the length.
    """

    first: float
    draw: float
    second: float
    points: float
    plies: float


@dataclass(frozen=True)
class TreeCount:
    """The whole tree of a game, in which each path to a position counts, and its exact values.

    games      its leaves: all sequences of moves from the start to an end.
    nodes      the leaves and all inner nodes, including the start.
    decisions  the nodes at which a seat moves;  choices  the moves at all of these together.
    shortest, longest    games, in plies: moves of the seats, without rolls and deals.
    chances    of random play;  value  what seat 0 wins on average with best play by both, seeing all.
    """

    games: int
    nodes: int
    decisions: int
    choices: int
    shortest: int
    longest: int
    chances: Chances
    value: float

    @property
    def branching(self) -> float | None:
        """The mean number of moves at a node where a seat moves; None if there is no such node."""
        return self.choices / self.decisions if self.decisions else None


@dataclass(frozen=True)
class StateCount:
    """The positions that were counted.

    positions  how many were found;  whole  whether these are all.
    information_sets    what the seats to move can tell apart; None if nothing is hidden.
    narrowest, widest   the fewest and the most moves at a position; None if no seat ever moved.
    recurs     whether a position can come again, so that there is no longest game; known only if `whole`.
    tree       None if not all positions were counted, or one recurs.
    widths     the mean number of moves of a node of the tree where a seat moves, at each ply from the start on.
    """

    positions: int
    whole: bool
    information_sets: int | None
    narrowest: int | None
    widest: int | None
    recurs: bool | None
    tree: TreeCount | None
    widths: tuple[float, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        told = dict(vars(self))
        tree = self.tree
        told["tree"] = tree and vars(tree) | {"branching": tree.branching, "chances": tree.chances._asdict()}
        return told


def count_states(game: Game, most: int, deadline: float, tell: Callable[[int], None]) -> StateCount | None:
    """Count the positions from `game` on, until there are more than `most` or the deadline has passed.

    `tell` gets the number so far now and then. Returns None if positions have no key to tell them apart.
    """
    if not game.key():
        return None
    walk = StateGraph(game)
    looked = 0
    while looked < len(walk.waiting) and len(walk.numbers) <= most and monotonic() < deadline:
        walk.expand(looked)
        looked += 1
        if looked % OFTEN == 0:
            tell(len(walk.numbers))
    return walk.census(looked == len(walk.waiting))


class StateGraph:
    """The graph of the positions found so far, numbered from the start, 0.

    waiting  the position of each number, None once it was expanded;  kids  the numbers of the positions that follow it.
    turns    whose turn it is;  scores  of those that are over;  weights  of chance.
    """

    def __init__(self, game: Game):
        self.hidden = hides_information(game)
        self.numbers: dict[Hashable, int] = {}
        self.waiting: list[Game | None] = []
        self.kids: list[array[int]] = []
        self.turns: list[int] = []
        self.scores: dict[int, int] = {}
        self.weights: dict[int, list[int]] = {}
        self.known: set[tuple[int, str]] = set()
        self.number_of(game.copy())

    def number_of(self, game: Game) -> int:
        """Return the number of a position, which is added if it is new."""
        seen: Hashable = game.show(None)
        try:
            seen = hash(seen)  # a number instead of a picture, as there are many
        except TypeError:  # a picture of a student's own, in whose rows stand lists
            seen = str(seen)
        known = (game.known(0), game.known(1)) if self.hidden else ()
        name = game.turn, game.key(), seen, *known
        if (number := self.numbers.get(name)) is None:
            number = self.numbers[name] = len(self.waiting)
            self.waiting.append(game)
            self.turns.append(game.turn)
            self.kids.append(array("l"))
        return number

    def expand(self, number: int) -> None:
        """Find all positions that follow position `number`."""
        game, self.waiting[number] = self.waiting[number], None
        assert game is not None  # noqa: S101  # each is looked at once
        score = game.score()
        if score is not None:
            self.scores[number] = score
            return
        moves = game.moves()
        if game.turn == CHANCE:
            given = dict(chances_of(game))
            moves = list(given)
            self.weights[number] = list(given.values())
        elif self.hidden:
            self.known.add((game.turn, game.known(game.turn)))
        for move in moves:
            twin = game.copy()
            twin.make(move)
            self.kids[number].append(self.number_of(twin))

    def census(self, whole: bool) -> StateCount:
        """Return what was counted; with the tree if it is whole."""
        widths = {len(kids) for kids, turn in zip(self.kids, self.turns, strict=True) if turn != CHANCE and kids}
        order = self.topological_order() if whole else None
        return StateCount(
            positions=len(self.numbers), whole=whole,
            information_sets=len(self.known) if self.hidden and whole else None, narrowest=min(widths, default=None),
            widest=max(widths, default=None), recurs=order is None if whole else None,
            tree=self.tree(order) if order else None, widths=self.widths(order) if order else (),
        )  # fmt: skip

    def topological_order(self) -> list[int] | None:
        """Return all numbers, parents first (Kahn, CACM 5, 1962); None if there is a cycle."""
        before = [0] * len(self.kids)
        for kids in self.kids:
            for kid in kids:
                before[kid] += 1
        order = [0] if not before[0] else []
        for number in order:
            for kid in self.kids[number]:
                before[kid] -= 1
                if not before[kid]:
                    order.append(kid)
        return order if len(order) == len(self.kids) else None

    def widths(self, order: list[int]) -> tuple[float, ...]:
        """Return the mean number of moves at each ply, over all nodes of the tree where a seat moves."""
        paths: list[dict[int, int]] = [{} for _ in self.kids]  # the number of paths to a position, by their plies
        paths[order[0]][0] = 1
        decisions, choices = Counter[int](), Counter[int]()
        for number in order:
            kids, seat = self.kids[number], int(self.turns[number] != CHANCE)
            for ply, count in paths[number].items():
                if kids and seat:
                    decisions[ply] += count
                    choices[ply] += count * len(kids)
                for kid in kids:
                    paths[kid][ply + seat] = paths[kid].get(ply + seat, 0) + count
            paths[number].clear()
        return tuple(choices[ply] / decisions[ply] for ply in sorted(decisions))

    def tree(self, order: list[int]) -> TreeCount:
        """Return the counts of the whole tree, computed from the ends to the start."""
        found: dict[int, TreeCount] = {}
        for number in reversed(order):
            below = [found[kid] for kid in self.kids[number]]
            found[number] = self.combine(number, below) if below else leaf_tree(self.scores[number])
        return found[0]

    def combine(self, number: int, below: list[TreeCount]) -> TreeCount:
        """Return the counts of position `number` from the counts after each of its moves."""
        turn = self.turns[number]
        seat = int(turn != CHANCE)
        weights = self.weights.get(number, [1] * len(below))
        total = sum(weights)

        def mean(values: list[float]) -> float:
            return fsum(weight * value for weight, value in zip(weights, values, strict=True)) / total

        values = [each.value for each in below]
        chances = Chances(*(mean(list(column)) for column in zip(*(each.chances for each in below), strict=True)))
        return TreeCount(
            games=sum(each.games for each in below),
            nodes=1 + sum(each.nodes for each in below),
            decisions=seat + sum(each.decisions for each in below),
            choices=seat * len(below) + sum(each.choices for each in below),
            shortest=seat + min(each.shortest for each in below),
            longest=seat + max(each.longest for each in below),
            chances=chances._replace(plies=seat + chances.plies),
            value=mean(values) if turn == CHANCE else max(values) if turn == 0 else min(values),
        )


def leaf_tree(score: int) -> TreeCount:
    """Return the counts of a game that is over."""
    chances = Chances(float(score > 0), float(score == 0), float(score < 0), float(score), 0.0)
    return TreeCount(1, 1, 0, 0, 0, 0, chances, float(score))
