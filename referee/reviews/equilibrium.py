"""Moves of small games of hidden cards, judged against an equilibrium: what the other seat's bets tell is heard.

A move at an information set is worth what the seat can expect of it where the other plays by the equilibrium and the
seat goes on as well as it can: the mean over the hidden states, each as likely as chance and the other's strategy make
it (the counterfactual reach of Zinkevich et al., 2007, as in players/search/equilibrium/cfr.py). All moves that some
equilibrium makes there are worth the same, however rarely it makes them.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from players.cfr import has_hidden_past
from players.player import Unplayable
from players.search.clock import Clock, Stop, hurried
from players.search.equilibrium.cfr import PredictiveCfr
from players.search.equilibrium.extensive_form import GameTree
from referee.solving.value import Value, around, share, side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.reviews.searches import Effort

DEAR = 20  # positions of a search that a node of the tree counts for, as SAPCFR+ walks it again and again
ITERATIONS = 1000
STEP = 50  # iterations between two looks at how much is left
ENOUGH = 0.0005  # points of exploitability, a two hundredth of the smallest loss that is blamed
NEVER = 0.01  # of how often chance alone would let a set come about; below, the averages hold first attempts only
HOW = "equilibrium by SAPCFR+"
ALONE = f"{HOW}, after what it never plays by the cards alone"


class Equilibrium:
    """What moves are worth in the game that starts so, if its tree is small; found out when that is first asked.

    What a deadline cut short goes on the next time.
    """

    def __init__(self, start: Game, effort: Effort):
        self.start, self.stakes, self.most = start, start.stakes, effort.nodes // DEAR
        self.solver: PredictiveCfr | None = None
        self.left = inf  # points of exploitability
        self.outlooks: list[Outlook] = []  # of each seat, by the strategy found last
        self.hopeless = False

    def choices(self, game: Game, deadline: float = inf) -> dict[int, Value] | None:
        """Return what each move is worth to the seat to move; None if the game is not solved.

        It may be off by twice what the exploitability left amounts to where the position comes about that rarely.
        """
        self.improve(deadline)
        if self.solver is None:
            return None
        place = self.solver.tree.numbers.get((game.turn, game.known(game.turn)))
        if place is None or self.solver.tree.moves[place] != game.moves():
            return None
        outlook = self.outlooks[game.turn]
        reach = min(1.0, self.left / outlook.met[place] / self.stakes)
        how = ALONE if place in outlook.alone else HOW
        return {
            move: Value(chance=chance, interval=around(chance, reach), line=(text,), how=how)
            for move, text, value in outlook.moves(place)
            for chance in (share(side(game.turn) * value, self.stakes),)
        }

    def improve(self, deadline: float) -> None:
        """Iterate until that is enough, or the deadline comes."""
        if self.solver is None and not self.hopeless:
            self.grow(deadline)
        if self.solver is None:
            return
        before = self.solver.iterations
        while self.left > ENOUGH and self.solver.iterations < ITERATIONS and self.solver.run(STEP, Clock(deadline)):
            self.left = self.solver.exploitability()
        if self.solver.iterations == before and self.outlooks:
            return
        shares = [chance for key in self.solver.tree.numbers for _, chance in self.solver.at(*key)]
        self.outlooks = [Outlook(self.solver.tree, shares, seat) for seat in (0, 1)]

    def grow(self, deadline: float) -> None:
        """Grow the tree, unless it is too large or hides something from its start on; the deadline cuts it short."""

        def heed(_nodes: int) -> None:
            if hurried() or monotonic() >= deadline:
                raise Stop

        try:
            self.hopeless = has_hidden_past(self.start)
            if self.hopeless:
                return
            self.solver = PredictiveCfr(GameTree(self.start, self.most, heed))
            self.left = self.solver.exploitability()
        except Stop:
            pass
        except (Unplayable, MemoryError, ValueError):
            self.hopeless = True  # then it is judged as any other


class Outlook:
    """What one seat can expect of each of its moves, where the other plays by the strategy.

    tree    of the game, and  shares  the probability of each of its slots.
    met     how likely each information set of the seat is to come about if it does all it can for that.
    alone   those that the other's strategy never lets come about. There the cards alone say how likely each hidden
            state is, and from there on the strategy as well; those that only come about after one are among them.
    values  of each slot of the seat, points.
    """

    def __init__(self, tree: GameTree, shares: Sequence[float], seat: int):
        self.tree, self.shares, self.seat = tree, shares, seat
        self.alone: set[int] = set()
        self.met: dict[int, float] = {}
        self.values = [0.0] * len(shares)
        self.owner = [place for place, (start, end) in enumerate(pairwise(tree.first)) for _ in range(start, end)]
        self.sets: dict[int, int] = {}  # by the node where the seat decides
        self.stages: list[list[int]] = []  # nodes by how many choices of the seat led there, parents first
        self.reach = [1.0] * len(tree)  # of each node, as likely as chance and the other make it
        self.note()
        self.weigh()
        self.value()

    def moves(self, place: int) -> list[tuple[int, str, float]]:
        """(move, text, points of the seat) of each move at that information set."""
        slots = range(self.tree.first[place], self.tree.first[place + 1])
        values = [self.values[slot] for slot in slots]
        return list(zip(self.tree.moves[place], self.tree.texts[place], values, strict=True))

    def note(self) -> None:
        """Number the stages, and note where the seat decides."""
        tree = self.tree
        stage = [0] * len(tree)
        for node in range(1, len(tree)):
            mine = tree.by[node] == self.seat
            stage[node] = stage[tree.parent[node]] + mine
            if mine:
                self.sets[tree.parent[node]] = self.owner[tree.slot[node]]
        self.stages = [[] for _ in range(max(stage) + 1)]
        for node, number in enumerate(stage):
            self.stages[number].append(node)

    def odds(self, node: int) -> float:
        """How likely the move to that node is made there; 1 of a move of the seat."""
        slot: int = self.tree.slot[node]
        return self.tree.odds[node] if slot < 0 or self.tree.by[node] == self.seat else self.shares[slot]

    def weigh(self) -> None:
        """Find how likely each node is, one stage after the other: what is never played is told of a whole set."""
        parent, dealt = self.tree.parent, [1.0] * len(self.tree)
        for nodes in self.stages:
            met: dict[int, list[int]] = {}
            for node in nodes:
                if node:
                    self.reach[node] = self.reach[parent[node]] * self.odds(node)
                    dealt[node] = dealt[parent[node]] * self.tree.odds[node]
                if node in self.sets:
                    met.setdefault(self.sets[node], []).append(node)
            for place, twins in met.items():
                self.meet(place, twins, dealt)

    def meet(self, place: int, nodes: list[int], dealt: list[float]) -> None:
        """Note how likely an information set is, and weigh its nodes by the cards alone where it is never met."""
        by_cards = sum(dealt[node] for node in nodes)
        last = self.tree.last[place]
        if sum(self.reach[node] for node in nodes) < NEVER * by_cards:
            for node in nodes:
                self.reach[node] = dealt[node]
            self.alone.add(place)
        elif last >= 0 and self.owner[last] in self.alone:
            self.alone.add(place)
        self.met[place] = sum(self.reach[node] for node in nodes)

    def value(self) -> None:
        """Find what each move is worth, from the last choices of the seat back to its first."""
        tree, side = self.tree, 1 if self.seat == 0 else -1
        worth = [side * score for score in tree.score]
        for nodes in reversed(self.stages):
            for node in reversed(nodes):
                if node and tree.by[node] != self.seat:
                    worth[tree.parent[node]] += self.odds(node) * worth[node]
            self.choose([node for node in nodes if node and tree.by[node] == self.seat], worth)

    def choose(self, nodes: list[int], worth: list[float]) -> None:
        """Value the moves of the seat to those nodes, and let it make the best one at each information set."""
        parent, first = self.tree.parent, self.tree.first
        places = {node: self.sets[parent[node]] for node in nodes}
        for node, place in places.items():
            self.values[self.tree.slot[node]] += self.reach[parent[node]] * worth[node] / self.met[place]
        slots = {place: range(first[place], first[place + 1]) for place in places.values()}
        best = {place: max(each, key=self.values.__getitem__) for place, each in slots.items()}
        for node, place in places.items():
            if self.tree.slot[node] == best[place]:
                worth[parent[node]] = worth[node]
