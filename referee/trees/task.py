"""Tasks: which algorithm works on a tree, how far and with what options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.capabilities import has_chance
from games.catalogue import SpecError
from referee.drawing.number_format import counted
from referee.trees import alphabeta, mcts, minimax
from referee.trees.build import MOST, count_plies, grow_ply, grow_tree, refuse_hidden
from referee.trees.leaf_values import scale_of

if TYPE_CHECKING:
    from games.game import Game
    from referee.trees.leaf_values import ValueScale
    from referee.trees.node import Node
    from referee.trees.run import Run

METHODS = ("minimax", "alphabeta", "expectiminimax", "mcts")
PLAYOUTS = 100


@dataclass(frozen=True)
class TreeTask:
    """An algorithm and its options.

    method  one of METHODS, "": minimax, expectiminimax where there is chance.
    depth   plies to which the tree is grown, None: as many as fit; of mcts moves to which its tree is drawn.
    order   of alphabeta, one of alphabeta.ORDERS;  static  whether leaves are worth the evaluation even at ends.
    playouts, c, seed   of mcts.
    """

    method: str = ""
    depth: int | None = None
    order: str = "listed"
    static: bool = False
    playouts: int = PLAYOUTS
    c: float = mcts.EXPLORE
    seed: int = 0

    def run(self, game: Game) -> Run:
        """Run the algorithm on the tree from that position. Raises SpecError if it cannot work on that game."""
        method = self.method_for(game)
        if method == "mcts":
            return mcts.run(game, self.playouts, self.c, self.seed, self.depth)
        return self.run_on(grow_tree(game, self.depth))

    def run_on(self, root: Node) -> Run:
        """Run the algorithm on a tree that is grown already."""
        measure = scale_of(root, self.static)
        if self.method_for(root.game) == "alphabeta":
            return alphabeta.run(root, measure, self.order)
        return minimax.run(root, measure)

    def method_for(self, game: Game) -> str:
        """The method for that game. Raises SpecError if cards are hidden, and for minimax if there is chance."""
        method = self.method or ("expectiminimax" if has_chance(game) else "minimax")
        refuse_hidden(method, game)
        if self.method == "minimax" and has_chance(game):
            raise SpecError(
                f"minimax asks nothing of chance, which {type(game).__name__} has; allowed: expectiminimax or mcts"
            )
        return method

    def grow_and_run(self, root: Node, node: Node) -> Run:
        """Grow the moves of a node at which the tree was cut, and run again. Raises SpecError if they do not fit."""
        count = sum(1 for _ in root.walk())
        if grow_ply([node], scale_of(root).seat, MOST - count) is None:
            raise SpecError(
                f"the tree has {count:,} nodes; with the moves {node.where} it would have more than {MOST:,}"
            )
        return self.run_on(root)


def heading(run: Run, depth: int | None) -> str:
    """What was worked on, in a line: `minimax on the whole tree, 14 positions`.

    depth  that was asked for, None: what fits was chosen.
    """
    if run.method == "mcts":
        drawn = "" if depth is None else f", drawn to {counted(depth, 'move')}"
        return f"{run.method}, {counted(len(run.steps), 'playout')}{drawn}"
    nodes = list(run.root.walk())
    if not any(node.cut for node in nodes):
        return f"{run.method} on the whole tree, {counted(len(nodes), 'position')}"
    deep = counted(count_plies(run.root), "ply", "plies")
    fits = f"; one more would be over {MOST:,}" if depth is None else ""
    return f"{run.method} to {deep}, {counted(len(nodes), 'position')}{fits}"


def scale_sentence(measure: ValueScale, seats: tuple[str, str]) -> str:
    """How values are to be read, in a line: for whom they count, who is MAX, and in what."""
    seat = f"{seats[measure.seat]}, who is MAX"
    if measure.shares:
        return f"Values are shares of the playouts won by {seat}."
    if measure.static:
        return f"Values are the static evaluation for {seat}."
    if measure.chance:
        return f"Values are points for {seat}, on average{'; where the tree ends, estimates' if measure.cut else ''}."
    if measure.cut:
        margin = "W by 2 in 3" if measure.stakes > 1 else "W in 3"
        return f"Values are for {seat}: {margin} is a win after 3 plies; numbers are estimates."
    if measure.stakes > 1:
        return f"Values are points won by {seat}."
    return f"Values are for {seat}: W it wins, D a draw, L it loses."
