"""Moves of small games of hidden cards, judged against an equilibrium, so that bets of the other seat tell something.

A move at an information set is worth what the seat can expect if the other plays by the equilibrium and the seat goes
on as well as it can: the mean over the hidden states, weighted by chance and the other's strategy (the counterfactual
reach of Zinkevich et al., 2007, as in players/search/equilibrium/cfr.py). All moves that some equilibrium makes there
are worth the same, however rarely it makes them.
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

DEAR = 20  # a node costs as much as 20 positions of a search, as SAPCFR+ walks it again and again
ITERATIONS = 1000
STEP = 50  # iterations between two computations of the exploitability
ENOUGH = 0.0005  # points of exploitability, 1/200 of the smallest loss that is blamed
NEVER = 0.01  # share of a set's reach by chance alone; below it the averages hold first attempts only
HOW = "equilibrium by SAPCFR+"
ALONE = f"{HOW}, after what it never plays by the cards alone"


class Equilibrium:
    """The worth of moves in the game from `start`, if its tree is small; computed when first asked.

    What a deadline cuts short continues the next time.
    """

    def __init__(self, start: Game, effort: Effort):
        self.start, self.stakes, self.most = start, start.stakes, effort.nodes // DEAR
        self.solver: PredictiveCfr | None = None
        self.left = inf  # points of exploitability
        self.outlooks: list[Outlook] = []  # of each seat, by the latest strategy
        self.hopeless = False

    def choices(self, game: Game, deadline: float = inf) -> dict[int, Value] | None:
        """Return what each move is worth to the seat to move; None if the game is not solved.

        The intervals reflect the remaining exploitability, divided by how often the position comes about.
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
        """Iterate until the strategy is good enough, or the deadline comes."""
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
        """Grow the tree, unless it is too large or hides something from its start on, until the deadline."""

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
            self.hopeless = True  # then it is judged like any other game


class Outlook:
    """What one seat can expect of each of its moves against the strategy.

    tree    of the game;  shares  the probability of each of its slots.
    met     how likely each information set of the seat is if the seat does all it can to reach it.
    alone   the sets that the other's strategy never reaches, and those only reached through them. There chance alone
            weighs the hidden states, and from there on the strategy as well.
    values  of each slot of the seat, points.
    """

    def __init__(self, tree: GameTree, shares: Sequence[float], seat: int):
        self.tree, self.shares, self.seat = tree, shares, seat
        self.alone: set[int] = set()
        self.met: dict[int, float] = {}
        self.values = [0.0] * len(shares)
        self.owner = [place for place, (start, end) in enumerate(pairwise(tree.first)) for _ in range(start, end)]
        self.sets: dict[int, int] = {}  # by the node where the seat decides
        self.stages: list[list[int]] = []  # nodes by the number of the seat's choices before them, parents first
        self.reach = [1.0] * len(tree)  # of each node, by chance and the other's strategy
        self.note()
        self.weigh()
        self.value()

    def moves(self, place: int) -> list[tuple[int, str, float]]:
        """Return (move, text, points of the seat) of each move at information set `place`."""
        slots = range(self.tree.first[place], self.tree.first[place + 1])
        values = [self.values[slot] for slot in slots]
        return list(zip(self.tree.moves[place], self.tree.texts[place], values, strict=True))

    def note(self) -> None:
        """Set the numbers of the stages, and note where the seat decides."""
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
        """Return the probability of the move to `node`; 1 for a move of the seat."""
        slot: int = self.tree.slot[node]
        return self.tree.odds[node] if slot < 0 or self.tree.by[node] == self.seat else self.shares[slot]

    def weigh(self) -> None:
        """Compute the reach of each node, one stage after the other."""
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
        """Compute the reach of an information set; weigh its nodes by chance alone if it is never reached."""
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
        """Compute what each move is worth, from the last choices of the seat back to its first."""
        tree, side = self.tree, 1 if self.seat == 0 else -1
        worth = [side * score for score in tree.score]
        for nodes in reversed(self.stages):
            for node in reversed(nodes):
                if node and tree.by[node] != self.seat:
                    worth[tree.parent[node]] += self.odds(node) * worth[node]
            self.choose([node for node in nodes if node and tree.by[node] == self.seat], worth)

    def choose(self, nodes: list[int], worth: list[float]) -> None:
        """Value the seat's moves to `nodes`, and let it make the best one at each information set."""
        parent, first = self.tree.parent, self.tree.first
        places = {node: self.sets[parent[node]] for node in nodes}
        for node, place in places.items():
            self.values[self.tree.slot[node]] += self.reach[parent[node]] * worth[node] / self.met[place]
        slots = {place: range(first[place], first[place + 1]) for place in places.values()}
        best = {place: max(each, key=self.values.__getitem__) for place, each in slots.items()}
        for node, place in places.items():
            if self.tree.slot[node] == best[place]:
                worth[parent[node]] = worth[node]
