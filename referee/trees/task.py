"""A task: which algorithm works on a tree, how far and with what options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.trees import bestfirst, mcts, minimax, sets
from referee.trees.run import scale_of
from referee.trees.tree import MOST, grow_ply, grow_tree, refuse_hidden

if TYPE_CHECKING:
    from games.game import Game
    from referee.trees.run import Run
    from referee.trees.tree import Node

METHODS = ("minimax", "alphabeta", "expectiminimax", "mcts", "bestfirst")
PLAYOUTS = 100
EXPANSIONS = 20


@dataclass(frozen=True)
class TreeTask:
    """An algorithm and its options.

    method  one of METHODS; "" is minimax, expectiminimax if there is chance, or sets.SETS if something is hidden.
    depth   plies to which the tree is grown, None: as many as fit; for mcts and bestfirst the moves to which it is
            drawn.
    order   of alphabeta, one of minimax.ORDERS;  static  whether leaves are worth the evaluation even at ends.
    exact   whether leaves at which the tree is cut are solved.
    """

    method: str = ""
    depth: int | None = None
    order: str = "listed"
    static: bool = False
    exact: bool = False
    playouts: int = PLAYOUTS
    c: float = mcts.EXPLORE
    seed: int = 0
    expansions: int = EXPANSIONS

    def run(self, game: Game) -> Run:
        """Run the algorithm on the tree of `game`. Raises SpecError if it cannot work on that game."""
        method = self.method_for(game)
        if method == "mcts":
            return mcts.run(game, self.playouts, self.c, self.seed, self.depth)
        if method == "bestfirst":
            return bestfirst.run(game, self.expansions, self.depth, self.static)
        return self.run_on(grow_tree(game, self.depth))

    def run_on(self, root: Node) -> Run:
        """Run the algorithm on a tree that is already grown."""
        measure = scale_of(root, self.static, self.exact)
        method = self.method_for(root.game)
        if method == sets.SETS:
            return sets.run(root, measure)
        if method == "alphabeta":
            return minimax.run_alphabeta(root, measure, self.order)
        return minimax.run_minimax(root, measure)

    def method_for(self, game: Game) -> str:
        """Return the method for `game`. Raises SpecError if it would see hidden cards, or minimax meets chance."""
        if not self.method and hides_information(game):
            return sets.SETS
        method = self.method or ("expectiminimax" if has_chance(game) else "minimax")
        refuse_hidden(method, game)
        if self.method == "minimax" and has_chance(game):
            raise SpecError(
                f"minimax cannot search chance, which {type(game).__name__} has; allowed: expectiminimax or mcts"
            )
        return method

    def grow_and_run(self, root: Node, node: Node) -> Run:
        """Grow the moves of `node`, at which the tree was cut, and run again. Raises SpecError if they do not fit."""
        count = sum(1 for _ in root.walk())
        if grow_ply([node], scale_of(root).seat, MOST - count) is None:
            raise SpecError(
                f"the tree has {count:,} nodes; with the moves {node.where} it would have more than {MOST:,}"
            )
        return self.run_on(root)
