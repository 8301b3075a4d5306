"""Reads a search tree: the move to choose, the expected line, and the node of a later position."""

import random
from collections.abc import Iterable
from dataclasses import replace
from heapq import heappop, heappush
from math import sqrt

from games.adapters.python_adapter import read_turn
from games.adapters.undo import adapt
from games.dataclass import dataclass
from games.game import CHANCE, Game
from players.search.montecarlo.mcts import Uct

LOOKED = 2000  # nodes searched for a position, at most
SLIGHT = 1000  # a node with less than 1 / SLIGHT of the visits is not worth keeping
PROBES = 4  # random games that equal positions must share
LONGEST = 1000  # moves of each
LINE = 64  # moves of the expected line, at most


@dataclass(frozen=True)
class Branch:
    """A move at a node of the tree, as the seat that makes it sees it.

    total      what it won in all visits, 0 to 1 each.
    low, high  proven bounds of the sign of its score.
    """

    node: int
    move: int
    visits: int
    total: float
    low: int
    high: int

    @property
    def proven(self) -> bool:
        return self.low == self.high

    @property
    def value(self) -> float:
        """The mean, 0 to 1, within what is proven; a half if nothing is known."""
        mean = self.total / self.visits if self.visits else 0.5
        return min(max(mean, (self.low + 1) / 2), (self.high + 1) / 2)

    @property
    def error(self) -> float | None:
        """The standard error of the value, or more: the variance between 0 and 1 is at most p(1 - p)."""
        return None if self.proven or not self.visits else sqrt(self.value * (1 - self.value) / self.visits)

    def plus(self, visits: int, total: float, low: int, high: int) -> "Branch":
        """Return the branch merged with another search's result for the same move."""
        merged = max(self.low, low), min(self.high, high)
        return replace(self, visits=self.visits + visits, total=self.total + total, low=merged[0], high=merged[1])


def branches(tree: Uct, node: int = 0) -> list[Branch]:
    """Return the moves at a node, in the order of its children."""
    found = [Branch(*child) for child in tree.children(node)]
    if tree.turn(node) != 1:
        return found
    return [replace(each, total=each.visits - each.total, low=-each.high, high=-each.low) for each in found]


def choose_branch(found: Iterable[Branch]) -> Branch:
    """Return the branch to play: the most visited one, unless a proven one is better; no proven loss if possible."""
    there = list(found)
    there = [each for each in there if each.high > -1] or there
    most = max(there, key=lambda each: each.visits)
    low = max(each.low for each in there)
    if low > -1 and (low + 1) / 2 >= most.value:
        return max((each for each in there if each.low == low), key=lambda each: each.visits)
    return most


def proven_sign(found: Iterable[Branch]) -> int | None:
    """Return the proven sign of the score of the best branch; None if it is not proven."""
    bounds = [(each.low, each.high) for each in found]
    low, high = (max(column) for column in zip(*bounds, strict=True))
    return low if low == high else None


def expected_line(tree: Uct, first: Branch, most: int | None = None) -> tuple[str, ...]:
    """Return the texts of the expected moves, `first` first: to the end if it is proven, or to `most`.

    A line ends before chance, and after one move in a tree of several worlds.
    """
    game = tree.position()
    texts = [game.text(first.move)]
    node, taken = first.node, first
    while not tree.hidden and (len(texts) < (most or LINE) or (taken.proven and most is None)):
        if not tree.children(node) or tree.turn(node) == CHANCE:
            break
        game.make(taken.move)
        taken = choose_branch(branches(tree, node))
        if not taken.visits:
            break
        texts.append(game.text(taken.move))
        node = taken.node
    return tuple(texts)


def find_position(tree: Uct, game: Game) -> int | None:
    """Return the most visited node at the game's position; None if there is none, or if something is hidden.

    Mirror images may share a key, and positions of other rules look the same to a seat: so key, sight and random games
    from there must all be equal.
    """
    key, turn = adapt(game).key(), read_turn(game)
    root = tree.position()
    if tree.hidden or type(root) is not type(game) or not key:
        return None
    known = game.known(turn)
    least = sum(child[2] for child in tree.children(0)) // SLIGHT
    open_nodes: list[tuple[int, int, int, Game]] = [(0, 0, -1, root)]
    for _ in range(LOOKED):
        if not open_nodes:
            break
        _, node, move, above = heappop(open_nodes)
        here = above.copy()
        if move >= 0:
            here.make(move)
        same = read_turn(here) == turn and adapt(here).key() == key and here.known(turn) == known
        if same and play_alike(here, game):
            return node
        for child, onward, visits, *_ in tree.children(node):
            if visits > least:
                heappush(open_nodes, (-visits, child, onward, here))
    return None


def play_alike(one: Game, other: Game) -> bool:
    """Return whether the same random games can be played from both positions, with equal scores."""
    rng = random.Random(0)
    for _ in range(PROBES):
        mine, theirs = one.copy(), other.copy()
        for _ in range(LONGEST):
            moves = mine.moves()
            if (moves, read_turn(mine), mine.score()) != (theirs.moves(), read_turn(theirs), theirs.score()):
                return False
            if not moves:
                break
            move = rng.choice(moves)
            mine.make(move)
            theirs.make(move)
    return True
